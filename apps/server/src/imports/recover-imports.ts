/**
 * Imports whose work nobody does any more: its job was discarded, or died with its last attempt. They would be under way for
 * ever, and could be neither started, undone nor forgotten.
 */
import type { Tx } from '../kernel/db/database.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { listUnfinishedPayloads } from '../kernel/jobs/jobs.sql.ts';
import { lockRunningImports, updateImportRow } from './imports.sql.ts';
import { runImportJob } from './run-import.ts';
import { undoImportJob } from './undo-import.ts';

async function readActiveImportIds(
  tx: Tx,
  job: typeof runImportJob | typeof undoImportJob,
): Promise<Set<number>> {
  const payloads = await listUnfinishedPayloads(tx, job.name);
  return new Set(payloads.flatMap((it) => job.payload.safeParse(it).data?.import ?? []));
}

/** One that came in half has failed, and may be gone on with; what was to be undone still is. */
export async function recoverAbandonedImports(tx: Tx, jobs: JobQueue): Promise<void> {
  // Locked first: whoever changes a status does so together with its job.
  const busy = await lockRunningImports(tx);
  const [coming, going] = [
    await readActiveImportIds(tx, runImportJob),
    await readActiveImportIds(tx, undoImportJob),
  ];
  for (const { id, status, user_id } of busy)
    if (status === 'PENDING' && !coming.has(id))
      await updateImportRow(tx, id, { status: 'FAILED', failure: 'server' });
    else if (status === 'UNDOING' && !going.has(id))
      await jobs.add(tx, undoImportJob, { import: id, viewer: user_id ?? 0 });
}
