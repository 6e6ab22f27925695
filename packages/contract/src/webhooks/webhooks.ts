/**
 * Webhooks (API v3 §2.19): another program is notified of posts that are created, updated or deleted. API v3 §5.5
 * describes a delivery; the delivery log, retries and pausing are extensions.
 */
import { z } from 'zod';
import { ChannelStatus, ChannelTestResult } from '../channels/channels.ts';
import { defineEndpoint } from '../common/endpoint.ts';
import { ruleError } from '../common/field-errors.ts';
import { limits } from '../common/limits.ts';
import { listQuery, listResponse } from '../common/list-envelope.ts';
import { isHttpUrl } from '../common/parse-url.ts';
import { Privileges } from '../common/permissions.ts';
import {
  ApiDate,
  BooleanIn,
  Id,
  IdOut,
  OptionalText,
  Relation,
  RelationIn,
  TrimmedText,
} from '../common/scalars.ts';

export const webhookEvents = ['create', 'update', 'delete'] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
export const webhookEntities = ['post'] as const;
/**
 * What a webhook receives. `public`: what visitors may read, and a notice when a post is no longer public.
 * `everything`: every post whatever its status, with the ids of contact and message where the survey shows authors.
 */
export const webhookContents = ['public', 'everything'] as const;
/** What a webhook receives. */
export type WebhookContent = (typeof webhookContents)[number];

export const webhookPauseReasons = ['failures', 'owner'] as const;

/**
 * Stands for a secret that the caller may not read, since the webhook sends what the caller may not read either. Sent back, it keeps
 * the stored secret.
 */
export const webhookSecretMask = '************************';

/** Base64 of HMAC-SHA256 over the target's URL and the body, as existing receivers verify it (API v3 §5.5). */
export const deliverySignatureHeader = 'x-ushahidi-signature';
/** Extension: `t=SECONDS,v1=HEX`, HMAC-SHA256 over `SECONDS.URL.BODY`. A receiver can reject old requests. */
export const timestampedSignatureHeader = 'x-waypost-signature';

/** A webhook as the API returns it. */
export const Webhook = z.object({
  id: IdOut,
  /** The URL of the target, not of this entity (API v3 §9, ruling 53). */
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
  /** Extension: since when it is paused, either by a user or after too many consecutive failures. */
  paused: ApiDate.nullable().optional(),
  /**
   * Extension: why it is paused, if nobody did it. `owner`: it sends everything, and whoever made it may not read everything any
   * more, or has no account any more.
   */
  pause_reason: z.enum(webhookPauseReasons).optional(),
  /** An extension of API v3. */
  content: z.enum(webhookContents).optional(),
  /**
   * Extension: whether it gets only reports whose sender agreed to sharing with partners, where the survey asks. Notices that a report is
   * gone are sent nonetheless.
   */
  only_shared: z.boolean().optional(),
  /**
   * Extension: what the caller may have it send. Without `everything`, a webhook that sends everything keeps its content, address,
   * secret, survey and event.
   */
  allowed_contents: z.array(z.enum(webhookContents)).optional(),
  /**
   * Extension: the stored secret can no longer be decrypted; `shared_secret` is empty, and nothing is sent until it
   * is set again.
   */
  secret_lost: z.boolean().optional(),
  /** Extension: whether it works, by what happened last. */
  status: ChannelStatus.optional(),
  /** Extension: consecutive deliveries that failed permanently. */
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

/** A new webhook. */
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
  /** An extension of API v3. A new webhook without it gets `true`. */
  only_shared: BooleanIn.optional(),
});

/** A date of the response that clients send back unchanged; ignored. */
const unchangedDate = z.union([ApiDate, z.null()]).transform(() => undefined);

/**
 * An update; absent keys stay unchanged. `paused: false` resumes the webhook and sends the held deliveries. A change of `content` to
 * `everything` must contain `url`, `shared_secret`, `event_type`, `form_id` and both field keys.
 */
export const WebhookChange = WebhookInput.partial().extend({
  paused: z.union([unchangedDate, BooleanIn]).optional(),
});

/** The webhook form. Selects have text values; '' means no selection. */
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
  only_shared: z.boolean(),
});

export const deliveryStates = ['waiting', 'held', 'delivered', 'failed'] as const;

/** An entry of the delivery log. */
export const WebhookDelivery = z.object({
  id: IdOut,
  webhook: Relation,
  event_type: z.enum(webhookEvents),
  post_id: IdOut,
  /** `held`: the webhook is paused. `failed`: permanently, until somebody retries it. */
  state: z.enum(deliveryStates),
  attempts: z.number().int(),
  /** Status of the last response; null if there was none. */
  status: z.number().int().nullable(),
  /** Why there was no response. */
  fault: z
    .enum([
      'address',
      'unreachable',
      'timeout',
      'size',
      'redirect',
      'gone',
      'not-public',
      'not-shared',
      'secret',
    ])
    .nullable(),
  /** The beginning of the last response. */
  response: z.string().nullable(),
  created: ApiDate,
  /** When the last attempt ended. */
  tried: ApiDate.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

const idParams = z.object({ id: Id });
const deliveryParams = z.object({ id: Id, delivery: Id });

/** API v3 §9, ruling 26. */
const webhookEndpoint = {
  scope: 'webhooks',
  token: 'required',
  needs: ['Manage Settings'],
  feature: 'webhooks',
} as const;

export const listWebhooks = defineEndpoint({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  summary: 'Webhooks',
  ...webhookEndpoint,
  query: listQuery(['id', 'name', 'created']),
  response: listResponse(Webhook).extend({
    /** Extension: what the caller may have a new webhook send. */
    allowed_contents: z.array(z.enum(webhookContents)).optional(),
  }),
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
  summary: 'Create a webhook',
  ...webhookEndpoint,
  body: WebhookInput,
  response: Webhook,
});

export const updateWebhook = defineEndpoint({
  name: 'updateWebhook',
  method: 'PUT',
  path: '/webhooks/{id}',
  summary: 'Change, pause or resume a webhook',
  ...webhookEndpoint,
  params: idParams,
  body: WebhookChange,
  response: Webhook,
});

export const deleteWebhook = defineEndpoint({
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook with its log; returns the webhook',
  ...webhookEndpoint,
  params: idParams,
  response: Webhook,
});

export const listDeliveries = defineEndpoint({
  name: 'listDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  summary: 'Deliveries of a webhook, the latest first',
  ...webhookEndpoint,
  params: idParams,
  query: listQuery(['id']).omit({ order: true, orderby: true }),
  response: listResponse(WebhookDelivery),
});

export const retryDelivery = defineEndpoint({
  name: 'retryDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{delivery}/repeat',
  summary: 'Retry a delivery with the current state of the post',
  ...webhookEndpoint,
  params: deliveryParams,
  response: WebhookDelivery,
});

export const testWebhook = defineEndpoint({
  name: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  summary: 'Send a signed request without a post (`test`); answers what the receiver said',
  ...webhookEndpoint,
  params: idParams,
  response: ChannelTestResult,
});
