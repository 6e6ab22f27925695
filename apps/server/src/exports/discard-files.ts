/** Removes export files after data was erased: each may contain it, and each can be exported again. */
import { PostFilters } from '@waypost/contract/browse/post-filters';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { expireFiles, findExportsSince } from './exports.sql.ts';

/** Expires all exports and removes their files after the commit. @returns the number of files */
export async function discardExportFiles(
  tx: Tx,
  { store, txHooks }: { store: FileStore; txHooks: TransactionHooks },
): Promise<number> {
  const files = await expireFiles(tx);
  for (const file of files) txHooks.onCommit(() => store.remove(file));
  return files.length;
}

/** Whether the filters of an export may find posts of a survey. */
function includesSurvey(filters: unknown, surveyId: number | null): boolean {
  const { data } = PostFilters.pick({ form: true }).safeParse(filters);
  return !data?.form?.length || data.form.includes(surveyId ?? 'none');
}

/**
 * Expires exports that may contain a post that was withdrawn, and removes their files after the commit. Those being written start again
 * for some minutes: visitors who withdraw reports must not keep an export from ever being finished.
 */
export async function discardExportsOfPost(
  tx: Tx,
  { created, survey_id }: { created: Date; survey_id: number | null },
  { store, txHooks }: { store: FileStore; txHooks: TransactionHooks },
): Promise<void> {
  const candidates = await findExportsSince(tx, created);
  const ids = candidates.filter(({ filters }) => includesSurvey(filters, survey_id)).map(({ id }) => id);
  for (const file of await expireFiles(tx, ids)) txHooks.onCommit(() => store.remove(file));
}
