/** Delivery of one event: the post as it is now, signed, posted to the webhook's URL. */
import { createHmac } from 'node:crypto';
import type { ChannelError } from '@waypost/contract/channels/channels';
import { deliverySignatureHeader, timestampedSignatureHeader } from '@waypost/contract/webhooks/webhooks';
import { z } from 'zod';
import { recordChange } from '../audit/audit.public.ts';
import {
  describeChannelError,
  recordChannelFailure,
  recordChannelSuccess,
} from '../channels/channels.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { defineJob, JobError, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { type GuardedFetch, GuardedFetchError } from '../kernel/security/guarded-fetch.ts';
import { replaceSecrets } from '../kernel/security/replace-secrets.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { readViewerByUserId } from '../users/users.public.ts';
import { type DeliveryRow, findDelivery, updateDelivery } from './deliveries.sql.ts';
import { deliveryLimits } from './delivery-limits.ts';
import { signRequest } from './signature.rules.ts';
import { buildWebhookBody } from './webhook-body.ts';
import { decryptWebhookSecret } from './webhook-secret.ts';
import { canReadContentOf } from './webhooks.rules.ts';
import {
  countFailure,
  findWebhookOfDelivery,
  pauseForOwner,
  resetFailures,
  type WebhookRow,
} from './webhooks.sql.ts';

/** Sends one delivery. */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ delivery: z.int() }),
  maxAttempts: deliveryLimits.attempts,
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 4,
  timeoutSeconds: 60,
});

interface DeliveryDependencies {
  db: Db;
  fetcher: GuardedFetch;
  secretBox: SecretBox;
  /** Builds the links within a body. */
  urls: UrlBuilder;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
}

interface PreparedDelivery {
  delivery: DeliveryRow;
  webhook: WebhookRow;
  /** Undefined if the webhook's secret cannot be decrypted: nothing is sent unsigned. */
  secret: string | undefined;
  content: Awaited<ReturnType<typeof buildWebhookBody>>;
}

/**
 * Whether the webhook's owner may read what it sends. Rights that were taken away, and deleted accounts, end the sending of
 * unpublished posts (docs/decisions/0043).
 */
async function isOwnerEntitled(tx: Tx, webhook: WebhookRow): Promise<boolean> {
  if (webhook.content === 'public') return true;
  const owner = webhook.user_id === null ? undefined : await readViewerByUserId(tx, webhook.user_id);
  return owner !== undefined && canReadContentOf(owner, webhook);
}

/** Reads what is to be sent; undefined if the delivery is done already or held. */
async function prepareDelivery(
  tx: Tx,
  { urls, secretBox, readDeploymentState }: DeliveryDependencies,
  id: number,
): Promise<PreparedDelivery | undefined> {
  const webhook = await findWebhookOfDelivery(tx, id);
  const delivery = await findDelivery(tx, id);
  if (!webhook || delivery?.state !== 'waiting') return undefined;
  if (webhook.paused) {
    await updateDelivery(tx, id, { state: 'held' });
    return undefined;
  }
  if (!(await isOwnerEntitled(tx, webhook))) {
    // The webhook is locked before its deliveries, as where it is changed: otherwise the two could wait for each other.
    if (await pauseForOwner(tx, webhook.id)) {
      const details = { changed: ['paused'], reason: 'owner' };
      await recordChange(tx, null, { action: 'update', subject: 'webhooks', id: webhook.id, details });
    }
    await updateDelivery(tx, id, { state: 'held' });
    return undefined;
  }
  const content = await buildWebhookBody(tx, urls, webhook, delivery, await readDeploymentState(tx));
  return { delivery, webhook, secret: decryptWebhookSecret(secretBox, webhook), content };
}

