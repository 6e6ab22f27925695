/** Decides which bulk changes a viewer can undo. */
import type { Tx } from '../kernel/db/database.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { canManagePosts, checkStatusChange, postPrivileges } from '../posts/posts.public.ts';
import { readSurveys } from '../surveys/surveys.public.ts';
import { canBeginUndo } from './bulk-changes.rules.ts';
import type { BulkChangeRow } from './bulk-changes.sql.ts';
import { findUndoableByPermission, listOwnRemainingPosts } from './remaining-posts.sql.ts';

/** Bulk changes of which the viewer may set back their own posts. */
async function findUndoableByAuthor(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  const own = await listOwnRemainingPosts(tx, viewer, ids);
  const surveyIds = own.flatMap(({ survey_id }) => survey_id ?? []);
  const surveys = await readSurveys(tx, [...new Set(surveyIds)]);
  return own
    .filter(({ action, status, survey_id, previous_status }) => {
      const survey = survey_id === null ? undefined : surveys.get(survey_id);
      const post = { user_id: viewer.id, status, published_to: [] };
      if (!postPrivileges(viewer, post, survey).includes('update')) return false;
      const after = action === 'set-status' ? (previous_status ?? 'draft') : status;
      return checkStatusChange(viewer, survey, status, after) === undefined;
    })
    .map(({ id }) => id);
}

/** Ids of those of the bulk changes of which the viewer has the right to set back at least one post. */
export async function findUndoableChanges(
  tx: Tx,
  viewer: Viewer,
  changes: readonly Pick<BulkChangeRow, 'id' | 'action' | 'state'>[],
): Promise<Set<number>> {
  const ids = changes.filter(canBeginUndo).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const byPermission = await findUndoableByPermission(tx, viewer, ids);
  const byAuthor = canManagePosts(viewer) ? [] : await findUndoableByAuthor(tx, viewer, ids);
  return new Set([...byPermission, ...byAuthor]);
}
