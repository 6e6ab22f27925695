/** Creation, change and deletion of webhooks (API v3 §2.19 and §9, ruling 25). The audit log names changed fields, never the secret. */
import { randomUUID } from 'node:crypto';
import {
  type WebhookChange,
  type WebhookContent,
  type WebhookInput,
  webhookSecretMask,
} from '@waypost/contract/webhooks/webhooks';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import { deleteChannelHealth } from '../channels/channels.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { lockRow } from '../kernel/db/lock-row.ts';
import { notFound, ValidationError, validationError } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import { accessDenied, requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { deliverWebhook, webhookChannel } from './deliver-webhook.ts';
import { deleteUnpublishedDeliveries, releaseHeldDeliveries } from './deliveries.sql.ts';
import { decryptWebhookSecret, encryptWebhookSecret } from './webhook-secret.ts';
import { allowedWebhookContents, canReadContentOf, webhookPrivileges } from './webhooks.rules.ts';
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.sql.ts';

type WebhookFields = Pick<
  WebhookRow,
  | 'name'
  | 'url'
  | 'secret'
  | 'event'
  | 'content'
  | 'survey_id'
  | 'source_key'
  | 'destination_key'
  | 'only_shared'
>;

/** Reads a webhook that the viewer may access. @throws Problem 401 or 403, checked before 404 */
export async function readAuthorizedWebhook(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<WebhookRow> {
  requirePrivilege(viewer, webhookPrivileges(viewer), privilege, 'webhooks', id);
  const row = await findWebhook(tx, id);
  if (!row) throw notFound('webhooks', id);
  return row;
}

/** The survey must exist, and both fields must belong to it (spec 3 §2, "Webhooks"). @throws ValidationError */
async function validateReferences(
  tx: Tx,
  {
    survey_id,
    source_key,
    destination_key,
  }: Pick<WebhookFields, 'survey_id' | 'source_key' | 'destination_key'>,
): Promise<void> {
  if (survey_id !== null && !(await readSurvey(tx, survey_id)))
    throw new ValidationError('webhooks', [
      { field: 'form_id', rule: 'exists', params: { value: survey_id } },
    ]);
  const attributes = survey_id === null ? [] : (await readSurveyFields(tx, survey_id)).attributes;
  const keys = new Set(attributes.map((attribute) => attribute.key));
  const invalidFields = Object.entries({
    source_field_key: source_key,
    destination_field_key: destination_key,
  }).flatMap(([field, key]) =>
    key === null || keys.has(key) ? [] : [{ field, rule: 'exists' as const, params: { value: key } }],
  );
  if (invalidFields.length > 0) throw new ValidationError('webhooks', invalidFields);
}

/** The secret of a change; undefined: it stays. */
const toSecret = (secret: string | undefined): string | undefined =>
  secret === webhookSecretMask ? undefined : secret;

function toWebhookFields(input: z.output<typeof WebhookChange>, before?: WebhookRow): Partial<WebhookFields> {
  const {
    name,
    url,
    shared_secret: secret,
    event_type: event,
    content,
    only_shared,
    form_id,
    source_field_key,
    destination_field_key,
  } = input;
  const fields = {
    name,
    url,
    secret: toSecret(secret),
    event,
    content,
    only_shared,
    survey_id: form_id,
    source_key: source_field_key,
    destination_key: destination_field_key,
  };
  // Another survey has other fields: those that are not sent with it are cleared.
  const isSurveyChanged = before !== undefined && form_id !== undefined && form_id !== before.survey_id;
  const clearedFields = isSurveyChanged ? { source_key: null, destination_key: null } : {};
  const sentFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...clearedFields, ...sentFields };
}

/** @throws Problem 403 where a webhook would send posts that the caller may not read themselves */
function requireContentAllowed(viewer: Viewer, content: WebhookContent, id?: number): void {
  if (!allowedWebhookContents(viewer).includes(content))
    throw accessDenied(viewer, id === undefined ? 'create' : 'update', 'webhooks', id);
}

/** @throws Problem 403 for deliveries of posts that the caller may not read: they tell ids and times */
export function requireDeliveriesReadable(viewer: Viewer, webhook: WebhookRow): void {
  if (!canReadContentOf(viewer, webhook)) throw accessDenied(viewer, 'read', 'webhooks', webhook.id);
}

/** What decides where posts go, who can read them there, and which ones they are. */
const targetFields = ['url', 'secret', 'event', 'content', 'survey_id', 'only_shared'] as const;

/** Fields of a request that decide where posts go, who can read them there, and which ones they are. */
const repeatedFields = [
  'url',
  'shared_secret',
  'event_type',
  'form_id',
  'only_shared',
  'source_field_key',
  'destination_field_key',
] as const satisfies (keyof typeof WebhookChange.shape)[];

/**
 * What is stored may have been changed by somebody who may not read everything, after the caller read it.
 * @throws ValidationError for each field that the change to everything does not repeat
 */
function requireRepeatedTarget(input: z.output<typeof WebhookChange>): void {
  const fields = { ...input, shared_secret: toSecret(input.shared_secret) };
  const missingFields = repeatedFields.filter((field) => fields[field] === undefined);
  if (missingFields.length > 0)
    throw new ValidationError(
      'webhooks',
      missingFields.map((field) => ({ field, rule: 'required' })),
    );
}

/** What saving needs from the rest of the server. */
interface WebhookDependencies {
  jobs: JobQueue;
  secretBox: SecretBox;
  /** Decides which hosts may be called. */
  fetcher: Pick<GuardedFetch, 'isRefusedUrl'>;
}

/** @throws ValidationError at `/url` for an address in a private network */
async function requirePublicUrl(
  { fetcher }: Pick<WebhookDependencies, 'fetcher'>,
  url: string,
): Promise<void> {
  if (await fetcher.isRefusedUrl(url)) throw validationError('webhooks', 'url', 'privateAddress');
}

/** Creates a webhook with a new UUID. @throws Problem 401 or 403; ValidationError */
export async function createWebhook(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof WebhookInput>,
  { secretBox, fetcher }: Omit<WebhookDependencies, 'jobs'>,
): Promise<WebhookRow> {
  requirePrivilege(viewer, webhookPrivileges(viewer), 'create', 'webhooks');
  requireContentAllowed(viewer, input.content ?? 'public');
  if (toSecret(input.shared_secret) === undefined)
    throw validationError('webhooks', 'shared_secret', 'invalid');
  await requirePublicUrl({ fetcher }, input.url);
  const uuid = randomUUID();
  const fields = {
    name: input.name,
    url: input.url,
    uuid,
    secret: encryptWebhookSecret(secretBox, uuid, input.shared_secret),
    event: input.event_type,
    // Public content is the safe default (docs/decisions/0043).
    content: input.content ?? ('public' as const),
    only_shared: input.only_shared ?? true,
    survey_id: input.form_id ?? null,
    source_key: input.source_field_key ?? null,
    destination_key: input.destination_field_key ?? null,
  };
  await validateReferences(tx, fields);
  const row = await insertWebhook(tx, { ...fields, user_id: viewer.id, paused: null, updated: null });
  const details = { content: row.content };
  await recordChange(tx, viewer, { action: 'create', subject: 'webhooks', id: row.id, details });
  return row;
}

/** Changes a webhook. Resuming a paused one sends its held deliveries. @throws Problem 401, 403 or 404; ValidationError */
export async function updateWebhook(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: z.output<typeof WebhookChange>,
  { jobs, secretBox, fetcher }: WebhookDependencies,
): Promise<WebhookRow> {
  // Before the lock, since a DNS server may be slow. An address that stays is not checked again.
  const { url: urlBefore } = await readAuthorizedWebhook(tx, viewer, id, 'update');
  if (input.url !== undefined && input.url !== urlBefore) await requirePublicUrl({ fetcher }, input.url);
  await lockRow(tx, 'webhooks', id);
  const before = await readAuthorizedWebhook(tx, viewer, id, 'update');
  const { secret, ...others } = toWebhookFields(input, before);
  const isSameSecret = secret === undefined || secret === decryptWebhookSecret(secretBox, before);
  const fields: Partial<WebhookFields> = isSameSecret
    ? others
    : { ...others, secret: encryptWebhookSecret(secretBox, before.uuid, secret) };
  const content = fields.content ?? before.content;
  if (targetFields.some((name) => fields[name] !== undefined && fields[name] !== before[name])) {
    // With `public` the secret and the deliveries would be readable: also that change needs the right to everything.
    requireContentAllowed(viewer, before.content, id);
    requireContentAllowed(viewer, content, id);
  }
  const isContentChanged = content !== before.content;
  if (isContentChanged && content === 'everything') requireRepeatedTarget(input);
  const pauseChange = toPauseChange(input.paused, before);
  // Who lets it go on answers for what it sends.
  const isTakenOver =
    content === 'everything' &&
    (before.content !== 'everything' || (before.pause_reason === 'owner' && pauseChange?.paused === null));
  if (isTakenOver) requireContentAllowed(viewer, content, id);
  await validateReferences(tx, { ...before, ...fields });
  const owner = isTakenOver ? { user_id: viewer.id } : {};
  const row = await updateWebhookRow(tx, id, { ...fields, ...pauseChange, ...owner });
  if (row.url !== before.url || !isSameSecret) await deleteChannelHealth(tx, [webhookChannel(id)]);
  const deletedDeliveries =
    isContentChanged && content === 'public' ? await deleteUnpublishedDeliveries(tx, id) : undefined;
  if (pauseChange?.paused === null)
    await jobs.addAll(
      tx,
      deliverWebhook,
      (await releaseHeldDeliveries(tx, id)).map((delivery) => ({ delivery })),
    );
  const changed = Object.keys({ ...fields, ...pauseChange }).filter(
    (name) => name !== 'failures' && name !== 'pause_reason',
  );
  const details = {
    changed,
    ...(isContentChanged ? { content } : {}),
    ...(deletedDeliveries === undefined ? {} : { deleted_deliveries: deletedDeliveries }),
  };
  await recordChange(tx, viewer, { action: 'update', subject: 'webhooks', id, details });
  return row;
}

/** Columns that pausing or resuming changes; undefined if nothing changes. Resuming resets the count of failures. */
function toPauseChange(shouldPause: boolean | undefined, { paused }: WebhookRow) {
  if (shouldPause === undefined || shouldPause === (paused !== null)) return undefined;
  return shouldPause ? { paused: new Date() } : { paused: null, pause_reason: null, failures: 0 };
}

/** Deletes a webhook. @returns it as it was @throws Problem 401, 403 or 404 */
export async function deleteWebhook(tx: Tx, viewer: Viewer, id: number): Promise<WebhookRow> {
  const row = await readAuthorizedWebhook(tx, viewer, id, 'delete');
  await deleteWebhookRow(tx, id);
  await deleteChannelHealth(tx, [webhookChannel(id)]);
  await recordChange(tx, viewer, { action: 'delete', subject: 'webhooks', id, name: row.name });
  return row;
}
