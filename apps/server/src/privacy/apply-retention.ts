/** Daily job that removes personal data older than the retention settings, with one entry in the audit log. */
import { RetentionInput, type RetentionRule, retentionRules } from '@waypost/contract/privacy/retention';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { discardMedia } from '../media/media.public.ts';
import { readRetention } from '../settings/settings.public.ts';
import { countExpired, findExpired, findPrivatePictureIds, removeByRule } from './retention.sql.ts';

/** The daily retention job. */
export const applyRetention = defineJob({
  name: 'apply-retention',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Rows in one transaction. */
const batchSize = 1000;

type RetentionDays = Partial<Record<RetentionRule, number | null | undefined>>;

/** Counts the rows that each rule would change now. Rules without a number of days count 0. */
export async function countExpiring(tx: Tx, days: RetentionDays): Promise<Record<RetentionRule, number>> {
  const counts = { authors: 0, private_answers: 0, messages: 0, contacts: 0, audit: 0 };
  for (const rule of retentionRules) {
    const maxDays = days[rule];
    if (typeof maxDays === 'number') counts[rule] = await countExpired(tx, rule, maxDays);
  }
  return counts;
}

async function removeBatch(db: Db, store: FileStore, rule: RetentionRule, days: number): Promise<number> {
  const txHooks = new TransactionHooks();
  const removed = await inTransaction(db, 'writes', async (tx) => {
    const ids = await findExpired(tx, rule, days, batchSize);
    if (ids.length === 0) return 0;
    const pictures = rule === 'private_answers' ? await findPrivatePictureIds(tx, ids) : [];
    await removeByRule[rule](tx, ids);
    await discardMedia(tx, pictures, { store, txHooks: txHooks });
    return ids.length;
  });
  await txHooks.run(true, () => undefined);
  return removed;
}

async function removeAllExpired(
  db: Db,
  store: FileStore,
  rule: RetentionRule,
  days: number,
): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await removeBatch(db, store, rule, days);
    total += removed;
    if (removed < batchSize) return total;
  }
}

/** Creates the handler of `applyRetention`. */
export const createRetentionRunner =
  (db: Db, store: FileStore): JobHandler<typeof applyRetention> =>
  async () => {
    const days: RetentionDays = RetentionInput.parse(await inTransaction(db, 'reads', readRetention));
    const details: Record<string, { from: number; to: number }> = {};
    for (const rule of retentionRules) {
      const maxDays = days[rule];
      const count = typeof maxDays === 'number' ? await removeAllExpired(db, store, rule, maxDays) : 0;
      if (count > 0) details[rule] = { from: count, to: 0 };
    }
    if (Object.keys(details).length === 0) return;
    await inTransaction(db, 'writes', (tx) =>
      recordChange(tx, null, { action: 'delete', subject: 'retention', id: 'daily', details }),
    );
  };
