/** What a webhook was told, and how that went; each can be told again. keys: webhook.event.* webhook.log.state.* webhook.log.fault.* */
import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  listDeliveries,
  repeatDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@waypost/contract/webhooks';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { queryClient, read } from '../../api/query-client.ts';
import { forEndpoint } from '../../api/query-keys.ts';
import { tellProblem } from '../../api/tell-problem.ts';
import { Pagination } from '../../ui/pagination.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './webhooks.module.css';

const size = 10;
/** Milliseconds between looks: deliveries go out by themselves. */
const pace = 5000;

export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const title = useId();
  const [page, setPage] = useState(1);
  const query = { limit: size, offset: (page - 1) * size };
  const { data, error, refetch } = useQuery({
    ...read(listDeliveries, { params: { id: webhook.id }, query }, { quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: pace,
    retry: false,
  });
  return (
    <section className={classes['log']} aria-labelledby={title}>
      <h2 id={title}>{t('webhook.log.title')}</h2>
      <p className={classes['text']}>{t('webhook.log.lead')}</p>
      {data && data.results.length > 0 && (
        <ul className={classes['rows']}>
          {data.results.map((delivery) => (
            <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
          ))}
        </ul>
      )}
      {data?.total_count === 0 && (
        <EmptyState title={t('webhook.log.none.title')}>{t('webhook.log.none.text')}</EmptyState>
      )}
      {error && !data && <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />}
      {!data && !error && <LoadingList rows={3} height={72} />}
      <Pagination page={page} total={data?.total_count ?? 0} size={size} onPage={setPage} />
    </section>
  );
}

function Delivery({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const { t } = useTranslation();
  const { id, event_type: event, post_id: post, state, status, fault, attempts } = delivery;
  const isOver = state === 'delivered' || state === 'failed';
  return (
    <li className={classes['delivery']}>
      <div className={classes['words']}>
        <span>
          <span className={classes['state']} data-state={state}>
            {t(`webhook.log.state.${state}`)}
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
        <Repeat webhookId={webhook.id} id={id} post={post} />
      )}
    </li>
  );
}

function Repeat({ webhookId, id, post }: { webhookId: number; id: number; post: number }) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  async function repeat() {
    setBusy(true);
    try {
      await call(repeatDelivery, { params: { id: webhookId, delivery: id } }, { quiet: true });
      await queryClient.invalidateQueries({ queryKey: forEndpoint(listDeliveries) });
    } catch (error) {
      tellProblem(error);
    }
    setBusy(false);
  }
  return (
    <Button
      variant="default"
      loading={isBusy}
      onClick={() => void repeat()}
      aria-label={t('webhook.log.repeatNamed', { id: post })}
    >
      {t('webhook.log.repeat')}
    </Button>
  );
}
