/** Webhooks and their deliveries in API v3 format (API v3 §2.19). */
import type { ChannelStatus } from '@waypost/contract/channels/channels';
import type { StatusChannel } from '@waypost/contract/status/status';
import { type Webhook, type WebhookDelivery, webhookSecretMask } from '@waypost/contract/webhooks/webhooks';
import { type ChannelHealthRow, readChannelHealth, viewChannelStatus } from '../channels/channels.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { toApiDate, toApiDateOrNull, type UrlBuilder } from '../kernel/http/api-format.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { webhookChannel } from './deliver-webhook.ts';
import type { DeliveryRow } from './deliveries.sql.ts';
import { decryptWebhookSecret } from './webhook-secret.ts';
import { allowedWebhookContents, canReadContentOf, webhookPrivileges } from './webhooks.rules.ts';
import { readAllWebhooks, type WebhookRow } from './webhooks.sql.ts';

/** The status of a webhook by what happened last. One that somebody paused is off; one that paused after failures still fails. */
export function viewWebhookStatus(
  { id, paused, pause_reason }: WebhookRow,
  health: ReadonlyMap<string, ChannelHealthRow>,
): ChannelStatus {
  const isOff = paused !== null && pause_reason !== 'failures';
  return viewChannelStatus(isOff ? 'off' : 'configured', health.get(webhookChannel(id)));
}

/** All webhooks with their status, for the status page. */
export async function readWebhookChannels(tx: Tx): Promise<StatusChannel[]> {
  const health = await readChannelHealth(tx);
  return (await readAllWebhooks(tx)).map((row) => ({
    kind: 'webhook',
    id: String(row.id),
    name: row.name,
    status: viewWebhookStatus(row, health),
  }));
}

/** A webhook with its secret, masked for those who may not read what it sends; `secret_lost` if the secret cannot be decrypted. */
export function viewWebhook(
  viewer: Viewer,
  urls: UrlBuilder,
  secretBox: SecretBox,
  row: WebhookRow,
  health: ReadonlyMap<string, ChannelHealthRow>,
): Webhook {
  const secret = decryptWebhookSecret(secretBox, row);
  const secretLost = secret === undefined ? { secret_lost: true } : {};
  const canReadContent = canReadContentOf(viewer, row);
  const shared_secret = secret !== undefined && !canReadContent ? webhookSecretMask : secret;
  const ownStatus = viewWebhookStatus(row, health);
  // The receiver's words may repeat what it was sent.
  const status =
    canReadContent || ownStatus.error === null
      ? ownStatus
      : { ...ownStatus, error: { ...ownStatus.error, message: null } };
  return {
    ...viewWebhookFields(viewer, urls, row),
    status,
    shared_secret: shared_secret ?? '',
    ...secretLost,
  };
}

const viewWebhookFields = (viewer: Viewer, urls: UrlBuilder, row: WebhookRow) => ({
  id: row.id,
  url: row.url,
  ...urls.ownerField('user', 'users', row.user_id),
  form_id: row.survey_id,
  name: row.name,
  webhook_uuid: row.uuid,
  event_type: row.event,
  entity_type: 'post' as const,
  content: row.content,
  only_shared: row.only_shared,
  allowed_contents: allowedWebhookContents(viewer),
  source_field_key: row.source_key,
  destination_field_key: row.destination_key,
  created: toApiDate(row.created),
  updated: toApiDateOrNull(row.updated),
  paused: toApiDateOrNull(row.paused),
  ...(row.pause_reason === null ? {} : { pause_reason: row.pause_reason }),
  failures: row.failures,
  allowed_privileges: webhookPrivileges(viewer),
});

/** An entry of the delivery log. */
export const viewDelivery = (urls: UrlBuilder, row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  webhook: urls.relation('webhooks', row.webhook_id),
  event_type: row.event,
  post_id: row.post_id,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  fault: row.fault,
  response: row.response,
  created: toApiDate(row.created),
  tried: toApiDateOrNull(row.last_attempt),
});
