/** Removing every file that exports have made: what was erased may be in each of them, and each can be made again. */
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { expireAllFiles } from './exports.sql.ts';

/** @returns how many files there were */
export async function discardExportFiles(
  tx: Tx,
  { store, outcome: txHooks }: { store: FileStore; outcome: TransactionHooks },
): Promise<number> {
  const files = await expireAllFiles(tx);
  for (const file of files) txHooks.onCommit(() => store.remove(file));
  return files.length;
}
