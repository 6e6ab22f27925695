/** Deletes many posts at once, as undoing an import does. */
import type { Tx } from '../../kernel/db/database.ts';
import { deleteMediaOfPosts } from '../../media/media.public.ts';
import { deletePostRows } from './write-posts.sql.ts';

/**
 * Deletes posts with their answers, their revisions and their media. The caller has checked that the viewer may do so.
 */
export async function deletePosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteMediaOfPosts(tx, ids);
  await deletePostRows(tx, ids);
}
