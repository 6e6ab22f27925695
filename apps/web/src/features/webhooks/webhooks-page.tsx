/** Which other programs are told of posts (spec 3 §2, "Webhooks"). keys: webhook.event.* */
import { IconChevronRight, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { listWebhooks, type Webhook } from '@waypost/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { problemTexts } from '../../api/fault-text.ts';
import { read } from '../../api/query-client.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { EmptyState, ErrorState, LoadingList } from '../../ui/states.tsx';
import classes from './webhooks.module.css';

const size = 25;

export function WebhooksPage() {
  const { t } = useTranslation();
  const hasWebhooks = useFeature('webhooks');
  const add = (
    <ButtonLink to="/settings/webhooks/create" size="md" leftSection={<Icon of={IconPlus} size={18} />}>
      {t('webhook.list.add')}
    </ButtonLink>
  );
  return (
    <SettingsPage lead={t('webhook.list.lead')} actions={hasWebhooks && add}>
      {hasWebhooks ? <Webhooks /> : <FeatureNotice feature="webhooks" />}
    </SettingsPage>
  );
}

function Webhooks() {
  const { t } = useTranslation();
  const { page = 1 } = useSearch({ from: '/settings/webhooks/' });
  const query = { limit: size, offset: (page - 1) * size, orderby: 'name' as const };
  const { data, error, refetch } = useQuery({
    ...read(listWebhooks, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <ErrorState texts={problemTexts(error)} onRetry={() => void refetch()} />;
  if (!data) return <LoadingList rows={4} height={72} />;
  if (data.total_count === 0)
    return <EmptyState title={t('webhook.list.none.title')}>{t('webhook.list.none.text')}</EmptyState>;
  return (
    <>
      <ul className={classes['rows']} aria-label={t('settings.entry.webhooks.title')}>
        {data.results.map((webhook) => (
          <WebhookRow key={webhook.id} webhook={webhook} />
        ))}
      </ul>
      <Pagination page={page} total={data.total_count} size={size} />
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
        <span className={classes['words']}>
          <strong>
            <bdi>{webhook.name}</bdi>
          </strong>
          {webhook.paused && <span className={classes['mark']}>{t('webhook.paused.mark')}</span>}
          <span className={classes['text']}>{t(`webhook.event.${webhook.event_type}`)}</span>
          <span className={classes['text']}>
            <bdi dir="ltr">{webhook.url}</bdi>
          </span>
        </span>
        <Icon of={IconChevronRight} size={18} />
      </Link>
    </li>
  );
}
