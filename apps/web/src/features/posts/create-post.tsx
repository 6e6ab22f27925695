/** Reporting something: the survey as a form, kept on this device until it is sent. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { idempotencyHeader } from '@waypost/contract/endpoint';
import { createPost, type Post } from '@waypost/contract/posts';
import type { Rule } from '@waypost/contract/problems';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useConfig } from '../../api/config.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { useAccount, useScreenOwner } from '../../api/session.ts';
import { Markdown } from '../../blocks/markdown/markdown.tsx';
import { withProof } from '../../blocks/proof/with-proof.ts';
import type { Draft } from '../../blocks/survey-form/draft-store.ts';
import { type Answers, isUntouched, newAnswers } from '../../blocks/survey-form/form-answers.ts';
import { type DraftKeeper, useDraft } from '../../blocks/survey-form/use-draft.ts';
import { WhoSees } from '../../blocks/survey-form/who-sees.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { useFetchedAtLeisure } from '../../ui/fetched-at-leisure.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { notify } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { randomId } from '../../ui/random-id.ts';
import { ScreenTitle } from '../../ui/screen-title.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { FoundDraft } from './found-draft.tsx';
import classes from './report-form.module.css';
import { ReportForm } from './report-form.tsx';
import { ShareSurvey } from './share-survey.tsx';
import { SurveyGone } from './survey-gone.tsx';
import { ThankYou } from './thank-you.tsx';
import { Trap } from './trap.tsx';
import type { SentPost } from './use-sending.ts';
import { type SurveyWhole, useSurvey } from './use-survey.ts';

const QuickExit = lazy(() => import('./quick-exit.tsx'));
const QueuedReport = lazy(() => import('./queued-report.tsx'));
const loadKeeper = () => import('../../blocks/device/keep-report.ts');
const fetchForLater = () =>
  Promise.all([
    loadKeeper(),
    import('./queued-report.tsx'),
    import('../../blocks/survey-form/send-photos.ts'),
  ]);
const fetchForVisitor = () =>
  Promise.all([fetchForLater(), import('../../blocks/proof/proof.ts').then((it) => it.prepareProof())]);

interface CreateProps {
  surveyId: number;
  /** In a frame of another page: nothing leads away from the form. */
  isEmbedded?: boolean;
}

export function CreatePost({ surveyId, isEmbedded = false }: CreateProps) {
  const { t } = useTranslation();
  const owner = useScreenOwner();
  const { data, error, retry } = useSurvey(surveyId);
  /** Counts the reports sent, so that another one begins with an empty form. */
  const [round, setRound] = useState(0);
  const [sent, setSent] = useState<{ post: Post | null } | null>(null);
  /** The report that could not be sent and waits on this device. */
  const [queued, setQueued] = useState<string | null>(null);
  // Whoever begins a report may be out of reach when it is finished.
  // A report that cannot be sent is kept by what is fetched here: it must be there before the line goes, map or no map.
  useFetchedAtLeisure(owner ? fetchForLater : fetchForVisitor, { waitsForMap: false });
  if (queued !== null) {
    const again = () => {
      setQueued(null);
      setRound(round + 1);
    };
    return (
      <Suspense fallback={<LoadingList rows={3} height={72} />}>
        <QueuedReport id={queued} isEmbedded={isEmbedded} onAgain={again} />
      </Suspense>
    );
  }
  if (sent) {
    const again = () => {
      setSent(null);
      setRound(round + 1);
    };
    return <ThankYou post={sent.post} isEmbedded={isEmbedded} onAgain={again} />;
  }
  if (data?.survey.may_post === false) return <NotYours name={data.survey.name} isEmbedded={isEmbedded} />;
  if (data) {
    // What one person has written is not there for the next one who logs in on this device.
    const key = `${owner?.id ?? 'visitor'} ${round}`;
    const told = { onSent: (post: Post | null) => setSent({ post }), onKept: setQueued };
    return <NewReport key={key} whole={data} isEmbedded={isEmbedded} {...told} />;
  }
  const isGone = isApiError(error) && error.status === 404;
  return (
    <Panel head={<ScreenTitle title={t('post.create.title')} />}>
      {isGone ? (
        <SurveyGone isEmbedded={isEmbedded} />
      ) : error ? (
        <ErrorState texts={problemTexts(error)} onRetry={retry} />
      ) : (
        <LoadingList rows={5} height={72} />
      )}
    </Panel>
  );
}

const keyReused: Rule = 'keyReused';

/** A survey for some roles: said before anything is written, with the way to log in. */
function NotYours({ name, isEmbedded }: { name: string; isEmbedded: boolean }) {
  const { t } = useTranslation();
  const account = useAccount();
  const away = isEmbedded ? { target: '_blank' } : {};
  return (
    <Panel head={<ScreenTitle title={name} />}>
      <EmptyState
        title={t('post.create.notYours')}
        action={
          !account && (
            <ButtonLink to="/login" size="md" {...away}>
              {t('nav.login')}
            </ButtonLink>
          )
        }
      >
        {t(account ? 'post.create.notYoursText' : 'post.create.notYoursVisitor')}
      </EmptyState>
    </Panel>
  );
}

interface Props {
  whole: SurveyWhole;
  isEmbedded: boolean;
  onSent: (post: Post | null) => void;
  /** Given the name of the report that is kept for later. */
  onKept: (sendKey: string) => void;
}

