/** One delivery: the post as it is now, signed, to the address that somebody gave. */
import { createHmac } from 'node:crypto';
import { limits } from '@waypost/contract/limits';
import { deliverySignatureHeader, timedSignatureHeader } from '@waypost/contract/webhooks';
import { z } from 'zod';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { type GuardedFetch, GuardedFetchError } from '../kernel/guarded-fetch.ts';
import { defineJob, JobFault, type JobHandler, type Run } from '../kernel/jobs/job.ts';
import type { Standing } from '../kernel/standing.ts';
import type { Vault } from '../kernel/vault.ts';
import type { Addresses } from '../kernel/wire.ts';
import { bodyOf } from './delivered-post.ts';
import { type DeliveryRow, findDelivery, updateDelivery } from './deliveries.sql.ts';
import { signatureOf } from './signature.rules.ts';
import { openWebhookSecret } from './webhook-secret.ts';
import { countFailure, findWebhook, forgetFailures, type WebhookRow } from './webhooks.sql.ts';

export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ delivery: z.int() }),
  attempts: limits.deliveryAttempts,
  pause: { first: 30, most: 3600 },
  atOnce: 4,
  seconds: 60,
});

interface Delivering {
  db: Db;
  fetcher: GuardedFetch;
  vault: Vault;
  /** Of this server, for the links within a body. */
  addresses: Addresses;
  standing: (tx: Tx) => Promise<Standing>;
}

interface Ready {
  delivery: DeliveryRow;
  webhook: WebhookRow;
  /** Undefined when the webhook's secret cannot be opened: nothing leaves unsigned. */
  secret: string | undefined;
  content: Awaited<ReturnType<typeof bodyOf>>;
}

/** What is to be sent; undefined when it is done already, or must wait. */
async function prepare(
  tx: Tx,
  { addresses, vault, standing }: Delivering,
  id: number,
): Promise<Ready | undefined> {
  const delivery = await findDelivery(tx, id);
  if (delivery?.state !== 'waiting') return undefined;
  const webhook = await findWebhook(tx, delivery.webhook_id);
  if (!webhook) return undefined;
  if (webhook.paused) {
    await updateDelivery(tx, id, { state: 'held' });
    return undefined;
  }
  const content = await bodyOf(tx, addresses, webhook, delivery, await standing(tx));
  return { delivery, webhook, secret: openWebhookSecret(vault, webhook), content };
}

/** Both signatures: the one that existing receivers check, and one with the time, so that an old request can be refused. */
function headersOf(url: string, secret: string, body: string): Record<string, string> {
  const time = Math.floor(Date.now() / 1000);
  const timed = createHmac('sha256', secret).update(`${time}.${url}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Waypost',
    [deliverySignatureHeader]: signatureOf(secret, url, body),
    [timedSignatureHeader]: `t=${time},v1=${timed}`,
  };
}

interface Outcome {
  isDelivered: boolean;
  status: number | null;
  fault: DeliveryRow['fault'];
  response: string | null;
}

// What was answered is for people to read: controls could not be stored, or would draw nonsense.
const readable = (body: Buffer) =>
  body
    .toString('utf8')
    .replace(/[^\P{C}\n\t]/gu, ' ')
    .slice(0, limits.deliveryResponse);

async function send(
  fetcher: GuardedFetch,
  { webhook: { url }, secret }: Pick<Ready, 'webhook' | 'secret'>,
  body: string,
  signal: AbortSignal,
): Promise<Outcome> {
  if (secret === undefined) return { isDelivered: false, status: null, fault: 'secret', response: null };
  try {
    const answer = await fetcher.fetch(url, {
      method: 'POST',
      headers: headersOf(url, secret, body),
      body,
      signal,
    });
    const isDelivered = answer.status >= 200 && answer.status < 300;
    return { isDelivered, status: answer.status, fault: null, response: readable(answer.body) };
  } catch (error) {
    if (!(error instanceof GuardedFetchError)) throw error;
    return { isDelivered: false, status: null, fault: error.code, response: null };
  }
}

async function noteDelivered(tx: Tx, { delivery, webhook }: Ready, outcome: Partial<Outcome>, run: Run) {
  const { status = null, fault = null, response = null } = outcome;
  const now = new Date();
  await updateDelivery(tx, delivery.id, {
    state: 'delivered',
    attempts: run.attempt,
    status,
    fault,
    response,
    tried: now,
  });
  await forgetFailures(tx, webhook.id);
}

/** The last attempt fails the delivery, and may pause the webhook; others are merely noted. */
async function noteFailed(tx: Tx, { delivery, webhook }: Ready, outcome: Outcome, run: Run): Promise<void> {
  const { status, fault, response } = outcome;
  const state = run.isLast ? 'failed' : 'waiting';
  await updateDelivery(tx, delivery.id, {
    state,
    attempts: run.attempt,
    status,
    fault,
    response,
    tried: new Date(),
  });
  if (run.isLast) await countFailure(tx, webhook.id, limits.webhookFailures);
}

export const webhookDeliverer =
  (delivering: Delivering): JobHandler<typeof deliverWebhook> =>
  async ({ delivery: id }, run) => {
    const { db, fetcher } = delivering;
    const ready = await inTransaction(db, 'writes', (tx) => prepare(tx, delivering, id));
    if (!ready) return;
    const { content } = ready;
    // There is nothing to be told, and that is nobody's fault.
    if ('nothing' in content)
      return run.finish((tx) => noteDelivered(tx, ready, { fault: content.nothing }, run));
    const outcome = await send(fetcher, ready, content.body, run.signal);
    if (outcome.isDelivered) return run.finish((tx) => noteDelivered(tx, ready, outcome, run));
    await inTransaction(db, 'writes', (tx) => noteFailed(tx, ready, outcome, run));
    // Failed deliveries have a log of their own, where somebody may repeat them.
    if (run.isLast) return;
    throw new JobFault(
      outcome.status === null ? `No answer: ${outcome.fault}` : `Answered ${outcome.status}`,
    );
  };
