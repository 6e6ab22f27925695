/** The report of a receipt: its state, answers, messages, and what its holder can do. keys: receipt.state.*, receipt.stateText.* */
import '../../../blocks/survey-form/public-view-labels.ts';
import { Button } from '@mantine/core';
import { answerWithReceipt, type ReceiptReport, receiptHeader } from '@waypost/contract/receipts/receipts';
import type { ConsentUse } from '@waypost/contract/surveys/survey-consent';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { LinkedText } from '../../../blocks/linked-text/linked-text.tsx';
import { ReceiptMessageForm, ReceiptMessageList } from '../../../blocks/receipt/receipt-messages.tsx';
import { useSiteTimeFormat } from '../../../blocks/site-time/use-site-time-format.ts';
import { usePlaceLines } from '../../../blocks/survey-form/use-place-lines.ts';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { hasPublicPlace } from '../detail/post-places.ts';
import { type FullSurvey, useFullSurvey } from '../use-full-survey.ts';
import { AnswersView } from '../values/answers-view.tsx';
import { CorrectReport } from './correct-report.tsx';
import classes from './receipt-page.module.css';
import { isReceiptExpired, useReceiptReport } from './use-receipt-report.ts';
import { WithdrawButton } from './withdraw-button.tsx';

/** Id of the heading of the messages. */
const messagesHeadingId = 'receipt-messages';

const ReceiptConsent = lazy(() => import('./receipt-consent.tsx'));

interface Props {
  token: string;
  onClose: (reason: 'expired' | 'closed' | 'withdrawn') => void;
}

/** Loads and shows the report. */
export function ReceiptReportView({ token, onClose }: Props) {
  const { t } = useTranslation();
  const [close] = useState(() => () => onClose('expired'));
  const { data: report, error, refetch } = useReceiptReport(token, close);
  const survey = useFullSurvey(report?.post.form?.id ?? null, report?.post.status).data;
  const [isCorrecting, setCorrecting] = useState(false);
  // The URL stays the same, so that the router does not scroll to the beginning.
  const showForm = (isShown: boolean) => {
    setCorrecting(isShown);
    document.querySelector('main')?.scrollIntoView({ block: 'start' });
  };
  if (!report && error && !isReceiptExpired(error))
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!report) return <ListSkeleton rows={3} height={96} />;
  if (isCorrecting && survey)
    return (
      <CorrectReport
        report={report}
        survey={survey}
        token={token}
        onExpired={close}
        onDone={() => showForm(false)}
      />
    );
  const rights = report.post.allowed_privileges;
  return (
    <div className={classes['report']}>
      <ReportState report={report} />
      <section className={classes['section']}>
        <h2>{t('receipt.report.answers')}</h2>
        {report.post.content && (
          <p className={classes['content']} dir="auto">
            <LinkedText text={report.post.content} />
          </p>
        )}
        {survey && (
          <AnswersView post={report.post} attributes={survey.attributes} categories={survey.categories} />
        )}
        {survey && <PlaceNotes post={report.post} survey={survey} />}
        <div className={classes['actions']}>
          {survey && rights.includes('update') && (
            <Button variant="default" onClick={() => showForm(true)}>
              {t('receipt.correct.action')}
            </Button>
          )}
          {rights.includes('delete') && (
            <WithdrawButton token={token} onExpired={close} onWithdrawn={() => onClose('withdrawn')} />
          )}
        </div>
      </section>
      {report.consent && report.consent.choices.length > 0 && (
        <Suspense fallback={<ListSkeleton rows={1} height={96} />}>
          <ReceiptConsent consent={report.consent} token={token} onExpired={close} />
        </Suspense>
      )}
      <Conversation report={report} token={token} onExpired={close} />
      <Button variant="subtle" onClick={() => onClose('closed')}>
        {t('receipt.report.close')}
      </Button>
    </div>
  );
}

/** That others see an approximate place, or none, where the survey hides places. */
function PlaceNotes({ post, survey }: { post: ReceiptReport['post']; survey: FullSurvey }) {
  const lines = usePlaceLines(survey.survey);
  if (!hasPublicPlace(post, survey.attributes)) return null;
  return lines.map((line) => (
    <p key={line} className={classes['note']}>
      {line}
    </p>
  ));
}

/** Whether the reporter did not agree to a use. */
const isRefused = ({ consent }: ReceiptReport, use: ConsentUse): boolean =>
  consent?.refused.some((refusal) => refusal.use === use) ?? false;

function ReportState({ report }: { report: ReceiptReport }) {
  const { t } = useTranslation();
  const formatSiteTime = useSiteTimeFormat();
  const { state, post } = report;
  const publicFrom = post.public_from && formatSiteTime(post.public_from);
  const isWaiting = state === 'under-review';
  const isNotAgreed = isWaiting && isRefused(report, 'publish');
  return (
    <>
      <ScreenTitle title={post.title || t('receipt.report.title')} />
      <div className={classes['state']}>
        <strong>{t(`receipt.state.${state}`)}</strong>
        <p>
          {isNotAgreed
            ? t('publicView.refused.you')
            : state === 'published' && publicFrom
              ? t('receipt.stateText.waiting', { date: publicFrom })
              : t(`receipt.stateText.${state}`)}
        </p>
        {isWaiting && !isNotAgreed && publicFrom && <p>{t('publicView.later', { date: publicFrom })}</p>}
        {report.messages.at(-1)?.from === 'team' && <TeamMessageNotice />}
      </div>
    </>
  );
}

/** Says that the last message is the team's, and leads to it. */
function TeamMessageNotice() {
  const { t } = useTranslation();
  const showMessages = () => {
    const heading = document.getElementById(messagesHeadingId);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView({ block: 'start' });
  };
  return (
    <output className={classes['question']}>
      <span>{t('receipt.question.title')}</span>
      <Button onClick={showMessages}>{t('receipt.question.read')}</Button>
    </output>
  );
}

function Conversation({
  report,
  token,
  onExpired,
}: {
  report: ReceiptReport;
  token: string;
  onExpired: () => void;
}) {
  const { t } = useTranslation();
  const { messages, can_answer } = report;
  const isContactRefused = isRefused(report, 'contact');
  const answer = useCall(answerWithReceipt, {
    withoutToken: true,
    onError: (error) => {
      if (isReceiptExpired(error)) onExpired();
    },
  });
  return (
    <section className={classes['section']} aria-labelledby={messagesHeadingId}>
      <h2 id={messagesHeadingId} tabIndex={-1}>
        {t('receipt.messages.title')}
      </h2>
      {messages.length === 0 && (
        <p className={classes['note']}>
          {t(isContactRefused ? 'receipt.messages.noneRefused' : 'receipt.messages.none')}
        </p>
      )}
      {messages.length > 0 && isContactRefused && (
        <p className={classes['note']}>{t('receipt.messages.refused')}</p>
      )}
      <ReceiptMessageList
        messages={messages}
        own="reporter"
        nameOf={({ from }) => t(from === 'team' ? 'receipt.messages.team' : 'receipt.messages.you')}
      />
      {can_answer ? (
        <ReceiptMessageForm
          label={t('receipt.messages.label')}
          submitLabel={t('receipt.messages.send')}
          send={(message) => answer.mutateAsync({ body: { message }, headers: { [receiptHeader]: token } })}
        />
      ) : (
        <p className={classes['note']}>{t('receipt.messages.full')}</p>
      )}
    </section>
  );
}
