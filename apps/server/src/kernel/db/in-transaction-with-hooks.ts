import { type Db, inTransaction, type Tx } from './database.ts';
import { TransactionHooks } from './transaction-hooks.ts';

type OnError = (error: unknown) => void;

/**
 * Runs work outside of a request, as jobs do, and then the hooks that it registered: after it ended, or after it failed if it is
 * certain that nothing was committed.
 * @param work may store files before it calls `inTransactionOfHooks`, so that waiting for a queue holds no connection
 * @param onError called for each hook that fails
 */
export async function withTransactionHooks<T>(
  work: (txHooks: TransactionHooks) => Promise<T>,
  onError: OnError = () => undefined,
): Promise<T> {
  const txHooks = new TransactionHooks();
  try {
    const result = await work(txHooks);
    await txHooks.run(true, onError);
    return result;
  } catch (error) {
    await txHooks.runAfterError(error, onError);
    throw error;
  }
}

/** Runs the write transaction that decides which of the hooks will run. */
export const inTransactionOfHooks = <T>(
  db: Db,
  txHooks: TransactionHooks,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(db, 'writes', async (tx) => {
    const result = await work(tx);
    txHooks.isCommitting = true;
    return result;
  });

/** Runs a write transaction outside of a request, and then the hooks that it registered. */
export const inTransactionWithHooks = <T>(
  db: Db,
  work: (tx: Tx, txHooks: TransactionHooks) => Promise<T>,
  onError?: OnError,
): Promise<T> =>
  withTransactionHooks((txHooks) => inTransactionOfHooks(db, txHooks, (tx) => work(tx, txHooks)), onError);
