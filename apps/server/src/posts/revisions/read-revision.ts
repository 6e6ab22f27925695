/** Revisions of a post, computed backwards from its current state. */
import type { Tx } from '../../kernel/db/database.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readMergedPostIds } from '../merge/merges.sql.ts';
import type { PostDetails } from '../post-details.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { revertState, toPostState } from './post-state.ts';
import { type PostState, type RevisionRow, readRevisions } from './revisions.sql.ts';

/** One revision, with the states before and after it. */
export interface Revision {
  /** The post in its current state. */
  details: PostDetails;
  /** Undefined for revision 1, the post as it was created. */
  row: RevisionRow | undefined;
  number: number;
  before: PostState | undefined;
  after: PostState;
}

/**
 * Whether the post can be brought back to its state after a revision: not the latest one, which is the current state, and none from before it
 * was anonymized, since nobody knows that state any more.
 */
export const isRestorable = (post: PostDetails['post'], number: number): boolean =>
  number < post.revision && number >= (post.anonymized_revision ?? 0);

/**
 * Reads a revision.
 * @throws Problem 404 when there is no such post or revision; 401 or 403 without the privilege `read_full`
 */
export async function readRevision(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  number: number,
): Promise<Revision> {
  const details = await readAuthorizedPost(tx, viewer, postId, 'read_full');
  if (number > details.post.revision) throw notFound('revisions', number);
  // This revision and all later ones, which have to be reverted.
  const rows = await readRevisions(tx, postId, number, details.post.revision);
  const row = rows.find((it) => it.revision === number);
  const current: PostState = { ...toPostState(details), merged_posts: await readMergedPostIds(tx, postId) };
  const after = rows
    .filter((it) => it.revision > number)
    .reduce((state, it) => revertState(state, it.replaced), current);
  return { details, row, number, before: row && revertState(after, row.replaced), after };
}
