/** Deleting many posts at once, as undoing an import does. */
import type { Tx } from '../kernel/db.ts';
import { discardMedia, type MediaPlace } from '../media/media.public.ts';
import { readMediaOfPosts } from './posts.sql.ts';
import { deletePostRows } from './write-posts.sql.ts';

/**
 * Deletes posts with what hangs on them, and the pictures that no other post shows. Whether the viewer may is for the caller
 * to have asked.
 */
export async function deletePosts(tx: Tx, ids: readonly number[], place: MediaPlace): Promise<void> {
  const media = await readMediaOfPosts(tx, ids);
  await deletePostRows(tx, ids);
  await discardMedia(tx, media, place);
}
