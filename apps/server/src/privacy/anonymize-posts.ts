/** Removes personal data from posts, as rules of retention and the erasure of a person do. */
import type { Tx } from '../kernel/db/database.ts';
import {
  discardMedia,
  discardMediaOfMessages,
  discardOriginalsOfPosts,
  type MediaStorage,
} from '../media/media.public.ts';
import {
  detachMessages,
  findMessagesOfPosts,
  findUnshownPictureIds,
  lockPosts,
  removePersonalData,
} from './anonymize-posts.sql.ts';

/**
 * Removes who wrote and sent posts, and all that only the team sees of them, from earlier versions too. What everyone reads stays
 * (docs/decisions/0069, 0105).
 * @param keepExact leaves exact places and times for the team where their survey hides them from the public
 */
export async function anonymizePosts(
  tx: Tx,
  ids: readonly number[],
  mediaStorage: MediaStorage,
  { keepExact }: { keepExact: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await lockPosts(tx, ids);
  const messageIds = await findMessagesOfPosts(tx, ids);
  await discardMediaOfMessages(tx, messageIds, mediaStorage);
  await detachMessages(tx, ids, messageIds);
  await discardOriginalsOfPosts(tx, ids, mediaStorage);
  await removePersonalData(tx, ids, { keepExact });
  await discardMedia(tx, await findUnshownPictureIds(tx, ids), mediaStorage);
}
