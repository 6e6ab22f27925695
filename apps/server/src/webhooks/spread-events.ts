/** From what happened to posts to what each webhook is to be told. */
import { limits } from '@waypost/contract/limits';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { forgetOldDeliveries, insertDeliveries, takeEvents } from './deliveries.sql.ts';
import { eventFor } from './webhooks.rules.ts';
import { readAllWebhooks } from './webhooks.sql.ts';

export const spreadEvents = defineJob({
  name: 'spread-events',
  payload: EmptyPayload,
  pause: { first: 5, most: 600 },
  oneWaiting: true,
});

export const forgetDeliveries = defineJob({ name: 'forget-deliveries', payload: EmptyPayload });

/** Events in one transaction. */
const batch = 500;

async function spread(tx: Tx, jobs: Jobs): Promise<number> {
  const events = await takeEvents(tx, batch);
  if (events.length === 0) return 0;
  const webhooks = await readAllWebhooks(tx);
  const due = events.flatMap(({ post_id, survey_id, ...happened }) =>
    webhooks
      .filter((it) => it.survey_id === null || it.survey_id === survey_id)
      .flatMap((it) => {
        const event = eventFor(it, happened);
        const state = it.paused ? ('held' as const) : ('waiting' as const);
        return event ? [{ webhook_id: it.id, event, post_id, survey_id, state }] : [];
      }),
  );
  const ids = await insertDeliveries(tx, due);
  await jobs.addAll(
    tx,
    deliverWebhook,
    ids.map((delivery) => ({ delivery })),
  );
  return events.length;
}

/** Works through the events, a few hundred in each transaction: a process that dies in one has done nothing of it. */
export const eventSpreader =
  (db: Db, jobs: Jobs): JobHandler<typeof spreadEvents> =>
  async (_payload, run) => {
    for (let done = 0, taken = batch; taken === batch; done += taken) {
      await run.progress(done, null);
      taken = await inTransaction(db, 'writes', (tx) => spread(tx, jobs));
    }
  };

export const deliveryForgetter =
  (db: Db): JobHandler<typeof forgetDeliveries> =>
  () =>
    inTransaction(db, 'writes', (tx) => forgetOldDeliveries(tx, limits.deliveryLog));
