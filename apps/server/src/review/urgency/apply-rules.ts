/** Jobs that keep the urgency of waiting posts true: after a change of the rules, and as posts grow older. */
import { type Db, inTransaction } from '../../kernel/db/database.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../../kernel/jobs/job.ts';
import { readLastChange, setApplied, updateDuePosts, updateNextPosts } from './urgency.sql.ts';

/** Applies changed rules to all waiting posts. */
export const applyUrgencyJob = defineJob({
  name: 'apply-urgency',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Finds posts that have reached the age of a rule. */
export const ageUrgencyJob = defineJob({ name: 'age-urgency', payload: EmptyPayload });

/** Posts of a transaction. */
const batchSize = 1000;

/** Handler of `applyUrgencyJob`. A change of the rules meanwhile starts it again. */
export const createUrgencyUpdate =
  (db: Db): JobHandler<typeof applyUrgencyJob> =>
  async (_payload, run) => {
    const change = await inTransaction(db, 'reads', readLastChange);
    let lastId: number | undefined = 0;
    let count = 0;
    while (lastId !== undefined) {
      const afterId: number = lastId;
      lastId = await inTransaction(db, 'writes', (tx) => updateNextPosts(tx, afterId, batchSize));
      count += batchSize;
      await run.reportProgress(count, null);
    }
    await run.complete((tx) => setApplied(tx, change));
  };

/** Handler of `ageUrgencyJob`. */
export const createAgeUpdate =
  (db: Db): JobHandler<typeof ageUrgencyJob> =>
  () =>
    inTransaction(db, 'writes', updateDuePosts);
