/**
 * Recovers imports whose job was discarded or has died with its last attempt. They would stay running forever, and could not
 * be started, undone or deleted.
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
  return new Set(payloads.flatMap((payload) => job.payload.safeParse(payload).data?.import ?? []));
}

/** Marks abandoned imports as failed, so that they can be resumed, and restarts abandoned undo jobs. */
export async function recoverAbandonedImports(tx: Tx, jobs: JobQueue): Promise<void> {
  // Locked before the jobs are read, since status and job always change in one transaction.
  const runningImports = await lockRunningImports(tx);
  const activeRuns = await readActiveImportIds(tx, runImportJob);
  const activeUndos = await readActiveImportIds(tx, undoImportJob);
  for (const { id, status, user_id } of runningImports)
    if (status === 'PENDING' && !activeRuns.has(id))
      await updateImportRow(tx, id, { status: 'FAILED', failure: 'server' });
    else if (status === 'UNDOING' && !activeUndos.has(id))
      await jobs.add(tx, undoImportJob, { import: id, viewer: user_id ?? 0 });
}
