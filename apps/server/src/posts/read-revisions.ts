/** Revisions of a post, worked out backwards from the post as it is. */
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { KnownPost } from './known-post.ts';
import { stateBefore, stateOf } from './post-state.ts';
import { postFor } from './read-posts.ts';
import { type PostState, type RevisionRow, readRevisions } from './revisions.sql.ts';

/** One revision with the state that it left, and the one it found. */
export interface Revision {
  /** As the post is now. */
  known: KnownPost;
  /** Undefined for the first, which is the post as it was made. */
  row: RevisionRow | undefined;
  number: number;
  before: PostState | undefined;
  after: PostState;
}

/**
 * @throws 404 when there is no such post or revision
 */
export async function revisionOf(tx: Tx, viewer: Viewer, postId: number, number: number): Promise<Revision> {
  const known = await postFor(tx, viewer, postId, 'read_full');
  if (number > known.post.revision) throw notFound('revisions', number);
  // What has to be taken back to be there again.
  const rows = await readRevisions(tx, postId, number, known.post.revision);
  const row = rows.find((it) => it.revision === number);
  const after = rows
    .filter((it) => it.revision > number)
    .reduce((state, it) => stateBefore(state, it.replaced), stateOf(known));
  return { known, row, number, before: row && stateBefore(after, row.replaced), after };
}
