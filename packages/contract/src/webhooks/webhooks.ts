/**
 * Webhooks (API v3 §2.19): another program is told of posts that come in, change or go. What a delivery looks like is API v3 §5.5;
 * the log of deliveries, trying one again and pausing are ours.
 */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  isHttpUrl,
  OptionalText,
  Relation,
  RelationIn,
  TrimmedText,
} from '../common/scalars.ts';

export const webhookEvents = ['create', 'update', 'delete'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const webhookEntities = ['post'] as const;
/**
 * What a webhook is sent. `public`: what a visitor without an account may read, and a notice when a post is public no more.
 * `everything`: every post whatever its status, with the ids of contact and message where the survey shows authors.
 */
export const webhookContents = ['public', 'everything'] as const;
export type WebhookContent = (typeof webhookContents)[number];

/** Base64 of HMAC-SHA256 over the target's address and the body, as existing receivers check it (API v3 §5.5). */
export const deliverySignatureHeader = 'x-ushahidi-signature';
/** Extension: `t=SECONDS,v1=HEX`, HMAC-SHA256 over `SECONDS.ADDRESS.BODY`. A receiver can refuse what is old. */
export const timestampedSignatureHeader = 'x-waypost-signature';

export const Webhook = z.object({
  id: IdOut,
  /** The target's address, not this entity's (ruling 53). */
  url: z.string(),
  user: Relation.optional(),
  user_id: z.null().optional(),
  form_id: IdOut.nullable(),
  name: z.string(),
  shared_secret: z.string(),
  webhook_uuid: z.string(),
  event_type: z.enum(webhookEvents),
  entity_type: z.enum(webhookEntities),
  source_field_key: z.string().nullable(),
  destination_field_key: z.string().nullable(),
  created: ApiDate,
  updated: ApiDate.nullable(),
  /** Extension: since when nothing is sent, because too many deliveries in a row failed, or somebody wished so. */
  paused: ApiDate.nullable().optional(),
  /** An extension of API v3. */
  content: z.enum(webhookContents).optional(),
  /** Extension: the stored secret cannot be decrypted any more; `shared_secret` is empty, and nothing is sent until it is set anew. */
  secret_lost: z.boolean().optional(),
  /** Extension: deliveries in a row that failed for good. */
  failures: z.number().int().optional(),
  allowed_privileges: Privileges,
});
export type Webhook = z.infer<typeof Webhook>;

const webhookUrl = TrimmedText.min(1)
  .max(limits.webhookUrl)
  .refine((text) => text === '' || isHttpUrl(text), { error: ruleError('url') });
const webhookName = TrimmedText.min(limits.webhookName.min).max(limits.webhookName.max);
const webhookSecret = TrimmedText.min(limits.webhookSecret.min).max(limits.webhookSecret.max);
const fieldKey = OptionalText.pipe(z.string().max(limits.attributeKey).nullable());

export const WebhookInput = z.object({
  name: webhookName,
  url: webhookUrl,
  shared_secret: webhookSecret,
  event_type: z.enum(webhookEvents),
  entity_type: z.enum(webhookEntities),
  form_id: RelationIn.optional(),
  source_field_key: fieldKey.optional(),
  destination_field_key: fieldKey.optional(),
  /** An extension of API v3. A new webhook without it gets `public` (docs/decisions/0043). */
  content: z.enum(webhookContents).optional(),
});

/** As an answer has it: clients send the whole webhook back. */
const unchangedDate = z.union([ApiDate, z.null()]).transform(() => undefined);

/** A change, with what is left out as it was. `paused` false goes on, and sends what was held back. */
export const WebhookChange = WebhookInput.partial().extend({
  paused: z.union([unchangedDate, BooleanIn]).optional(),
});

/** The form of a webhook. Selects hold text; nothing chosen is ''. */
export const WebhookForm = z.object({
  name: webhookName,
  url: webhookUrl,
  shared_secret: webhookSecret,
  event_type: z.enum(webhookEvents),
  entity_type: z.enum(webhookEntities),
  form_id: z.string(),
  source_field_key: z.string(),
  destination_field_key: z.string(),
  content: z.enum(webhookContents),
});

export const deliveryStates = ['waiting', 'held', 'delivered', 'failed'] as const;

export const WebhookDelivery = z.object({
  id: IdOut,
  webhook: Relation,
  event_type: z.enum(webhookEvents),
  post_id: IdOut,
  /** `held`: the webhook is paused. `failed`: for good, until somebody tries it again. */
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Of the last answer; null where none came. */
  status: z.number().int().nullable(),
  /** Why no answer came. */
  fault: z
    .enum(['address', 'unreachable', 'timeout', 'size', 'redirect', 'gone', 'not-public', 'secret'])
    .nullable(),
  /** The beginning of the last answer. */
  response: z.string().nullable(),
  created: ApiDate,
  /** When the last attempt ended. */
  tried: ApiDate.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const idParams = z.object({ id: Id });
const deliveryParams = z.object({ id: Id, delivery: Id });

/** Ruling 26. */
const webhookEndpoint = { scope: 'webhooks', token: 'required', needs: ['Manage Settings'] } as const;

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'Webhooks',
  ...webhookEndpoint,
  query: listQuery(['id', 'name', 'created']),
  response: listResponse(Webhook),
});

export const readWebhook = defineEndpoint({
  name: 'readWebhook',
  method: 'GET',
  path: '/webhooks/{id}',
  summary: 'One webhook',
  ...webhookEndpoint,
  params: idParams,
  response: Webhook,
});

export const createWebhook = defineEndpoint({
  name: 'createWebhook',
  method: 'POST',
  path: '/webhooks',
  summary: 'Tell another program of posts',
  ...webhookEndpoint,
  body: WebhookInput,
  response: Webhook,
});

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/webhooks/{id}',
  summary: 'Change a webhook, pause it, or let it go on',
  ...webhookEndpoint,
  params: idParams,
  body: WebhookChange,
  response: Webhook,
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook with its log; answers it as it was',
  ...webhookEndpoint,
  params: idParams,
  response: Webhook,
});

export const listDeliveries = defineEndpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'What a webhook was to be told of, the latest first',
  ...webhookEndpoint,
  params: idParams,
  query: listQuery(['id']).omit({ order: true, orderby: true }),
  response: listResponse(WebhookDelivery),
});

export const retryDelivery = defineEndpoint({
  name: 'retryDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery}/repeat',
  summary: 'Deliver something again, as it is now',
  ...webhookEndpoint,
  params: deliveryParams,
  response: WebhookDelivery,
});
