/** Webhooks and their deliveries as they leave the server (wire 2.19). */
import type { Webhook, WebhookDelivery } from '@waypost/contract/webhooks';
import type { Vault } from '../kernel/vault.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { type Addresses, wireDate, wireDateOrNull } from '../kernel/wire.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import { openWebhookSecret } from './webhook-secret.ts';
import { webhookPrivileges } from './webhooks.rules.ts';
import type { WebhookRow } from './webhooks.sql.ts';

export function viewWebhook(viewer: Viewer, addresses: Addresses, vault: Vault, row: WebhookRow): Webhook {
  const secret = openWebhookSecret(vault, row);
  const lost = secret === undefined ? { secret_lost: true } : {};
  return { ...viewFacts(viewer, addresses, row), shared_secret: secret ?? '', ...lost };
}

const viewFacts = (viewer: Viewer, addresses: Addresses, row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  ...addresses.ownerKey('user', 'users', row.user_id),
  form_id: row.survey_id,
  name: row.name,
  webhook_uuid: row.uuid,
  event_type: row.event,
  entity_type: 'post' as const,
  content: row.content,
  source_field_key: row.source_key,
  destination_field_key: row.destination_key,
  created: wireDate(row.created),
  updated: wireDateOrNull(row.updated),
  paused: wireDateOrNull(row.paused),
  failures: row.failures,
  allowed_privileges: webhookPrivileges(viewer),
});

export const viewDelivery = (addresses: Addresses, row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook: addresses.relation('webhooks', row.webhook_id),
  event_type: row.event,
  post_id: row.post_id,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  fault: row.fault,
  response: row.response,
  created: wireDate(row.created),
  tried: wireDateOrNull(row.tried),
});
