import { useNavigate } from '@tanstack/react-router';
import { deleteWebhook, type Webhook } from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { formatErrorMessages } from '../../api/error-text.ts';
import { useCall } from '../../api/use-call.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import { DeleteSection } from '../../ui/form/delete-section.tsx';

/** Deletes a webhook; renders nothing for users who may not. */
export function DeleteWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { id, name } = webhook;
  const remove = useCall(deleteWebhook, {
    async onSuccess() {
      notify('success', t('webhook.delete.done', { name }));
      await navigate({ to: '/settings/webhooks', ignoreBlocker: true });
    },
  });
  if (!webhook.allowed_privileges.includes('delete')) return null;
  return (
    <DeleteSection
      title={t('webhook.delete.action')}
      deleteLabel={t('webhook.delete.action')}
      confirmation={{ title: t('webhook.delete.question', { name }), text: t('webhook.delete.lead') }}
      onDelete={() => remove.mutateAsync({ params: { id } })}
      formatErrors={formatErrorMessages}
    >
      {t('webhook.delete.lead')}
    </DeleteSection>
  );
}
