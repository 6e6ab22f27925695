/** Daily job that removes what is older than the retention settings and rules, with one entry in the audit log. */
import { RetentionInput, type RetentionRule, retentionRules } from '@waypost/contract/privacy/retention';
import { recordChangeSoFar } from '../audit/audit.public.ts';
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

/** What a run has removed, by name, and its entry in the audit log. */
interface RetentionRun {
  db: Db;
  counts: Map<string, number>;
  entry?: number;
}

/**
 * Records what is removed in the transaction that removes it, and expires exports, which contain it: the process may be killed after any
 * transaction, and the next run finds nothing more to remove.
 */
async function recordRemoved(tx: Tx, run: RetentionRun, name: string, count: number): Promise<void> {
  if (count === 0) return;
  await expireExportFiles(tx);
  run.counts.set(name, (run.counts.get(name) ?? 0) + count);
  const details = Object.fromEntries([...run.counts].map(([key, from]) => [key, { from, to: 0 }]));
  const change = { action: 'delete', subject: 'retention', id: 'daily', details } as const;
  run.entry = await recordChangeSoFar(tx, run.entry, change);
}

/** Runs one batch in a transaction until a batch is not full. @param removeBatch returns the number of rows */
async function runBatches(
  run: RetentionRun,
  name: string,
  removeBatch: (tx: Tx) => Promise<number>,
): Promise<void> {
  for (let removed = batchSize; removed >= batchSize; )
    removed = await inTransaction(run.db, 'writes', async (tx) => {
      await disableStatementTimeout(tx);
      const count = await removeBatch(tx);
      await recordRemoved(tx, run, name, count);
      return count;
    });
}

const removePrivateAnswers = async (tx: Tx, ids: readonly number[]) => {
  const pictures = await findPrivatePictureIds(tx, ids);
  await removeByRule.private_answers(tx, ids);
  await deleteUnusedMedia(tx, pictures);
};

const removeAllExpired = (run: RetentionRun, rule: RetentionRule, days: number): Promise<void> =>
  runBatches(run, rule, async (tx) => {
    const ids = await findExpired(tx, rule, days, batchSize);
    if (ids.length === 0) return 0;
    if (rule === 'private_answers') await removePrivateAnswers(tx, ids);
    else await removeByRule[rule](tx, ids);
    return ids.length;
  });

/** Deletes or anonymizes the posts of a rule, and those merged into them, which are not counted. */
const applyPostRule = (run: RetentionRun, rule: PostRetentionRuleRow): Promise<void> =>
  runBatches(run, `posts_${rule.action}`, async (tx) => {
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
    const run: RetentionRun = { db, counts: new Map() };
    for (const rule of rules) await applyPostRule(run, rule);
    for (const rule of retentionRules) {
      const maxDays = days[rule];
      if (typeof maxDays === 'number') await removeAllExpired(run, rule, maxDays);
    }
    const { messages } = days;
    if (typeof messages === 'number')
      await inTransaction(db, 'writes', async (tx) =>
        recordRemoved(tx, run, 'messages', await deleteOldReceiptMessages(tx, messages)),
      );
    await runBatches(run, 'originals', (tx) => deleteUnwantedOriginals(tx, batchSize));
    await pruneRemovedWords(db);
  };
