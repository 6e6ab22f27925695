/** Random changes of posts, as when many people write at the same time. */
import type { createRandom } from '../../demo/random.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';

/** A change of posts. */
export type Mutation = (tx: Tx) => Promise<unknown>;

/** Deadlocks are expected: the database detects them, and clients try again. */
const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** Runs three random mutations in one transaction per round. Some rounds are rolled back. */
export async function runRandomMutations(
  db: Db,
  random: ReturnType<typeof createRandom>,
  mutations: readonly Mutation[],
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    await inTransaction(db, 'writes', async (tx) => {
      for (let index = 0; index < 3; index++) await random.pick(mutations)(tx);
      if (random.chance(0.15)) throw new Error('rolled back');
    }).catch((error: unknown) => {
      if (!isDeadlock(error) && !(error instanceof Error && error.message === 'rolled back')) throw error;
    });
}
