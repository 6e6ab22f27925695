import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { idempotencyHeader } from '@waypost/contract/common/endpoint';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { createPost, type Post } from '@waypost/contract/posts/posts';
import type { ConsentAnswer } from '@waypost/contract/surveys/survey-consent';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { useConfig } from '../../../api/config.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useAccount } from '../../../api/session.ts';
import { useCall } from '../../../api/use-call.ts';
import { useConsentAnswer } from '../../../blocks/consent/consent-answer.ts';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import { withProofOfWork } from '../../../blocks/proof-of-work/with-proof-of-work.ts';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { useNewReceipt } from '../../../blocks/receipt/use-new-receipt.ts';
import {
  type Answers,
  createAnswers,
  isUnchanged,
} from '../../../blocks/survey-form/answers/form-answers.ts';
import type { Draft } from '../../../blocks/survey-form/drafts/draft-store.ts';
import type { DraftHandle } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { PostVisibilityNote } from '../../../blocks/survey-form/post-visibility-note.tsx';
import { createRandomId } from '../../../ui/browser/random-id.ts';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import classes from '../form/report-form.module.css';
import { ReportForm } from '../form/report-form.tsx';
import type { PostPayload } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { loadReportQueue, preloadOfflineSending } from './preload-sending.ts';
import { QuickExitButton } from './quick-exit-button.tsx';
import { ShareSurveyButton } from './share-survey-button.tsx';

const ConsentFields = lazy(() => import('../../../blocks/consent/consent-fields.tsx'));

const keyReusedRule: ValidationRule = 'keyReused';

/** A report that arrived. */
export interface SentReport {
  /** Null when the current user may not see the post. */
  post: Post | null;
  /** Of a report without an account. */
  receipt: Receipt | undefined;
  /** The reporter was asked, and did not agree to publishing. */
  isPublishingRefused: boolean;
}

/** Props of a new report. */
export interface NewReportProps {
  fullSurvey: FullSurvey;
  isEmbedded: boolean;
  onSent: (sent: SentReport) => void;
  /** Called with the id of the report that was queued for later. */
  onQueued: (sendKey: string, receipt: Receipt | undefined) => void;
}

/** Sends a new report. With its key, the server recognises a report that is sent again. */
function useSendReport(
  surveyId: number,
  draft: DraftHandle,
  initialKey: string | undefined,
  readConsent: () => ConsentAnswer | undefined,
) {
  const create = useCall(createPost, { invalidates: [] });
  const [sendKey, setSendKey] = useState(() => initialKey ?? createRandomId());
  const honeypot = useRef<HTMLInputElement>(null);
  const newReceipt = useNewReceipt();
  const send = async (post: PostPayload, answers: Answers) => {
    // Stores the ids of uploaded photos first: if the page closes now, the next attempt sends the same body.
    await draft.flush();
    const website = honeypot.current?.value;
    const receipt = (await newReceipt.prepare())?.hash;
    const consent = readConsent();
    const body = {
      ...post,
      form: { id: surveyId },
      ...(website ? { website } : {}),
      ...(receipt === undefined ? {} : { receipt }),
      ...(consent ? { consent } : {}),
    };
    try {
      return await withProofOfWork((proof) =>
        create.mutateAsync({ body, headers: { [idempotencyHeader]: sendKey, ...proof } }),
      );
    } catch (error) {
      // The report had already arrived and was changed since. The next attempt sends it as a new report, as the message says.
      if (isApiError(error) && error.entries.some((entry) => entry.code === keyReusedRule)) {
        const next = createRandomId();
        setSendKey(next);
        newReceipt.renew();
        draft.save(answers, next);
      }
      throw error;
    }
  };
  return { sendKey, send, honeypot, prepareReceipt: newReceipt.prepare };
}

interface ReportEditorProps extends NewReportProps {
  draft: DraftHandle;
  draftToContinue: Draft | null;
}

/** The form of a new report, stored on this device as a draft until it is sent. */
export function ReportEditor({
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
  const consent = useConsentAnswer(survey.consent);
  const { sendKey, send, honeypot, prepareReceipt } = useSendReport(
    survey.id,
    draft,
    draftToContinue?.sendKey,
    consent.read,
  );
  /** Whether there are answers that are stored nowhere but on this page. */
  const hasUnstoredAnswers = useRef(false);
  const canLoseAnswers = () => hasUnstoredAnswers.current && draft.state === 'off';

  const queueForLater = async (answers: Answers) => {
    const reportQueue = await loadReportQueue().catch(() => null);
    if (!reportQueue) return false;
    const { tasks, attributes } = fullSurvey;
    const receipt = await prepareReceipt();
    const isQueued = await reportQueue.queueReport(
      { id: survey.id, name: survey.name, tasks, attributes },
      answers,
      sendKey,
      { receipt: receipt?.hash, consent: consent.read() },
    );
    if (!isQueued) return false;
    hasUnstoredAnswers.current = false;
    await draft.discard();
    onQueued(sendKey, receipt);
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
    const receipt = await prepareReceipt();
    if (isEmbedded || receipt || post?.status !== 'published') {
      onSent({ post, receipt, isPublishingRefused: !consent.allows('publish') });
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
        afterFields={
          <>
            <PostVisibilityNote
              survey={{ ...survey, require_approval: isHeld }}
              needsConsent={!consent.allows('publish')}
            />
            {survey.consent && (
              <Suspense fallback={<ListSkeleton rows={2} height={56} />}>
                <ConsentFields
                  consent={survey.consent}
                  answer={consent.answer}
                  onChange={consent.setAnswer}
                  refusals={consent.refusals}
                />
              </Suspense>
            )}
          </>
        }
        canSubmit={consent.check}
        isPublishingRefused={!consent.allows('publish')}
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
