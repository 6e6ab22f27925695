/** Removing every file that exports have made: what was erased may be in each of them, and each can be made again. */
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { lapseAllFiles } from './exports.sql.ts';

/** @returns how many files there were */
export async function discardExportFiles(
  tx: Tx,
  { store, outcome }: { store: FileStore; outcome: Outcome },
): Promise<number> {
  const files = await lapseAllFiles(tx);
  for (const file of files) outcome.onCommit(() => store.remove(file));
  return files.length;
}
