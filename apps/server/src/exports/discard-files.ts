/** Removes all export files after data was erased: each may contain it, and each can be exported again. */
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { expireAllFiles } from './exports.sql.ts';

/** Expires all exports and removes their files after the commit. @returns the number of files */
export async function discardExportFiles(
  tx: Tx,
  { store, txHooks }: { store: FileStore; txHooks: TransactionHooks },
): Promise<number> {
  const files = await expireAllFiles(tx);
  for (const file of files) txHooks.onCommit(() => store.remove(file));
  return files.length;
}
