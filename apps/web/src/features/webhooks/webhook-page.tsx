/** The pages that create and edit a webhook, with its deliveries (spec 3 §2, "Webhooks"). */
import { useQuery } from '@tanstack/react-query';
import { readWebhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { buildEndpointQuery } from '../../api/query-client.ts';
import { FeatureNotice } from '../../blocks/feature-notice/feature-notice.tsx';
import { useFeature } from '../../blocks/feature-notice/features.ts';
import { QueryBoundary } from '../../blocks/settings/query-boundary.tsx';
import { SettingsPage } from '../../blocks/settings/settings-page.tsx';
import { DeleteWebhook } from './delete-webhook.tsx';
import { Deliveries } from './deliveries.tsx';
import { mayReadContent } from './may-read-content.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookPause } from './webhook-pause.tsx';
import { WebhookTest } from './webhook-test.tsx';

export function NewWebhookPage() {
  const { t } = useTranslation();
  const hasWebhooks = useFeature('webhooks');
  return (
    <SettingsPage title={t('webhook.create.title')}>
      {hasWebhooks ? <WebhookForm /> : <FeatureNotice feature="webhooks" />}
    </SettingsPage>
  );
}

export function WebhookPage({ id }: { id: number }) {
  const { t } = useTranslation();
  if (useFeature('webhooks')) return <StoredWebhook id={id} />;
  return (
    <SettingsPage title={t('webhook.edit.title')}>
      <FeatureNotice feature="webhooks" />
    </SettingsPage>
  );
}

function StoredWebhook({ id }: { id: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    ...buildEndpointQuery(readWebhook, { params: { id } }),
    // A background fetch must not replace what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const missing = { title: t('webhook.missing.title'), text: t('webhook.missing.text') };
  return (
    <SettingsPage title={query.data?.name ?? t('webhook.edit.title')}>
      <QueryBoundary query={query} notFound={missing}>
        {(webhook) => (
          <>
            <WebhookPause webhook={webhook} onChanged={() => void query.refetch()} />
            <WebhookForm webhook={webhook} />
            {mayReadContent(webhook) && webhook.status && (
              <WebhookTest webhook={webhook} onTested={() => void query.refetch()} />
            )}
            {mayReadContent(webhook) && <Deliveries webhook={webhook} />}
            <DeleteWebhook webhook={webhook} />
          </>
        )}
      </QueryBoundary>
    </SettingsPage>
  );
}
