import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listWebhooks, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { ChannelDetail, ChannelState } from '../../blocks/channels/channel-status.tsx';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { Icon } from '../../ui/display/icon.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../../ui/feedback/screen-states.tsx';
import { ButtonLink } from '../../ui/navigation/button-link.tsx';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import classes from './webhooks.module.css';

const pageSize = 25;

/** The list of webhooks (spec 3 §2, "Webhooks"). keys: webhook.event.* */
export function WebhooksPage() {
  const { t } = useTranslation();
  const hasWebhooks = useFeature('webhooks');
  const add = (
    <ButtonLink to="/settings/webhooks/create" size="md" leftSection={<Icon icon={IconPlus} size={18} />}>
      {t('webhook.list.add')}
    </ButtonLink>
  );
  return (
    <SettingsPage isWide lead={t('webhook.list.lead')} actions={hasWebhooks && add}>
      {hasWebhooks ? <WebhookList /> : <FeatureNotice feature="webhooks" />}
    </SettingsPage>
  );
}

function WebhookList() {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/settings/webhooks/' });
  const query = { limit: pageSize, offset: (page - 1) * pageSize, orderby: 'name' as const };
  const { data, error, refetch } = useQuery({
    ...buildEndpointQuery(listWebhooks, { query }),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return <ErrorState messages={formatErrorMessages(error)} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton rows={4} height={72} />;
  if (data.total_count === 0)
    return <EmptyState title={t('webhook.list.none.title')}>{t('webhook.list.none.text')}</EmptyState>;
  return (
    <>
      <ul className={classes['rows']} aria-label={t('settings.entry.webhooks.title')}>
        {data.results.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <Pagination page={page} total={data.total_count} pageSize={pageSize} />
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  return (
    <li>
      <Link
        to="/settings/webhooks/$webhookId"
        params={{ webhookId: String(webhook.id) }}
        className={classes['row']}
      >
        <span className={classes['content']}>
          <strong>
            <bdi>{webhook.name}</bdi>
          </strong>
          {webhook.paused && <span className={classes['mark']}>{t('webhook.paused.mark')}</span>}
          {webhook.status && (
            <span className={classes['text']}>
              <ChannelState state={webhook.status.state} /> <ChannelDetail status={webhook.status} />
            </span>
          )}
          <span className={classes['text']}>{t(`webhook.event.${webhook.event_type}`)}</span>
          <span className={classes['text']}>
            <bdi dir="ltr">{webhook.url}</bdi>
          </span>
        </span>
        <Icon icon={IconChevronRight} size={18} />
      </Link>
    </li>
  );
}
