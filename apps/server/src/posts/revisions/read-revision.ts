/** Revisions of a post, worked out backwards from the post as it is. */
import type { Tx } from '../../kernel/db/database.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostDetails } from '../post-details.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { revertState, toPostState } from './post-state.ts';
import { type PostState, type RevisionRow, readRevisions } from './revisions.sql.ts';

/** One revision with the state that it left, and the one it found. */
export interface Revision {
  /** As the post is now. */
  details: PostDetails;
  /** Undefined for the first, which is the post as it was made. */
  row: RevisionRow | undefined;
  number: number;
  before: PostState | undefined;
  after: PostState;
}

/**
 * @throws 404 when there is no such post or revision
 */
export async function readRevision(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  number: number,
): Promise<Revision> {
  const details = await readAuthorizedPost(tx, viewer, postId, 'read_full');
  if (number > details.post.revision) throw notFound('revisions', number);
  // What has to be taken back to be there again.
  const rows = await readRevisions(tx, postId, number, details.post.revision);
  const row = rows.find((it) => it.revision === number);
  const after = rows
    .filter((it) => it.revision > number)
    .reduce((state, it) => revertState(state, it.replaced), toPostState(details));
  return { details, row, number, before: row && revertState(after, row.replaced), after };
}
