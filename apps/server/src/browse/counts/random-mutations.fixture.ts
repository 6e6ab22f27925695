/** Posts that change all the time, as when many people write at once. */
import type { createRandom } from '../../demo/random.ts';
import { type Db, inTransaction, type Tx } from '../../kernel/db/database.ts';

/** What somebody does to posts. */
export type Mutation = (tx: Tx) => Promise<unknown>;

/** Deadlocks among such deeds are the database's to tell, and somebody's to try again. */
const isDeadlock = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001');

/** Does three of the deeds in each round, one transaction a round; some change their mind. */
export async function runRandomMutations(
  db: Db,
  random: ReturnType<typeof createRandom>,
  mutations: readonly Mutation[],
  rounds: number,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    await inTransaction(db, 'writes', async (tx) => {
      for (let n = 0; n < 3; n++) await random.pick(mutations)(tx);
      if (random.chance(0.15)) throw new Error('changed my mind');
    }).catch((error: unknown) => {
      if (!isDeadlock(error) && !(error instanceof Error && error.message === 'changed my mind')) throw error;
    });
}
