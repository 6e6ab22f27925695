/** Making, changing and deleting webhooks (wire 2.19, ruling 25). The log of changes names the fields, never the secret. */
import { randomUUID } from 'node:crypto';
import type { WebhookChange, WebhookInput } from '@waypost/contract/webhooks';
import type { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { Faults, notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { readSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { releaseHeld } from './deliveries.sql.ts';
import { openWebhookSecret, sealWebhookSecret } from './webhook-secret.ts';
import { webhookPrivileges } from './webhooks.rules.ts';
import {
  deleteWebhookRow,
  findWebhook,
  insertWebhook,
  updateWebhookRow,
  type WebhookRow,
} from './webhooks.sql.ts';

type Fields = Pick<
  WebhookRow,
  'name' | 'url' | 'secret' | 'event' | 'content' | 'survey_id' | 'source_key' | 'destination_key'
>;

/** @throws 401 or 403 before 404 */
export async function webhookFor(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'update' | 'delete',
): Promise<WebhookRow> {
  require(viewer, webhookPrivileges(viewer), privilege, 'webhooks', id);
  const row = await findWebhook(tx, id);
  if (!row) throw notFound('webhooks', id);
  return row;
}

/** The survey must exist, and both fields be of it (spec 3 §2, "Webhooks"). */
async function check(
  tx: Tx,
  { survey_id, source_key, destination_key }: Pick<Fields, 'survey_id' | 'source_key' | 'destination_key'>,
): Promise<void> {
  if (survey_id !== null && !(await readSurvey(tx, survey_id)))
    throw new Faults('webhooks', [{ field: 'form_id', rule: 'exists', params: { value: survey_id } }]);
  const attributes = survey_id === null ? [] : (await readSurveyFields(tx, survey_id)).attributes;
  const keys = new Set(attributes.map((attribute) => attribute.key));
  const wrong = Object.entries({
    source_field_key: source_key,
    destination_field_key: destination_key,
  }).flatMap(([field, key]) =>
    key === null || keys.has(key) ? [] : [{ field, rule: 'exists' as const, params: { value: key } }],
  );
  if (wrong.length > 0) throw new Faults('webhooks', wrong);
}

function fieldsOf(input: z.output<typeof WebhookChange>, before?: WebhookRow): Partial<Fields> {
  const {
    name,
    url,
    shared_secret: secret,
    event_type: event,
    content,
    form_id,
    source_field_key,
    destination_field_key,
  } = input;
  const fields = {
    name,
    url,
    secret,
    event,
    content,
    survey_id: form_id,
    source_key: source_field_key,
    destination_key: destination_field_key,
  };
  // Another survey has other fields: what is not sent with it is nothing.
  const isMoved = before !== undefined && form_id !== undefined && form_id !== before.survey_id;
  const emptied = isMoved ? { source_key: null, destination_key: null } : {};
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...emptied, ...sent };
}

export async function createWebhook(
  tx: Tx,
  viewer: Viewer,
  input: z.output<typeof WebhookInput>,
  vault: Vault,
): Promise<WebhookRow> {
  require(viewer, webhookPrivileges(viewer), 'create', 'webhooks');
  const uuid = randomUUID();
  const fields = {
    name: input.name,
    url: input.url,
    uuid,
    secret: sealWebhookSecret(vault, uuid, input.shared_secret),
    event: input.event_type,
    // Who says nothing gets what cannot hurt anybody (docs/decisions/0043).
    content: input.content ?? ('public' as const),
    survey_id: input.form_id ?? null,
    source_key: input.source_field_key ?? null,
    destination_key: input.destination_field_key ?? null,
  };
  await check(tx, fields);
  const row = await insertWebhook(tx, { ...fields, user_id: viewer.id, paused: null, updated: null });
  const details = { content: row.content };
  await recordChange(tx, viewer, { action: 'create', subject: 'webhooks', id: row.id, details });
  return row;
}

export async function updateWebhook(
  tx: Tx,
  viewer: Viewer,
  id: number,
  input: z.output<typeof WebhookChange>,
  { jobs, vault }: { jobs: Jobs; vault: Vault },
): Promise<WebhookRow> {
  const before = await webhookFor(tx, viewer, id, 'update');
  const { secret, ...others } = fieldsOf(input, before);
  const isSame = secret === undefined || secret === openWebhookSecret(vault, before);
  const fields = isSame ? others : { ...others, secret: sealWebhookSecret(vault, before.uuid, secret) };
  await check(tx, { ...before, ...fields });
  const pausing = pauseOf(input.paused, before);
  const row = await updateWebhookRow(tx, id, { ...fields, ...pausing });
  if (pausing?.paused === null)
    await jobs.addAll(
      tx,
      deliverWebhook,
      (await releaseHeld(tx, id)).map((delivery) => ({ delivery })),
    );
  const changed = Object.keys({ ...fields, ...pausing }).filter((name) => name !== 'failures');
  const isOther = fields.content !== undefined && fields.content !== before.content;
  const details = { changed, ...(isOther ? { content: fields.content } : {}) };
  await recordChange(tx, viewer, { action: 'update', subject: 'webhooks', id, details });
  return row;
}

/** What pausing or going on writes; undefined when it is as it should be. Going on begins to count anew. */
function pauseOf(wanted: boolean | undefined, { paused }: WebhookRow) {
  if (wanted === undefined || wanted === (paused !== null)) return undefined;
  return wanted ? { paused: new Date() } : { paused: null, failures: 0 };
}

export async function deleteWebhook(tx: Tx, viewer: Viewer, id: number): Promise<WebhookRow> {
  const row = await webhookFor(tx, viewer, id, 'delete');
  await deleteWebhookRow(tx, id);
  await recordChange(tx, viewer, { action: 'delete', subject: 'webhooks', id });
  return row;
}
