/** What the form of a webhook holds, checks and sends. */
import { useQueryClient } from '@tanstack/react-query';
import {
  createWebhook,
  WebhookForm as Schema,
  updateWebhook,
  type Webhook,
  type WebhookContent,
  type WebhookEvent,
} from '@waypost/contract/webhooks/webhooks';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { useEditorForm } from '../../blocks/settings/use-editor-form.ts';

/** Selects hold text; '' is nothing chosen. */
export type WebhookValues = {
  name: string;
  url: string;
  shared_secret: string;
  event_type: WebhookEvent | '';
  entity_type: 'post' | '';
  content: WebhookContent;
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
  // A server that tells nothing of it sends everything.
  content: webhook ? (webhook.content ?? 'everything') : 'public',
  form_id: String(webhook?.form_id ?? ''),
  source_field_key: webhook?.source_field_key ?? '',
  destination_field_key: webhook?.destination_field_key ?? '',
});

export function useWebhookForm(webhook: Webhook | undefined, onSaved: (saved: Webhook) => void) {
  const { t } = useTranslation();
  const cache = useQueryClient();
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
        ? call(updateWebhook, { params: { id: webhook.id }, body }, { quiet: true })
        : call(createWebhook, { body }, { quiet: true });
    },
    onSaved: (saved) => {
      void cache.invalidateQueries({ queryKey: buildResourceKey('webhooks') });
      onSaved(saved);
    },
  });
}
