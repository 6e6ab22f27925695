/** Removes export files after data was erased: each may contain it, and each can be exported again. */
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { expireAllFiles, expireFilesSince } from './exports.sql.ts';

/** Expires all exports and removes their files after the commit. @returns the number of files */
export async function discardExportFiles(
  tx: Tx,
  { store, txHooks }: { store: FileStore; txHooks: TransactionHooks },
): Promise<number> {
  const files = await expireAllFiles(tx);
  for (const file of files) txHooks.onCommit(() => store.remove(file));
  return files.length;
}

/**
 * Expires finished exports that are newer than a post that was withdrawn, and removes their files after the commit. Exports that are being
 * written go on: withdrawn reports of a visitor must not keep them from ever being finished.
 */
export async function discardExportFilesSince(
  tx: Tx,
  created: Date,
  { store, txHooks }: { store: FileStore; txHooks: TransactionHooks },
): Promise<void> {
  for (const file of await expireFilesSince(tx, created)) txHooks.onCommit(() => store.remove(file));
}
