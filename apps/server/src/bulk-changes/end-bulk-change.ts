/** Stops and undoes bulk changes. */
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, Problem } from '../kernel/http/problem.ts';
import type { JobQueue } from '../kernel/jobs/job-queue.ts';
import { accessDenied } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canBeginUndo, canStop } from './bulk-changes.rules.ts';
import {
  type BulkChangeRow,
  deletePendingPosts,
  findBulkChange,
  lockBulkChange,
  updateBulkChange,
} from './bulk-changes.sql.ts';
import { resource } from './create-bulk-change.ts';
import { findUndoableChanges } from './find-undoable-changes.ts';
import { hasRemainingPosts, requeueRefusedPosts } from './remaining-posts.sql.ts';
import { runBulkChangeJob } from './run-bulk-change.ts';

/** The bulk change, locked after the batch that is running. @throws Problem 404 when the viewer may not see it */
async function lockVisible(tx: Tx, viewer: Viewer, id: number): Promise<BulkChangeRow> {
  // Locked after the check: waiting for a batch would reveal to others that it exists.
  const isVisible = await findBulkChange(tx, viewer, id);
  const row = isVisible && (await lockBulkChange(tx, id));
  if (!row) throw notFound(resource, id);
  return row;
}

/** Stops a bulk change after the batch that is running. One that has ended stays as it is. */
export async function stopBulkChange(tx: Tx, viewer: Viewer, id: number): Promise<void> {
  const row = await lockVisible(tx, viewer, id);
  if (!canStop(row)) return;
  await updateBulkChange(tx, id, { state: 'stopped', finished: new Date() });
  await deletePendingPosts(tx, id);
}

/**
 * Starts setting back what a bulk change did; one that is running stops. The rights of whoever undoes it count. After an undo,
 * another one tries the posts again for which it was refused.
 * @throws Problem 404 when the viewer may not see it; 409 when there is nothing to undo; 403 when the viewer may not set back any post
 */
export async function undoBulkChange(tx: Tx, viewer: Viewer, jobs: JobQueue, id: number): Promise<void> {
  const row = await lockVisible(tx, viewer, id);
  if (row.state === 'undoing') return;
  if (!canBeginUndo(row) || !(await hasRemainingPosts(tx, id))) throw new Problem('bulk-change.not-undoable');
  if (!(await findUndoableChanges(tx, viewer, [row])).has(id))
    throw accessDenied(viewer, 'update', resource, id);
  const before = row.changed - row.undone - row.kept;
  await deletePendingPosts(tx, id);
  const triedAgain = await requeueRefusedPosts(tx, id);
  await updateBulkChange(tx, id, {
    state: 'undoing',
    failure: null,
    undo_user_id: viewer.id,
    finished: null,
  });
  await jobs.add(tx, runBulkChangeJob, { change: id });
  const posts = { from: before + triedAgain, to: 0 };
  await recordChange(tx, viewer, {
    action: 'delete',
    subject: resource,
    id,
    details: { changed: [row.action], posts },
  });
}
