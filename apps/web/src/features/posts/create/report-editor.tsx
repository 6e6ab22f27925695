import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Post } from '@waypost/contract/posts/posts';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfig } from '../../../api/config.ts';
import { buildResourceKey } from '../../../api/query-keys.ts';
import { useAccount } from '../../../api/session.ts';
import { useConsentAnswer } from '../../../blocks/consent/consent-answer.ts';
import type { StoredReport } from '../../../blocks/device/stored-reports.ts';
import { Markdown } from '../../../blocks/markdown/markdown.tsx';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { useNewReceipt } from '../../../blocks/receipt/use-new-receipt.ts';
import { createAnswers, isUnchanged } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { DraftHandle } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { PostVisibilityNote } from '../../../blocks/survey-form/post-visibility-note.tsx';
import { ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { notify } from '../../../ui/feedback/toast.tsx';
import { UnsavedChangesGuard } from '../../../ui/form/unsaved-changes-guard.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import classes from '../form/report-form.module.css';
import { ReportForm } from '../form/report-form.tsx';
import type { SendAnswers } from '../form/use-submit-report.ts';
import type { FullSurvey } from '../use-full-survey.ts';
import { HoneypotField } from './honeypot-field.tsx';
import { loadSending, preloadOfflineSending } from './preload-sending.ts';
import { QuickExitButton } from './quick-exit-button.tsx';
import { ShareSurveyButton } from './share-survey-button.tsx';

const ConsentFields = lazy(() => import('../../../blocks/consent/consent-fields.tsx'));

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
  /** Called with the id of the report that waits for the network. */
  onQueued: (id: string, receipt: Receipt | undefined) => void;
}

interface ReportEditorProps extends NewReportProps {
  draft: DraftHandle;
  draftToContinue: StoredReport | null;
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
  const honeypot = useRef<HTMLInputElement>(null);
  const newReceipt = useNewReceipt();
  /** Whether there are answers that are stored nowhere but on this page. */
  const hasUnstoredAnswers = useRef(false);
  const canLoseAnswers = () => hasUnstoredAnswers.current && draft.state === 'off';
  /** While the report is being sent, it is no draft. */
  const isSending = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const forgetDrafts = () => {
    hasUnstoredAnswers.current = false;
    return draft.discardAll();
  };
  const goToMap = () => void navigate({ to: '/views/map' });
  const showSent = async (post: Post | null, receipt: Receipt | undefined) => {
    void cache.invalidateQueries({ queryKey: buildResourceKey('posts') });
    if (isEmbedded || receipt || post?.status !== 'published') {
      onSent({ post, receipt, isPublishingRefused: !consent.allows('publish') });
      return;
    }
    notify('success', t('post.done.saved'));
    await navigate({ to: '/posts/$postId', params: { postId: String(post.id) } });
  };
  const send: SendAnswers = async (answers, progress) => {
    const { isKeyReused, sendFromForm } = await loadSending();
    const receipt = await newReceipt.prepare();
    const website = honeypot.current?.value;
    let latest = answers;
    isSending.current = true;
    try {
      const report = draft.finish(answers);
      const result = await sendFromForm(
        { ...report, website, receipt: receipt?.hash, consent: consent.read() },
        {
          ...progress,
          isOpen: () => isOpen.current,
          onAnswers: (next) => {
            latest = next;
            return progress.onAnswers?.(next);
          },
        },
      );
      hasUnstoredAnswers.current = false;
      if (!isOpen.current) return;
      if (result.kind === 'waiting') onQueued(report.id, receipt);
      else await showSent(result.post, receipt);
    } catch (error) {
      // The next attempt sends it as a new report, as the message says.
      if (isKeyReused(error)) {
        newReceipt.renew();
        draft.startOver(latest);
      }
      throw error;
    } finally {
      isSending.current = false;
    }
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
          if (isSending.current) return;
          const isEmpty = isUnchanged(answers, start);
          // A fast writer may finish before the idle preload has run.
          if (!isEmpty && !hasUnstoredAnswers.current) void preloadOfflineSending().catch(() => undefined);
          hasUnstoredAnswers.current = !isEmpty;
          if (isEmpty) void draft.discard();
          else draft.save(answers);
        }}
        send={send}
        {...(isEmbedded ? {} : { onCancel: goToMap })}
      >
        {survey.description && <Markdown text={survey.description} />}
        {!account && <HoneypotField ref={honeypot} />}
      </ReportForm>
      <UnsavedChangesGuard hasChanges={canLoseAnswers} />
    </>
  );
}
