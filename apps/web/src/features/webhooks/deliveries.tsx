/** The deliveries of a webhook with their results; each can be repeated. keys: webhook.event.* webhook.log.state.* webhook.log.fault.* */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  listDeliveries,
  retryDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@waypost/contract/webhooks/webhooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { notifyError } from '../../api/notify-error.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { buildEndpointKey } from '../../api/query-keys.ts';
import { useCall } from '../../api/use-call.ts';
import { RelativeTime } from '../../ui/display/relative-time.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { TextLink } from '../../ui/navigation/text-link.tsx';
import classes from './webhooks.module.css';

const pageSize = 10;
/** Milliseconds between refetches: deliveries are sent in the background. */
const pollIntervalMs = 5000;

/** The list of deliveries, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const title = useId();
  const [page, setPage] = useState(1);
  const query = { limit: pageSize, offset: (page - 1) * pageSize };
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listDeliveries, { params: { id: webhook.id }, query }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pollIntervalMs,
    retry: false,
  });
  return (
    <section className={classes['log']} aria-labelledby={title}>
      <h2 id={title}>{t('webhook.log.title')}</h2>
      <p className={classes['text']}>{t('webhook.log.lead')}</p>
      {data && data.results.length > 0 && (
        <ul className={classes['rows']}>
          {data.results.map((delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {data?.total_count === 0 && (
        <EmptyState title={t('webhook.log.none.title')}>{t('webhook.log.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />}
      {!data && !error && <ListSkeleton rows={3} height={72} />}
      <Pagination page={page} total={data?.total_count ?? 0} pageSize={pageSize} onPage={setPage} />
    </section>
  );
}

function DeliveryRow({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const { id, event_type: event, post_id: post, state, status, fault, attempts } = delivery;
  const isOver = state === 'delivered' || state === 'failed';
  const shownState = state === 'waiting' && attempts > 0 ? 'retrying' : state;
  return (
    <li className={classes['delivery']}>
      <div className={classes['content']}>
        <span>
          <span className={classes['state']} data-state={shownState}>
            {t(`webhook.log.state.${shownState}`)}
          </span>{' '}
          {event === 'delete' ? (
            t('webhook.log.post', { id: post })
          ) : (
            <TextLink to="/posts/$postId" params={{ postId: String(post) }}>
              {t('webhook.log.post', { id: post })}
            </TextLink>
          )}
        </span>
        <span className={classes['text']}>
          {t(`webhook.event.${event}`)} · <RelativeTime date={delivery.tried ?? delivery.created} />
          {attempts > 0 && ` · ${t('webhook.log.attempts', { count: attempts })}`}
          {status !== null && ` · ${t('webhook.log.status', { status })}`}
        </span>
        {fault && <span className={classes['fault']}>{t(`webhook.log.fault.${fault}`)}</span>}
        {state !== 'delivered' && delivery.response && (
          <details className={classes['answer']}>
            <summary>{t('webhook.log.answer')}</summary>
            <pre dir="auto">{delivery.response}</pre>
          </details>
        )}
      </div>
      {isOver && webhook.allowed_privileges.includes('update') && (
        <RetryButton webhookId={webhook.id} id={id} post={post} />
      )}
    </li>
  );
}

function RetryButton({ webhookId, id, post }: { webhookId: number; id: number; post: number }) {
  const { t } = useTranslation();
  const retry = useCall(retryDelivery, {
    onError: notifyError,
    invalidates: [buildEndpointKey(listDeliveries)],
  });
  return (
    <Button
      variant="default"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { id: webhookId, delivery: id } })}
      aria-label={t('webhook.log.repeatNamed', { id: post })}
    >
      {t('webhook.log.repeat')}
    </Button>
  );
}
