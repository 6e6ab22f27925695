import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteWebhook, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { formatErrorMessages } from '../../api/error-text.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';

/** Nothing for whoever may not. */
export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (!webhook.allowed_privileges.includes('delete')) return null;
  const { id, name } = webhook;
  async function remove() {
    await call(deleteWebhook, { params: { id } }, { quiet: true });
    notify('success', t('webhook.delete.done', { name }));
    await navigate({ to: '/settings/webhooks', ignoreBlocker: true });
    await cache.invalidateQueries({ queryKey: buildResourceKey('webhooks') });
  }
  return (
    <DeleteSection
      title={t('webhook.delete.action')}
      deleteLabel={t('webhook.delete.action')}
      confirmation={{ title: t('webhook.delete.question', { name }), text: t('webhook.delete.lead') }}
      onDelete={remove}
      formatErrors={formatErrorMessages}
    >
      {t('webhook.delete.lead')}
    </DeleteSection>
  );
}
