/** The report of a receipt: its state, answers, messages, and what its holder can do. keys: receipt.state.*, receipt.stateText.* */
import { Button } from '@mantine/core';
import { answerWithReceipt, type ReceiptReport, receiptHeader } from '@waypost/contract/receipts/receipts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../../api/error-text.ts';
import { useCall } from '../../../api/use-call.ts';
import { ReceiptMessageForm, ReceiptMessageList } from '../../../blocks/receipt/receipt-messages.tsx';
import { ErrorState, ListSkeleton } from '../../../ui/feedback/screen-states.tsx';
import { ScreenTitle } from '../../../ui/layout/screen-title.tsx';
import { useFullSurvey } from '../use-full-survey.ts';
import { AnswersView } from '../values/answers-view.tsx';
import { CorrectReport } from './correct-report.tsx';
import classes from './receipt-page.module.css';
import { isReceiptExpired, useReceiptReport } from './use-receipt-report.ts';
import { WithdrawButton } from './withdraw-button.tsx';

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
        onDone={() => setCorrecting(false)}
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
            {report.post.content}
          </p>
        )}
        {survey && (
          <AnswersView post={report.post} attributes={survey.attributes} categories={survey.categories} />
        )}
        <div className={classes['actions']}>
          {survey && rights.includes('update') && (
            <Button variant="default" onClick={() => setCorrecting(true)}>
              {t('receipt.correct.action')}
            </Button>
          )}
          {rights.includes('delete') && (
            <WithdrawButton token={token} onExpired={close} onWithdrawn={() => onClose('withdrawn')} />
          )}
        </div>
      </section>
      <Conversation report={report} token={token} onExpired={close} />
      <Button variant="subtle" onClick={() => onClose('closed')}>
        {t('receipt.report.close')}
      </Button>
    </div>
  );
}

function ReportState({ report: { state, post } }: { report: ReceiptReport }) {
  const { t } = useTranslation();
  return (
    <>
      <ScreenTitle title={post.title || t('receipt.report.title')} />
      <div className={classes['state']}>
        <strong>{t(`receipt.state.${state}`)}</strong>
        <p>{t(`receipt.stateText.${state}`)}</p>
      </div>
    </>
  );
}

function Conversation({
  report: { messages, can_answer },
  token,
  onExpired,
}: {
  report: ReceiptReport;
  token: string;
  onExpired: () => void;
}) {
  const { t } = useTranslation();
  const answer = useCall(answerWithReceipt, {
    withoutToken: true,
    onError: (error) => {
      if (isReceiptExpired(error)) onExpired();
    },
  });
  return (
    <section className={classes['section']} aria-labelledby="receipt-messages">
      <h2 id="receipt-messages">{t('receipt.messages.title')}</h2>
      {messages.length === 0 && <p className={classes['note']}>{t('receipt.messages.none')}</p>}
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
