/** Deleting many posts at once, as undoing an import does. */
import type { Tx } from '../../kernel/db/database.ts';
import { discardMediaOfPosts, type MediaPlace } from '../../media/media.public.ts';
import { deletePostRows } from './write-posts.sql.ts';

/**
 * Deletes posts with what hangs on them, the pictures that belong to them among it. Whether the viewer may is for the caller
 * to have asked.
 */
export async function deletePosts(tx: Tx, ids: readonly number[], mediaStorage: MediaPlace): Promise<void> {
  await discardMediaOfPosts(tx, ids, mediaStorage);
  await deletePostRows(tx, ids);
}