function NewReport({ whole, isEmbedded, onSent, onKept }: Props) {
  const draft = useDraft(whole.survey.id);
  /** The unsent report that goes on, or null for an empty form; undefined until that is decided. */
  const [goesOn, setGoesOn] = useState<Draft | null>();
  const head = (
    <div className={classes['head']}>
      <ScreenTitle title={whole.survey.name} />
      <LeaveAtOnce survey={whole.survey} clear={draft.discard} />
    </div>
  );
  if (draft.found === undefined)
    return (
      <Panel head={head}>
        <LoadingList rows={5} height={72} />
      </Panel>
    );
  if (draft.found && goesOn === undefined) {
    const { found } = draft;
    const afresh = () => void draft.discard().then(() => setGoesOn(null));
    return <FoundDraft head={head} draft={found} onContinue={() => setGoesOn(found)} onDiscard={afresh} />;
  }
  const given = { whole, isEmbedded, onSent, onKept, draft };
  return <WriteReport {...given} goesOn={goesOn ?? null} />;
}

/** For surveys whose form may have to be left in a hurry. */
function LeaveAtOnce({ survey, clear }: { survey: SurveyWhole['survey']; clear: () => Promise<unknown> }) {
  return (
    survey.quick_exit && (
      <Suspense fallback={null}>
        <QuickExit clear={clear} />
      </Suspense>
    )
  );
}

interface WriteProps extends Props {
  draft: DraftKeeper;
  goesOn: Draft | null;
}

function WriteReport({ whole, isEmbedded, onSent, onKept, draft, goesOn }: WriteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { survey } = whole;
  const account = useAccount();
  const { site } = useConfig();
  // What the server makes of it when nothing is said (wire 2.1).
  const isHeld = survey.require_approval || (!account && site.hold_visitors === 'always');
  const [start] = useState(() => newAnswers(whole));
  const [sendKey, setSendKey] = useState(() => goesOn?.sendKey ?? randomId());
  /** Whether there are answers that only this page has. */
  const isOnlyHere = useRef(false);
  const trap = useRef<HTMLInputElement>(null);
  const mayLose = () => isOnlyHere.current && draft.state === 'off';

  const send = async (post: SentPost, answers: Answers) => {
    // With the pictures that the server has by now: should this page die, the next try says the very same.
    await draft.flush();
    const website = trap.current?.value;
    const input = { body: { ...post, form: { id: survey.id }, ...(website ? { website } : {}) } };
    const headers = { [idempotencyHeader]: sendKey };
    try {
      return await withProof((proof) =>
        call(createPost, input, { quiet: true, headers: { ...headers, ...proof } }),
      );
    } catch (error) {
      // It had arrived already and was changed since: the next press sends it as another report, as the message says.
      if (isApiError(error) && error.entries.some((it) => it.code === keyReused)) {
        const next = randomId();
        setSendKey(next);
        draft.keep(answers, next);
      }
      throw error;
    }
  };
  const keepForLater = async (answers: Answers) => {
    const keeper = await loadKeeper().catch(() => null);
    if (!keeper) return false;
    const { tasks, attributes } = whole;
    const isKept = await keeper.keepReport(
      { id: survey.id, name: survey.name, tasks, attributes },
      answers,
      sendKey,
    );
    if (!isKept) return false;
    isOnlyHere.current = false;
    await draft.discard();
    onKept(sendKey);
    return true;
  };
  const forget = () => {
    isOnlyHere.current = false;
    return draft.discard();
  };
  const leave = () => void navigate({ to: '/views/map' });
  const done = async (post: Post | null) => {
    isOnlyHere.current = false;
    await draft.discard();
    void cache.invalidateQueries({ queryKey: forResource('posts') });
    if (isEmbedded || post?.status !== 'published') {
      onSent(post);
      return;
    }
    notify('success', t('post.done.saved'));
    await navigate({ to: '/posts/$postId', params: { postId: String(post.id) } });
  };
  return (
    <>
      <ReportForm
        survey={whole}
        initial={goesOn?.answers ?? start}
        status={isHeld ? 'draft' : 'published'}
        action={t('post.create.send')}
        head={
          <div className={classes['head']}>
            <ScreenTitle title={survey.name} />
            <div className={classes['tools']}>
              {!isEmbedded && <ShareSurvey survey={survey} />}
              <LeaveAtOnce survey={survey} clear={forget} />
            </div>
          </div>
        }
        afterword={<WhoSees survey={{ ...survey, require_approval: isHeld }} />}
        draft={draft.state}
        onChange={(answers) => {
          const isEmpty = isUntouched(answers, start);
          // Whoever writes quickly may be done before there was any leisure.
          if (!isEmpty && !isOnlyHere.current) void fetchForLater().catch(() => undefined);
          isOnlyHere.current = !isEmpty;
          if (isEmpty) void draft.discard();
          else draft.keep(answers, sendKey);
        }}
        send={send}
        onSent={done}
        keepForLater={keepForLater}
        {...(isEmbedded ? {} : { onCancel: leave })}
      >
        {survey.description && <Markdown text={survey.description} />}
        {!account && <Trap ref={trap} />}
      </ReportForm>
      <LeaveGuard hasChanges={mayLose} />
    </>
  );
}
