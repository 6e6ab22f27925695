/** Form state of a webhook: values, validation and saving. */
import {
  createWebhook,
  WebhookForm as Schema,
  updateWebhook,
  type Webhook,
  type WebhookContent,
  type WebhookEvent,
} from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../api/use-call.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

/** The values of the inputs; '' means nothing is selected. */
export type WebhookValues = {
  name: string;
  url: string;
  shared_secret: string;
  event_type: WebhookEvent | '';
  entity_type: 'post' | '';
  content: WebhookContent;
  only_shared: boolean;
  form_id: string;
  source_field_key: string;
  destination_field_key: string;
};

const initialValues = (webhook: Webhook | undefined): WebhookValues => ({
  name: webhook?.name ?? '',
  url: webhook?.url ?? '',
  shared_secret: webhook?.shared_secret ?? '',
  event_type: webhook?.event_type ?? '',
  entity_type: webhook?.entity_type ?? 'post',
  // Servers without this setting send everything.
  content: webhook ? (webhook.content ?? 'everything') : 'public',
  only_shared: webhook?.only_shared ?? true,
  form_id: String(webhook?.form_id ?? ''),
  source_field_key: webhook?.source_field_key ?? '',
  destination_field_key: webhook?.destination_field_key ?? '',
});

/** @param webhook undefined for a new one */
export function useWebhookForm(webhook: Webhook | undefined, onSaved: (saved: Webhook) => void) {
  const { t } = useTranslation();
  const create = useCall(createWebhook);
  const update = useCall(updateWebhook);
  return useEditorForm<WebhookValues, Webhook>({
    initialValues: initialValues(webhook),
    schemaFor: () => Schema,
    labels: {
      name: t('field.name'),
      url: t('webhook.url'),
      shared_secret: t('webhook.secret'),
      event_type: t('webhook.when'),
      entity_type: t('webhook.entity'),
      content: t('webhook.content.label'),
      only_shared: t('export.onlyShared.label'),
      form_id: t('webhook.survey'),
      source_field_key: t('webhook.source'),
      destination_field_key: t('webhook.destination'),
    },
    save: (values) => {
      const body = {
        ...Schema.parse(values),
        form_id: values.form_id === '' ? null : Number(values.form_id),
      };
      return webhook
        ? update.mutateAsync({ params: { id: webhook.id }, body })
        : create.mutateAsync({ body });
    },
    onSaved,
  });
}
