/** The conversation of the team with the reporter of a post who has a receipt. */
import './receipt-labels.ts';
import { useQuery } from '@tanstack/react-query';
import {
  askReporter,
  listReporterMessages,
  listReporterThreads,
  markReporterThreadSeen,
  receiptMessageLimits,
} from '@waypost/contract/receipts/receipts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { ErrorState } from '../../ui/feedback/screen-states.tsx';
import { useLoadedTranslations } from '../../ui/i18n/i18n.ts';
import { openThreadPollMs, useMarkAsSeen } from '../conversation/use-mark-as-seen.ts';
import classes from './receipt-messages.module.css';
import { ReceiptMessageForm, ReceiptMessageList } from './receipt-messages.tsx';

interface Props {
  postId: number;
  /** Looks for new messages by itself. */
  isLive?: boolean;
}

/** Renders nothing for posts whose reporters have no receipt. What it shows is seen by the team from now on. */
export default function ReporterThread({ postId, isLive = false }: Props) {
  useLoadedTranslations();
  const { t } = useTranslation();
  const titleId = useId();
  const query = buildEndpointQuery(listReporterMessages, { params: { id: postId } });
  const { data, error, refetch } = useQuery({
    ...query,
    staleTime: 0,
    refetchInterval: isLive ? openThreadPollMs : false,
  });
  const ask = useCall(askReporter, {
    invalidates: [query.queryKey, buildEndpointKey(listReporterThreads)],
  });
  useMarkAsSeen({
    unseen: data?.unread ? data.results.at(-1)?.id : undefined,
    markSeen: (seen) => call(markReporterThreadSeen, { params: { id: postId }, body: { seen } }),
    list: listReporterThreads,
  });
  // Other servers have no receipts.
  if (isApiError(error) && error.status === 404) return null;
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data?.has_receipt) return null;
  return (
    <section className={classes['section']} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('receipt.team.title')}</h2>
      {data.reply !== 'declined' && <p className={classes['note']}>{t('receipt.team.text')}</p>}
      <ReceiptMessageList
        messages={data.results}
        own="team"
        nameOf={({ from, user }) =>
          from === 'reporter' ? t('receipt.team.reporter') : (user?.realname ?? t('receipt.messages.team'))
        }
      />
      {data.reply === 'declined' && <p className={classes['note']}>{t('fault.contactNeedsConsent')}</p>}
      {data.reply !== 'declined' && data.count < receiptMessageLimits.perPost && (
        <ReceiptMessageForm
          key={postId}
          label={t('receipt.team.label')}
          submitLabel={t('receipt.team.send')}
          send={(message) => ask.mutateAsync({ params: { id: postId }, body: { message } })}
        />
      )}
    </section>
  );
}
