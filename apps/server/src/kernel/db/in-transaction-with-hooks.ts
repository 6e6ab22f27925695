import { type Db, inTransaction, type Tx } from './database.ts';
import { TransactionHooks } from './transaction-hooks.ts';

/**
 * Runs work in a write transaction outside of a request, as jobs do, and then the hooks that it registered: after the commit, or after
 * the failure if it is certain that nothing was committed.
 * @param txHooks hooks that were registered before the transaction
 * @param onError called for each hook that fails
 */
export async function inTransactionWithHooks<T>(
  db: Db,
  work: (tx: Tx, txHooks: TransactionHooks) => Promise<T>,
  {
    txHooks = new TransactionHooks(),
    onError = () => undefined,
  }: {
    txHooks?: TransactionHooks;
    onError?: (error: unknown) => void;
  } = {},
): Promise<T> {
  try {
    const result = await inTransaction(db, 'writes', async (tx) => {
      const worked = await work(tx, txHooks);
      txHooks.isCommitting = true;
      return worked;
    });
    await txHooks.run(true, onError);
    return result;
  } catch (error) {
    await txHooks.runAfterError(error, onError);
    throw error;
  }
}
