/** Turns changes of posts into deliveries of each subscribed webhook. */
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { deleteOldDeliveries, insertDeliveries, takeWebhookEvents } from './deliveries.sql.ts';
import { deliveryLimits } from './delivery-limits.ts';
import { webhookEventFor } from './webhooks.rules.ts';
import { lockAllWebhooks } from './webhooks.sql.ts';

/** Creates deliveries for new events. */
export const fanOutEvents = defineJob({
  name: 'fan-out-events',
  payload: EmptyPayload,
  retryDelaySeconds: { first: 5, max: 600 },
  isDeduplicated: true,
});

/** Deletes old deliveries. */
export const pruneDeliveries = defineJob({ name: 'delete-old-deliveries', payload: EmptyPayload });

/** Events per transaction. */
const batchSize = 500;

async function fanOutBatch(tx: Tx, jobs: JobQueue): Promise<number> {
  const events = await takeWebhookEvents(tx, batchSize);
  if (events.length === 0) return 0;
  const webhooks = await lockAllWebhooks(tx);
  const deliveries = events.flatMap(({ post_id, survey_id, ...change }) =>
    webhooks
      .filter((webhook) => webhook.survey_id === null || webhook.survey_id === survey_id)
      .flatMap((webhook) => {
        const event = webhookEventFor(webhook, change);
        const state = webhook.paused ? ('held' as const) : ('waiting' as const);
        return event ? [{ webhook_id: webhook.id, event, post_id, survey_id, state }] : [];
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

/** Creates the handler of `fanOutEvents`. Each batch is one transaction, so a crash loses and repeats nothing. */
export const createEventFanOut =
  (db: Db, jobs: JobQueue): JobHandler<typeof fanOutEvents> =>
  async (_payload, run) => {
    for (let done = 0, batchCount = batchSize; batchCount === batchSize; done += batchCount) {
      await run.reportProgress(done, null);
      batchCount = await inTransaction(db, 'writes', (tx) => fanOutBatch(tx, jobs));
    }
  };

/** Creates the handler of `pruneDeliveries`. */
export const createDeliveryPruner =
  (db: Db): JobHandler<typeof pruneDeliveries> =>
  () =>
    inTransaction(db, 'writes', (tx) => deleteOldDeliveries(tx, deliveryLimits.logSeconds));
