/** Removes personal data once it is as old as the settings say: every day, and with one entry in the log of changes. */
import { RetentionInput, type RetentionRule, retentionRules } from '@waypost/contract/retention';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { Outcome } from '../kernel/outcome.ts';
import { discardMedia } from '../media/media.public.ts';
import { readRetention } from '../settings/settings.public.ts';
import { countDue, findDue, privatePictures, remove } from './retention.sql.ts';

export const keepRetention = defineJob({ name: 'keep-retention', payload: EmptyPayload, seconds: 3600 });

/** Rows in one transaction. */
const atOnce = 1000;

type Days = Partial<Record<RetentionRule, number | null | undefined>>;

/** How much would go. Rules without a number of days take nothing. */
export async function previewOf(tx: Tx, days: Days): Promise<Record<RetentionRule, number>> {
  const counts = { authors: 0, private_answers: 0, messages: 0, contacts: 0, audit: 0 };
  for (const rule of retentionRules) {
    const after = days[rule];
    if (typeof after === 'number') counts[rule] = await countDue(tx, rule, after);
  }
  return counts;
}

async function removeSome(db: Db, store: FileStore, rule: RetentionRule, days: number): Promise<number> {
  const outcome = new Outcome();
  const removed = await inTransaction(db, 'writes', async (tx) => {
    const ids = await findDue(tx, rule, days, atOnce);
    if (ids.length === 0) return 0;
    const pictures = rule === 'private_answers' ? await privatePictures(tx, ids) : [];
    await remove[rule](tx, ids);
    await discardMedia(tx, pictures, { store, outcome });
    return ids.length;
  });
  await outcome.settle(true, () => undefined);
  return removed;
}

async function removeAll(db: Db, store: FileStore, rule: RetentionRule, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await removeSome(db, store, rule, days);
    total += removed;
    if (removed < atOnce) return total;
  }
}

export const retentionKeeper =
  (db: Db, store: FileStore): JobHandler<typeof keepRetention> =>
  async () => {
    const days: Days = RetentionInput.parse(await inTransaction(db, 'reads', readRetention));
    const details: Record<string, { from: number; to: number }> = {};
    for (const rule of retentionRules) {
      const after = days[rule];
      const count = typeof after === 'number' ? await removeAll(db, store, rule, after) : 0;
      if (count > 0) details[rule] = { from: count, to: 0 };
    }
    if (Object.keys(details).length === 0) return;
    await inTransaction(db, 'writes', (tx) =>
      recordChange(tx, null, { action: 'delete', subject: 'retention', id: 'daily', details }),
    );
  };
