/** Changing a post: the same form as for a new one. A post without a survey first gets one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteMedia } from '@waypost/contract/media';
import { type Post, readPost, updatePost } from '@waypost/contract/posts';
import { nextIncompleteTask } from '@waypost/survey-logic/survey';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { forResource } from '../../api/query-keys.ts';
import {
  type Answers,
  answersOf,
  isUntouched,
  photosDropped,
} from '../../blocks/survey-form/form-answers.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { PageMessage } from '../../ui/page-message.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { ErrorState, LoadingList } from '../../ui/states.tsx';
import { ChooseSurvey } from './choose-survey.tsx';
import { ReportForm } from './report-form.tsx';
import { type SurveyWhole, useSurvey } from './use-survey.ts';
import { isComplete, sameVisibility, sentVisibility, visibilityOf } from './visibility.ts';
import { VisibilityField } from './visibility-field.tsx';

export function EditPost({ postId }: { postId: number }) {
  const { t } = useTranslation();
  const { data: post, error } = useQuery({
    ...read(readPost, { params: { id: postId } }, { quiet: true }),
    // Answers being written must not be replaced by a fetch in the background.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [chosen, setChosen] = useState<number | null>(null);
  const survey = useSurvey(post?.form?.id ?? chosen);
  if (post && !post.allowed_privileges.includes('update')) {
    return <PageMessage title={t('error.forbidden.title')}>{t('post.edit.forbidden')}</PageMessage>;
  }
  if (post && !post.form && chosen === null) return <ChooseSurvey onChoose={setChosen} />;
  if (post && survey.data) return <EditForm post={post} whole={survey.data} />;
  const failed = error ?? survey.error;
  return (
    <Panel head={<ScreenTitle title={t('post.edit.title')} />}>
      {failed ? (
        <ErrorState texts={problemTexts(failed)} onRetry={survey.retry} />
      ) : (
        <LoadingList rows={5} height={72} />
      )}
    </Panel>
  );
}

function EditForm({ post, whole }: { post: Post; whole: SurveyWhole }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const [start] = useState(() => answersOf(post));
  const mayPublish = post.allowed_privileges.includes('change_status');
  const [visibility, setVisibility] = useState(() => visibilityOf(post));
  const [isTold, setTold] = useState(false);
  const isDirty = useRef(false);
  const isSaved = useRef(false);
  const hasChanges = () =>
    !isSaved.current && (isDirty.current || !sameVisibility(visibility, visibilityOf(post)));
  const back = () => void navigate({ to: '/posts/$postId', params: { postId: String(post.id) } });

  const done = async (saved: Post | null, answers: Answers) => {
    isSaved.current = true;
    const mediaKeys = whole.attributes.filter((it) => it.type === 'media').map((it) => it.key);
    // Only now that the post no longer names them; who may not delete them leaves them to the server's cleaning.
    const gone = photosDropped(start, answers, mediaKeys);
    await Promise.allSettled(gone.map((id) => call(deleteMedia, { params: { id } }, { quiet: true })));
    await cache.invalidateQueries({ queryKey: forResource('posts') });
    const title = saved?.title || t('post.untitled');
    notify(
      'success',
      saved?.status === 'draft' || !saved ? t('post.done.savedForReview') : t('post.done.changed', { title }),
    );
    if (saved) back();
    else await navigate({ to: '/views/map' });
  };
  const send = (sent: Parameters<React.ComponentProps<typeof ReportForm>['send']>[0]) =>
    call(
      updatePost,
      {
        params: { id: post.id },
        body: {
          ...sent,
          form: { id: whole.survey.id },
          ...(mayPublish ? sentVisibility(visibility) : {}),
        },
      },
      { quiet: true },
    );

  return (
    <>
      <ReportForm
        survey={whole}
        initial={start}
        post={post}
        status={mayPublish ? sentVisibility(visibility).status : post.status}
        action={t('post.edit.save')}
        firstTask={nextIncompleteTask(whole.tasks, post.completed_stages)?.id}
        head={<ScreenTitle title={t('post.edit.title')} />}
        onChange={(answers) => {
          isDirty.current = !isUntouched(answers, start);
        }}
        send={send}
        mayBeSent={() => {
          setTold(true);
          if (!hasChanges()) notify('info', t('post.edit.noChanges'));
          return hasChanges() && isComplete(visibility);
        }}
        afterword={
          mayPublish && (
            <VisibilityField
              value={visibility}
              onChange={setVisibility}
              isArchived={post.status === 'archived'}
              error={isTold && !isComplete(visibility) ? t('post.visibility.noRole') : undefined}
            />
          )
        }
        onSent={done}
        onCancel={back}
      />
      <LeaveGuard hasChanges={hasChanges} />
    </>
  );
}
