/** Requests that refer to a row that another request deletes at the same time. */
import type { TransactionHooks } from './transaction-hooks.ts';

const foreignKeyViolation = '23503';

const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === foreignKeyViolation;

/**
 * Runs the transaction of a request, and once more when it violates a foreign key: a row that it had read was deleted before it
 * wrote a reference to it. The second time the handler sees that the row is gone, and answers 401, 404 or 422 by itself. The
 * violation rolled back everything that the first attempt wrote.
 * @param txHooks hooks of the first attempt are dropped; those registered before it, such as of a stored upload, stay
 * @param attempt runs the transaction; what it changes outside the database must bear being done twice
 * @throws the error of the second attempt: a foreign key that is violated again is a fault of the handler
 */
export async function retryAfterDeletion<T>(
  txHooks: TransactionHooks,
  attempt: () => Promise<T>,
): Promise<T> {
  const dropHooks = txHooks.checkpoint();
  try {
    return await attempt();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    dropHooks();
    return attempt();
  }
}
