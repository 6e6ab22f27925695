import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../../api/api-error.ts';
import { useConfig } from '../../../api/config.ts';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useAccount, useScreenOwner } from '../../../api/session.ts';
import type { StoredReport } from '../../../blocks/device/stored-reports.ts';
import { isTrialOver } from '../../../blocks/feature-notice/trial-state.ts';
import type { Receipt } from '../../../blocks/receipt/receipt-code.ts';
import { useDraft } from '../../../blocks/survey-form/drafts/use-draft.ts';
import { EmptyState, ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { ButtonLink } from '../../../ui/navigation/button-link.tsx';
import { useIdlePreload } from '../../../ui/network/use-idle-preload.ts';
import classes from '../form/report-form.module.css';
import { useFullSurvey } from '../use-full-survey.ts';
import { preloadOfflineSending, preloadVisitorSending } from './preload-sending.ts';
import { QuickExitButton } from './quick-exit-button.tsx';
import { type NewReportProps, ReportEditor, type SentReport } from './report-editor.tsx';
import { SurveyNotFound } from './survey-not-found.tsx';
import { ThankYou } from './thank-you.tsx';
import { UnsentDrafts } from './unsent-drafts.tsx';

const QueuedReport = lazy(() => import('./queued-report.tsx'));
const FormNotStored = lazy(() => import('./form-not-stored.tsx'));

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
  const [sent, setSent] = useState<SentReport | null>(null);
  /** The report that could not be sent and waits on this device. */
  const [queued, setQueued] = useState<{ id: string; receipt: Receipt | undefined } | null>(null);
  // The network may be gone when the report is finished. The code that queues it must be loaded before that, with or without a
  // map.
  useIdlePreload(owner ? preloadOfflineSending : preloadVisitorSending, { waitsForMap: false });
  if (queued !== null) {
    const startNewReport = () => {
      setQueued(null);
      setFormVersion(formVersion + 1);
    };
    return (
      <Suspense fallback={<ListSkeleton rows={3} height={72} />}>
        <QueuedReport {...queued} isEmbedded={isEmbedded} onNewReport={startNewReport} />
      </Suspense>
    );
  }
  if (sent) {
    const startNewReport = () => {
      setSent(null);
      setFormVersion(formVersion + 1);
    };
    return <ThankYou {...sent} survey={data?.survey} isEmbedded={isEmbedded} onNewReport={startNewReport} />;
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
        onSent={setSent}
        onQueued={(id, receipt) => setQueued({ id, receipt })}
      />
    );
  }
  const isGone = isApiError(error) && error.status === 404;
  const isNotStored = isApiError(error) && error.kind === 'network' && !navigator.onLine;
  return (
    <Panel header={<ScreenTitle title={t('post.create.title')} />}>
      {isGone ? (
        <SurveyNotFound isEmbedded={isEmbedded} />
      ) : isNotStored ? (
        <Suspense fallback={<ListSkeleton rows={3} height={72} />}>
          <FormNotStored isEmbedded={isEmbedded} onRetry={retry} />
        </Suspense>
      ) : error ? (
        <ErrorState messages={formatErrorMessages(error)} onRetry={retry} />
      ) : (
        <ListSkeleton rows={5} height={72} />
      )}
    </Panel>
  );
}

/** Shown instead of the form of a survey that only some roles may answer, with a login button, or after the end of a trial. */
function SurveyNotAllowed({ name, isEmbedded }: { name: string; isEmbedded: boolean }) {
  const { t } = useTranslation();
  const account = useAccount();
  const { site } = useConfig();
  if (isTrialOver(site))
    return (
      <Panel header={<ScreenTitle title={name} />}>
        <EmptyState title={t('problem.server.trial-over')} />
      </Panel>
    );
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

/** The form, or the choice of an unsent draft. */
function NewReport({ fullSurvey, isEmbedded, onSent, onQueued }: NewReportProps) {
  const { survey, tasks, attributes } = fullSurvey;
  const draft = useDraft({ id: survey.id, name: survey.name, tasks, attributes });
  /** The unsent draft to continue, or null for a new report; undefined until the user has decided. */
  const [draftToContinue, setDraftToContinue] = useState<StoredReport | null>();
  const header = (
    <div className={classes['head']}>
      <ScreenTitle title={survey.name} />
      <QuickExitButton survey={survey} clear={draft.discardAll} />
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
