/** From what happened to posts to what each webhook is to be told. */
import { limits } from '@waypost/contract/common/limits';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { deleteOldDeliveries, insertDeliveries, takeWebhookEvents } from './deliveries.sql.ts';
import { webhookEventFor } from './webhooks.rules.ts';
import { readAllWebhooks } from './webhooks.sql.ts';

export const fanOutEvents = defineJob({
  name: 'spread-events',
  payload: EmptyPayload,
  retryDelaySeconds: { first: 5, max: 600 },
  isDeduplicated: true,
});

export const pruneDeliveries = defineJob({ name: 'forget-deliveries', payload: EmptyPayload });

/** Events in one transaction. */
const batchSize = 500;

async function fanOutBatch(tx: Tx, jobs: JobQueue): Promise<number> {
  const events = await takeWebhookEvents(tx, batchSize);
  if (events.length === 0) return 0;
  const webhooks = await readAllWebhooks(tx);
  const deliveries = events.flatMap(({ post_id, survey_id, ...change }) =>
    webhooks
      .filter((it) => it.survey_id === null || it.survey_id === survey_id)
      .flatMap((it) => {
        const event = webhookEventFor(it, change);
        const state = it.paused ? ('held' as const) : ('waiting' as const);
        return event ? [{ webhook_id: it.id, event, post_id, survey_id, state }] : [];
      }),
  );
  const ids = await insertDeliveries(tx, deliveries);
  await jobs.addAll(
    tx,
    deliverWebhook,
    ids.map((delivery) => ({ delivery })),
  );
  return events.length;
}

/** Works through the events, a few hundred in each transaction: a process that dies in one has done nothing of it. */
export const createEventFanOut =
  (db: Db, jobs: JobQueue): JobHandler<typeof fanOutEvents> =>
  async (_payload, run) => {
    for (let done = 0, taken = batchSize; taken === batchSize; done += taken) {
      await run.reportProgress(done, null);
      taken = await inTransaction(db, 'writes', (tx) => fanOutBatch(tx, jobs));
    }
  };

export const createDeliveryPruner =
  (db: Db): JobHandler<typeof pruneDeliveries> =>
  () =>
    inTransaction(db, 'writes', (tx) => deleteOldDeliveries(tx, limits.deliveryLogSeconds));
