/**
 * Imports whose work nobody does any more: its job was discarded, or died with its last attempt. They would be under way for
 * ever, and could be neither started, undone nor forgotten.
 */
import type { Tx } from '../kernel/db.ts';
import type { Jobs } from '../kernel/jobs/jobs.ts';
import { payloadsInHand } from '../kernel/jobs/tables.sql.ts';
import { lockBusyImports, updateImportRow } from './imports.sql.ts';
import { runImport } from './run-import.ts';
import { runUndo } from './undo-import.ts';

async function importsInHand(tx: Tx, job: typeof runImport | typeof runUndo): Promise<Set<number>> {
  const payloads = await payloadsInHand(tx, job.name);
  return new Set(payloads.flatMap((it) => job.payload.safeParse(it).data?.import ?? []));
}

/** One that came in half has failed, and may be gone on with; what was to be undone still is. */
export async function mendLeftBehind(tx: Tx, jobs: Jobs): Promise<void> {
  // Locked first: whoever changes a status does so together with its job.
  const busy = await lockBusyImports(tx);
  const [coming, going] = [await importsInHand(tx, runImport), await importsInHand(tx, runUndo)];
  for (const { id, status, user_id } of busy)
    if (status === 'PENDING' && !coming.has(id))
      await updateImportRow(tx, id, { status: 'FAILED', failure: 'server' });
    else if (status === 'UNDOING' && !going.has(id))
      await jobs.add(tx, runUndo, { import: id, viewer: user_id ?? 0 });
}
