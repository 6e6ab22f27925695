/** Reporting something: the survey as a form, kept on this device until it is sent. */
import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { createPost, type Post } from '@waypost/contract/posts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { isUntouched, newAnswers } from '../../blocks/survey-form/form-answers.ts';
import { useDraft } from '../../blocks/survey-form/use-draft.ts';
import { notify } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import classes from './report-form.module.css';
import { ReportForm } from './report-form.tsx';
import { ThankYou } from './thank-you.tsx';
import { type SurveyWhole, useSurvey } from './use-survey.ts';
import { WhoSees } from './who-sees.tsx';

export function CreatePost({ surveyId }: { surveyId: number }) {
  const { t } = useTranslation();
  const { data, error, retry } = useSurvey(surveyId);
  /** Counts the reports sent, so that another one begins with an empty form. */
  const [round, setRound] = useState(0);
  const [sent, setSent] = useState<{ post: Post | null } | null>(null);
  if (sent) {
    const again = () => {
      setSent(null);
      setRound(round + 1);
    };
    return <ThankYou post={sent.post} onAgain={again} />;
  }
  if (data) return <NewReport key={round} whole={data} onSent={(post) => setSent({ post })} />;
  return (
    <Panel head={<ScreenTitle title={t('post.create.title')} />}>
      {error ? (
        <ErrorState texts={problemTexts(error)} onRetry={retry} />
      ) : (
        <LoadingList rows={5} height={72} />
      )}
    </Panel>
  );
}

function NewReport({ whole, onSent }: { whole: SurveyWhole; onSent: (post: Post | null) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { survey } = whole;
  const draft = useDraft(`survey-${survey.id}`);
  const [isAfresh, setAfresh] = useState(false);
  if (draft.found === undefined) return <LoadingList rows={5} height={72} />;
  const found = isAfresh ? null : draft.found;
  const start = newAnswers(whole);

  const leave = () => void navigate({ to: '/views/map' });
  const done = async (post: Post | null) => {
    await draft.discard();
    void cache.invalidateQueries({ queryKey: forResource('posts') });
    if (post?.status !== 'published') {
      onSent(post);
      return;
    }
    notify('success', t('post.done.saved'));
    await navigate({ to: '/posts/$postId', params: { postId: String(post.id) } });
  };
  return (
    <ReportForm
      key={isAfresh ? 'afresh' : 'found'}
      survey={whole}
      initial={found?.answers ?? start}
      // What the server makes of it when nothing is said (wire 2.1).
      status={survey.require_approval ? 'draft' : 'published'}
      action={t('post.create.send')}
      head={<ScreenTitle title={survey.name} />}
      afterword={<WhoSees survey={survey} />}
      draft={draft.state}
      onChange={(answers) => (isUntouched(answers, start) ? void draft.discard() : draft.keep(answers))}
      send={(post) => call(createPost, { body: { ...post, form: { id: survey.id } } }, { quiet: true })}
      onSent={done}
      onCancel={leave}
    >
      {survey.description && (
        <p className={classes['lead']} dir="auto">
          {survey.description}
        </p>
      )}
      {found && (
        <div className={classes['found']}>
          <p>
            {t('post.create.found')} <RelativeTime date={new Date(found.savedAt).toISOString()} />
          </p>
          <Button
            variant="subtle"
            size="sm"
            onClick={() => {
              void draft.discard();
              setAfresh(true);
            }}
          >
            {t('post.create.afresh')}
          </Button>
        </div>
      )}
    </ReportForm>
  );
}
