import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { deleteWebhook, type Webhook } from '@waypost/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { problemTexts } from '../../api/fault-text.ts';
import { forResource } from '../../api/query-keys.ts';
import { DeleteSection } from '../../ui/delete-section.tsx';
import { notify } from '../../ui/notice.tsx';

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
    await cache.invalidateQueries({ queryKey: forResource('webhooks') });
  }
  return (
    <DeleteSection
      title={t('webhook.delete.action')}
      action={t('webhook.delete.action')}
      question={{ title: t('webhook.delete.question', { name }), text: t('webhook.delete.lead') }}
      onDelete={remove}
      textsOf={problemTexts}
    >
      {t('webhook.delete.lead')}
    </DeleteSection>
  );
}
