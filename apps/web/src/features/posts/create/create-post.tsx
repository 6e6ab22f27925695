import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createPost, type Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { useConfig } from '../../../api/config.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useAccount, useScreenOwner } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import { withProofOfWork } from '../../../blocks/proof-of-work/with-proof-of-work.ts';
import {
  type Answers,
  createAnswers,
  isUnchanged,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import type { Draft } from '../../../blocks/survey-form/drafts/draft-store.ts';
import { type DraftHandle, useDraft } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { PostVisibilityNote } from '../../../blocks/survey-form/post-visibility-note.tsx';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { useIdlePreload } from '../../../ui/network/use-idle-preload.ts';
import classes from '../form/report-form.module.css';
import { ReportForm } from '../form/report-form.tsx';
import type { PostPayload } from '../form/use-submit-report.ts';
import { type FullSurvey, useFullSurvey } from '../use-full-survey.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { ShareSurveyButton } from './share-survey-button.tsx';
import { SurveyNotFound } from './survey-not-found.tsx';
import { ThankYou } from './thank-you.tsx';
import { UnsentDrafts } from './unsent-drafts.tsx';

const QuickExit = lazy(() => import('./quick-exit.tsx'));
const QueuedReport = lazy(() => import('./queued-report.tsx'));
const loadReportQueue = () => import('../../../blocks/device/queue-report.ts');
const preloadOfflineSending = () =>
  Promise.all([
    loadReportQueue(),
    import('./queued-report.tsx'),
    import('../../../blocks/survey-form/photos/upload-photos.ts'),
  ]);
const preloadVisitorSending = () =>
  Promise.all([
    preloadOfflineSending(),
    import('../../../blocks/proof-of-work/proof-of-work.ts').then((module) => module.prepareProofOfWork()),
  ]);

interface CreateProps {
  surveyId: number;
  /** Shown in an iframe of another site: no link leads away from the form. */
  isEmbedded?: boolean;
}

/** The page for a new report: the survey as a form, stored on this device as a draft until it is sent. */
export function CreatePost({ surveyId, isEmbedded = false }: CreateProps) {
  const { t } = useTranslation();
  const owner = useScreenOwner();
  const { data, error, retry } = useFullSurvey(surveyId);
  /** Number of reports sent so far; each one gets a new, empty form. */
  const [formVersion, setFormVersion] = useState(0);
  const [sent, setSent] = useState<{ post: Post | null } | null>(null);
  /** Id of the report that could not be sent and waits on this device. */
  const [queuedReportId, setQueuedReportId] = useState<string | null>(null);
  // The network may be gone when the report is finished. The code that queues it must be loaded before that, with or without a
  // map.
  useIdlePreload(owner ? preloadOfflineSending : preloadVisitorSending, { waitsForMap: false });
  if (queuedReportId !== null) {
    const startNewReport = () => {
      setQueuedReportId(null);
      setFormVersion(formVersion + 1);
    };
    return (
      <Suspense fallback={<ListSkeleton rows={3} height={72} />}>
        <QueuedReport id={queuedReportId} isEmbedded={isEmbedded} onNewReport={startNewReport} />
      </Suspense>
    );
  }
  if (sent) {
    const startNewReport = () => {
      setSent(null);
      setFormVersion(formVersion + 1);
    };
    return <ThankYou post={sent.post} isEmbedded={isEmbedded} onNewReport={startNewReport} />;
  }
  if (data?.survey.may_post === false)
    return <SurveyNotAllowed name={data.survey.name} isEmbedded={isEmbedded} />;
  if (data) {
    // A draft of one account must not be shown to the next account that logs in on this device.
    const key = `${owner?.id ?? 'visitor'} ${formVersion}`;
    return (
      <NewReport
        key={key}
        fullSurvey={data}
        isEmbedded={isEmbedded}
        onSent={(post) => setSent({ post })}
        onQueued={setQueuedReportId}
      />
    );
  }
  const isGone = isApiError(error) && error.status === 404;
  return (
    <Panel header={<ScreenTitle title={t('post.create.title')} />}>
      {isGone ? (
        <SurveyNotFound isEmbedded={isEmbedded} />
      ) : error ? (
        <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />
      ) : (
        <ListSkeleton rows={5} height={72} />
      )}
    </Panel>
  );
}

const keyReusedRule: ValidationRule = 'keyReused';

/** Shown instead of the form of a survey that only some roles may answer, with a login button. */
function SurveyNotAllowed({ name, isEmbedded }: { name: string; isEmbedded: boolean }) {
  const { t } = useTranslation();
  const account = useAccount();
  const linkTarget = isEmbedded ? { target: '_blank' } : {};
  return (
    <Panel header={<ScreenTitle title={name} />}>
      <EmptyState
        title={t('post.create.notAllowed')}
        action={
          !account && (
            <ButtonLink to="/login" size="md" {...linkTarget}>
              {t('nav.login')}
            </ButtonLink>
          )
        }
      >
        {t(account ? 'post.create.notAllowedText' : 'post.create.notAllowedVisitor')}
      </EmptyState>
    </Panel>
  );
}

interface Props {
  fullSurvey: FullSurvey;
  isEmbedded: boolean;
  onSent: (post: Post | null) => void;
  /** Called with the id of the report that was queued for later. */
  onQueued: (sendKey: string) => void;
}

function NewReport({ fullSurvey, isEmbedded, onSent, onQueued }: Props) {
  const draft = useDraft(fullSurvey.survey.id);
  /** The unsent draft to continue, or null for a new report; undefined until the user has decided. */
  const [draftToContinue, setDraftToContinue] = useState<Draft | null>();
  const header = (
    <div className={classes['head']}>
      <ScreenTitle title={fullSurvey.survey.name} />
      <QuickExitButton survey={fullSurvey.survey} clear={draft.discardAll} />
    </div>
  );
  if (draft.storedDrafts === undefined)
    return (
      <Panel header={header}>
        <ListSkeleton rows={5} height={72} />
      </Panel>
    );
  if (draft.storedDrafts.length > 0 && draftToContinue === undefined)
    return (
      <UnsentDrafts
        header={header}
        fullSurvey={fullSurvey}
        drafts={draft.storedDrafts}
        onContinue={(it) => {
          draft.continueDraft(it);
          setDraftToContinue(it);
        }}
        onDiscard={(it) => void draft.discard(it)}
        onNewReport={() => setDraftToContinue(null)}
      />
    );
  const props = { fullSurvey, isEmbedded, onSent, onQueued, draft };
  return <ReportEditor {...props} draftToContinue={draftToContinue ?? null} />;
}

/** Quick exit button, for surveys with the option `quick_exit`. */
function QuickExitButton({ survey, clear }: { survey: FullSurvey['survey']; clear: () => Promise<unknown> }) {
  return (
    survey.quick_exit && (
      <Suspense fallback={null}>
        <QuickExit clear={clear} />
      </Suspense>
    )
  );
}

/** Sends a new report. With its key, the server recognises a report that is sent again. */
function useSendReport(surveyId: number, draft: DraftHandle, initialKey: string | undefined) {
  const create = useCall(createPost, { invalidates: [] });
  const [sendKey, setSendKey] = useState(() => initialKey ?? createRandomId());
  const honeypot = useRef<HTMLInputElement>(null);
  const send = async (post: PostPayload, answers: Answers) => {
    // Stores the ids of uploaded photos first: if the page closes now, the next attempt sends the same body.
    await draft.flush();
    const website = honeypot.current?.value;
    const body = { ...post, form: { id: surveyId }, ...(website ? { website } : {}) };
    try {
      return await withProofOfWork((proof) =>
        create.mutateAsync({ body, headers: { [idempotencyHeader]: sendKey, ...proof } }),
      );
    } catch (error) {
      // The report had already arrived and was changed since. The next attempt sends it as a new report, as the message says.
      if (isApiError(error) && error.entries.some((entry) => entry.code === keyReusedRule)) {
        const next = createRandomId();
        setSendKey(next);
        draft.save(answers, next);
      }
      throw error;
    }
  };
  return { sendKey, send, honeypot };
}

interface ReportEditorProps extends Props {
  draft: DraftHandle;
  draftToContinue: Draft | null;
}

function ReportEditor({
  fullSurvey,
  isEmbedded,
  onSent,
  onQueued,
  draft,
  draftToContinue,
}: ReportEditorProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const { survey } = fullSurvey;
  const account = useAccount();
  const { site } = useConfig();
  // The status the server chooses when none is sent (API v3 §2.1).
  const isHeld = survey.require_approval || (!account && site.hold_visitors === 'always');
  const [start] = useState(() => createAnswers(fullSurvey));
  const { sendKey, send, honeypot } = useSendReport(survey.id, draft, draftToContinue?.sendKey);
  /** Whether there are answers that are stored nowhere but on this page. */
  const hasUnstoredAnswers = useRef(false);
  const canLoseAnswers = () => hasUnstoredAnswers.current && draft.state === 'off';

  const queueForLater = async (answers: Answers) => {
    const reportQueue = await loadReportQueue().catch(() => null);
    if (!reportQueue) return false;
    const { tasks, attributes } = fullSurvey;
    const isQueued = await reportQueue.queueReport(
      { id: survey.id, name: survey.name, tasks, attributes },
      answers,
      sendKey,
    );
    if (!isQueued) return false;
    hasUnstoredAnswers.current = false;
    await draft.discard();
    onQueued(sendKey);
    return true;
  };
  const forgetDrafts = () => {
    hasUnstoredAnswers.current = false;
    return draft.discardAll();
  };
  const goToMap = () => void navigate({ to: '/views/map' });
  const handleSent = async (post: Post | null) => {
    hasUnstoredAnswers.current = false;
    await draft.discard();
    void cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
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
        fullSurvey={fullSurvey}
        initialAnswers={draftToContinue?.answers ?? start}
        status={isHeld ? 'draft' : 'published'}
        submitLabel={t('post.create.send')}
        header={
          <div className={classes['head']}>
            <ScreenTitle title={survey.name} />
            <div className={classes['tools']}>
              {!isEmbedded && <ShareSurveyButton survey={survey} />}
              <QuickExitButton survey={survey} clear={forgetDrafts} />
            </div>
          </div>
        }
        afterFields={<PostVisibilityNote survey={{ ...survey, require_approval: isHeld }} />}
        draft={draft.state}
        onChange={(answers) => {
          const isEmpty = isUnchanged(answers, start);
          // A fast writer may finish before the idle preload has run.
          if (!isEmpty && !hasUnstoredAnswers.current) void preloadOfflineSending().catch(() => undefined);
          hasUnstoredAnswers.current = !isEmpty;
          if (isEmpty) void draft.discard();
          else draft.save(answers, sendKey);
        }}
        send={send}
        onSent={handleSent}
        queueForLater={queueForLater}
        {...(isEmbedded ? {} : { onCancel: goToMap })}
      >
        {survey.description && <Markdown text={survey.description} />}
        {!account && <HoneypotField ref={honeypot} />}
      </ReportForm>
      <UnsavedChangesGuard hasChanges={canLoseAnswers} />
    </>
  );
}