/** Headers with both signatures: the one that existing receivers check, and one with a timestamp against replayed requests. */
function buildHeaders(url: string, secret: string, body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const timedSignature = createHmac('sha256', secret).update(`${time}.${url}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Waypost',
    [deliverySignatureHeader]: signRequest(secret, url, body),
    [timestampedSignatureHeader]: `t=${time},v1=${timedSignature}`,
  };
}

interface DeliveryResult {
  isDelivered: boolean;
  status: number | null;
  fault: DeliveryRow['fault'];
  response: string | null;
  /** Why it was not delivered; null if it was. */
  error: ChannelError | null;
}

/** The channel of a webhook. */
export const webhookChannel = (id: number): string => `webhook:${id}`;

/** The error of a response with another status than 2xx. */
const describeResponse = (status: number, response: string): ChannelError => ({
  code: status === 401 || status === 403 ? 'login' : 'refused',
  message: [`HTTP ${status}`, response.trim()].filter(Boolean).join(': ').slice(0, 300),
});

// The response is shown to people. Control characters cannot be stored (NUL) or displayed.
const toLogText = (body: Buffer, secret: string) =>
  replaceSecrets(body.toString('utf8'), [secret])
    .replace(/[^\P{C}\n\t]/gu, ' ')
    .slice(0, deliveryLimits.response);

/** Posts a body to a webhook, signed. */
export async function sendDelivery(
  fetcher: GuardedFetch,
  { webhook: { url }, secret }: Pick<PreparedDelivery, 'webhook' | 'secret'>,
  body: string,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (secret === undefined)
    return {
      isDelivered: false,
      status: null,
      fault: 'secret',
      response: null,
      error: { code: 'secret', message: null },
    };
  try {
    const response = await fetcher.fetch(url, {
      method: 'POST',
      headers: buildHeaders(url, secret, body),
      body,
      signal,
    });
    const isDelivered = response.status >= 200 && response.status < 300;
    const text = toLogText(response.body, secret);
    const error = isDelivered ? null : describeResponse(response.status, text);
    return { isDelivered, status: response.status, fault: null, response: text || null, error };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return {
      isDelivered: false,
      status: null,
      fault: error.code,
      response: null,
      error: describeChannelError(error),
    };
  }
}

async function recordSuccess(
  tx: Tx,
  { delivery, webhook }: PreparedDelivery,
  result: Partial<DeliveryResult>,
  run: JobRun,
) {
  const { status = null, fault = null, response = null } = result;
  const now = new Date();
  await resetFailures(tx, webhook.id);
  if (status !== null) await recordChannelSuccess(tx, webhookChannel(webhook.id));
  await updateDelivery(tx, delivery.id, {
    state: 'delivered',
    attempts: run.attemptNumber,
    status,
    fault,
    response,
    last_attempt: now,
  });
}

/** Records a failed attempt. The last one fails the delivery, and may pause the webhook. */
async function recordFailure(
  tx: Tx,
  { delivery, webhook }: PreparedDelivery,
  result: DeliveryResult,
  run: JobRun,
): Promise<void> {
  const { status, fault, response, error } = result;
  if (error) await recordChannelFailure(tx, webhookChannel(webhook.id), error);
  const state = run.isLastAttempt ? 'failed' : 'waiting';
  if (run.isLastAttempt) await countFailure(tx, webhook.id, deliveryLimits.failuresBeforePause);
  await updateDelivery(tx, delivery.id, {
    state,
    attempts: run.attemptNumber,
    status,
    fault,
    response,
    last_attempt: new Date(),
  });
}

/** Creates the handler of `deliverWebhook`. */
export const createWebhookDeliverer =
  (dependencies: DeliveryDependencies): JobHandler<typeof deliverWebhook> =>
  async ({ delivery: id }, run) => {
    const { db, fetcher } = dependencies;
    const prepared = await inTransaction(db, 'writes', (tx) => prepareDelivery(tx, dependencies, id));
    if (!prepared) return;
    const { content } = prepared;
    // Nothing to send is not a failure.
    if ('skipReason' in content)
      return run.complete((tx) => recordSuccess(tx, prepared, { fault: content.skipReason }, run));
    const result = await sendDelivery(fetcher, prepared, content.body, run.signal);
    if (result.isDelivered) return run.complete((tx) => recordSuccess(tx, prepared, result, run));
    await inTransaction(db, 'writes', (tx) => recordFailure(tx, prepared, result, run));
    // Failed deliveries are in the delivery log, where they can be repeated.
    if (run.isLastAttempt) return;
    throw new JobError(result.status === null ? `No response: ${result.fault}` : `Answered ${result.status}`);
  };
