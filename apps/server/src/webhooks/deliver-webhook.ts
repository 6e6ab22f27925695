/** One delivery: the post as it is now, signed, to the address that somebody gave. */
import { createHmac } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { deliverySignatureHeader, timestampedSignatureHeader } from '@waypost/contract/webhooks/webhooks';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import { defineJob, JobError, type JobHandler, type JobRun } from '../kernel/jobs/job.ts';
import type { DeploymentState } from '../kernel/security/deployment-state.ts';
import { type GuardedFetch, GuardedFetchError } from '../kernel/security/guarded-fetch.ts';
import type { SecretBox } from '../kernel/security/secret-box.ts';
import { type DeliveryRow, findDelivery, updateDelivery } from './deliveries.sql.ts';
import { signRequest } from './signature.rules.ts';
import { buildWebhookBody } from './webhook-body.ts';
import { decryptWebhookSecret } from './webhook-secret.ts';
import { countFailure, findWebhook, resetFailures, type WebhookRow } from './webhooks.sql.ts';

export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ delivery: z.int() }),
  maxAttempts: limits.deliveryAttempts,
  retryDelaySeconds: { first: 30, max: 3600 },
  concurrency: 4,
  timeoutSeconds: 60,
});

interface DeliveryDependencies {
  db: Db;
  fetcher: GuardedFetch;
  secretBox: SecretBox;
  /** Of this server, for the links within a body. */
  addresses: UrlBuilder;
  readDeploymentState: (tx: Tx) => Promise<DeploymentState>;
}

interface PreparedDelivery {
  delivery: DeliveryRow;
  webhook: WebhookRow;
  /** Undefined when the webhook's secret cannot be opened: nothing leaves unsigned. */
  secret: string | undefined;
  content: Awaited<ReturnType<typeof buildWebhookBody>>;
}

/** What is to be sent; undefined when it is done already, or must wait. */
async function prepareDelivery(
  tx: Tx,
  { addresses: urls, secretBox, readDeploymentState }: DeliveryDependencies,
  id: number,
): Promise<PreparedDelivery | undefined> {
  const delivery = await findDelivery(tx, id);
  if (delivery?.state !== 'waiting') return undefined;
  const webhook = await findWebhook(tx, delivery.webhook_id);
  if (!webhook) return undefined;
  if (webhook.paused) {
    await updateDelivery(tx, id, { state: 'held' });
    return undefined;
  }
  const content = await buildWebhookBody(tx, urls, webhook, delivery, await readDeploymentState(tx));
  return { delivery, webhook, secret: decryptWebhookSecret(secretBox, webhook), content };
}

/** Both signatures: the one that existing receivers check, and one with the time, so that an old request can be refused. */
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
}

// What was answered is for people to read: controls could not be stored, or would draw nonsense.
const toLogText = (body: Buffer) =>
  body
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, ' ')
    .slice(0, limits.deliveryResponse);

async function sendDelivery(
  fetcher: GuardedFetch,
  { webhook: { url }, secret }: Pick<PreparedDelivery, 'webhook' | 'secret'>,
  body: string,
  signal: AbortSignal,
): Promise<DeliveryResult> {
  if (secret === undefined) return { isDelivered: false, status: null, fault: 'secret', response: null };
  try {
    const answer = await fetcher.fetch(url, {
      method: 'POST',
      headers: buildHeaders(url, secret, body),
      body,
      signal,
    });
    const isDelivered = answer.status >= 200 && answer.status < 300;
    return { isDelivered, status: answer.status, fault: null, response: toLogText(answer.body) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return { isDelivered: false, status: null, fault: error.code, response: null };
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
  await updateDelivery(tx, delivery.id, {
    state: 'delivered',
    attempts: run.attemptNumber,
    status,
    fault,
    response,
    tried: now,
  });
  await resetFailures(tx, webhook.id);
}

/** The last attempt fails the delivery, and may pause the webhook; others are merely noted. */
async function recordFailure(
  tx: Tx,
  { delivery, webhook }: PreparedDelivery,
  result: DeliveryResult,
  run: JobRun,
): Promise<void> {
  const { status, fault, response } = result;
  const state = run.isLastAttempt ? 'failed' : 'waiting';
  await updateDelivery(tx, delivery.id, {
    state,
    attempts: run.attemptNumber,
    status,
    fault,
    response,
    tried: new Date(),
  });
  if (run.isLastAttempt) await countFailure(tx, webhook.id, limits.webhookFailuresBeforePause);
}

export const createWebhookDeliverer =
  (dependencies: DeliveryDependencies): JobHandler<typeof deliverWebhook> =>
  async ({ delivery: id }, run) => {
    const { db, fetcher } = dependencies;
    const prepared = await inTransaction(db, 'writes', (tx) => prepareDelivery(tx, dependencies, id));
    if (!prepared) return;
    const { content } = prepared;
    // There is nothing to be told, and that is nobody's fault.
    if ('nothing' in content)
      return run.complete((tx) => recordSuccess(tx, prepared, { fault: content.nothing }, run));
    const result = await sendDelivery(fetcher, prepared, content.body, run.signal);
    if (result.isDelivered) return run.complete((tx) => recordSuccess(tx, prepared, result, run));
    await inTransaction(db, 'writes', (tx) => recordFailure(tx, prepared, result, run));
    // Failed deliveries have a log of their own, where somebody may repeat them.
    if (run.isLastAttempt) return;
    throw new JobError(result.status === null ? `No answer: ${result.fault}` : `Answered ${result.status}`);
  };
