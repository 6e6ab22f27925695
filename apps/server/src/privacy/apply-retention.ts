/** Daily job that removes what is older than the retention settings and rules, with one entry in the audit log. */
import { RetentionInput, type RetentionRule, retentionRules } from '@waypost/contract/privacy/retention';
import { recordChange } from '../audit/audit.public.ts';
import { pruneRemovedWords } from '../browse/browse.public.ts';
import { expireExportFiles } from '../exports/exports.public.ts';
import { type Db, disableStatementTimeout, inTransaction, type Tx } from '../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { deleteUnusedMedia, deleteUnwantedOriginals } from '../media/media.public.ts';
import { readRetention } from '../settings/settings.public.ts';
import { anonymizePosts, deletePostsAndTraces } from './anonymize-posts.ts';
import { lockPostsOfRule, type PostRetentionRuleRow, readPostRetentionRules } from './post-retention.sql.ts';
import {
  countExpired,
  deleteOldReceiptMessages,
  findExpired,
  findPrivatePictureIds,
  removeByRule,
} from './retention.sql.ts';

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

/** Runs one batch in a transaction until a batch is not full. @returns the sum of what the batches return */
async function runBatches(db: Db, removeBatch: (tx: Tx) => Promise<number>): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await inTransaction(db, 'writes', async (tx) => {
      await disableStatementTimeout(tx);
      return removeBatch(tx);
    });
    total += removed;
    if (removed < batchSize) return total;
  }
}

const removePrivateAnswers = async (tx: Tx, ids: readonly number[]) => {
  const pictures = await findPrivatePictureIds(tx, ids);
  await removeByRule.private_answers(tx, ids);
  await deleteUnusedMedia(tx, pictures);
};

const removeAllExpired = (db: Db, rule: RetentionRule, days: number): Promise<number> =>
  runBatches(db, async (tx) => {
    const ids = await findExpired(tx, rule, days, batchSize);
    if (ids.length === 0) return 0;
    if (rule === 'private_answers') await removePrivateAnswers(tx, ids);
    else await removeByRule[rule](tx, ids);
    return ids.length;
  });

/** Deletes or anonymizes the posts of a rule, and those merged into them. @returns the number without those */
const applyPostRule = (db: Db, rule: PostRetentionRuleRow): Promise<number> =>
  runBatches(db, async (tx) => {
    const { primaries, ids } = await lockPostsOfRule(tx, rule, batchSize);
    if (primaries === 0) return 0;
    if (rule.action === 'delete') await deletePostsAndTraces(tx, ids);
    else await anonymizePosts(tx, ids, { keepExact: rule.keep_exact });
    return primaries;
  });

/** Creates the handler of `applyRetention`. */
export const createRetentionRunner =
  (db: Db): JobHandler<typeof applyRetention> =>
  async () => {
    const { days, rules } = await inTransaction(db, 'reads', async (tx) => ({
      days: RetentionInput.parse(await readRetention(tx)) as RetentionDays,
      rules: await readPostRetentionRules(tx),
    }));
    const counts = new Map<string, number>();
    const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count);
    for (const rule of rules) add(`posts_${rule.action}`, await applyPostRule(db, rule));
    for (const rule of retentionRules) {
      const maxDays = days[rule];
      if (typeof maxDays === 'number') add(rule, await removeAllExpired(db, rule, maxDays));
    }
    const { messages } = days;
    if (typeof messages === 'number')
      add('messages', await inTransaction(db, 'writes', (tx) => deleteOldReceiptMessages(tx, messages)));
    add('originals', await runBatches(db, (tx) => deleteUnwantedOriginals(tx, batchSize)));
    await pruneRemovedWords(db);
    const removed = [...counts].filter(([, count]) => count > 0);
    if (removed.length === 0) return;
    // Finished exports contain what was removed.
    await inTransaction(db, 'writes', (tx) => expireExportFiles(tx));
    const details = Object.fromEntries(removed.map(([name, count]) => [name, { from: count, to: 0 }]));
    await inTransaction(db, 'writes', (tx) =>
      recordChange(tx, null, { action: 'delete', subject: 'retention', id: 'daily', details }),
    );
  };
