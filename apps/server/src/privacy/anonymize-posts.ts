/** Removes personal data from posts, or posts as a whole, as rules of retention and the erasure of a person do. */
import type { Tx } from '../kernel/db/database.ts';
import { deleteMediaOfMessages, deleteOriginalsOfPosts, deleteUnusedMedia } from '../media/media.public.ts';
import { deletePosts, readPublicValues } from '../posts/posts.public.ts';
import {
  deleteIdempotencyKeys,
  deleteWebhookDeliveries,
  detachMessages,
  findMessagesOfPosts,
  findUnshownPictureIds,
  lockPosts,
  removeAuthorIds,
  removePersonalData,
  replaceValues,
} from './anonymize-posts.sql.ts';

/** Removes the texts of the messages from and to the senders of posts, the pictures that came with them, and their links. */
async function removeMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  const messageIds = await findMessagesOfPosts(tx, ids);
  await deleteMediaOfMessages(tx, messageIds);
  await detachMessages(tx, ids, messageIds);
}

/**
 * Removes who wrote and sent posts, and all that only the team sees of them, from earlier versions too. What everyone reads stays
 * (docs/decisions/0069, 0105).
 * @param keepExact leaves exact places and times for the team where their survey hides them from the public
 */
export async function anonymizePosts(
  tx: Tx,
  ids: readonly number[],
  { keepExact }: { keepExact: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await lockPosts(tx, ids);
  await removeMessages(tx, ids);
  await deleteOriginalsOfPosts(tx, ids);
  await deleteIdempotencyKeys(tx, ids);
  await removePersonalData(tx, ids, { keepExact });
  if (!keepExact) await replaceValues(tx, await readPublicValues(tx, ids));
  await deleteUnusedMedia(tx, await findUnshownPictureIds(tx, ids));
}

/** Removes what would be left of posts after their deletion: in messages, the audit log and reports to other servers. Call it before. */
export async function removeTracesOfPosts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await lockPosts(tx, ids);
  await removeMessages(tx, ids);
  await removeAuthorIds(tx, ids);
  await deleteIdempotencyKeys(tx, ids);
  await deleteWebhookDeliveries(tx, ids);
}

/** Deletes posts with all that hangs on them, and what would be left of them elsewhere. */
export async function deletePostsAndTraces(tx: Tx, ids: readonly number[]): Promise<void> {
  await removeTracesOfPosts(tx, ids);
  await deletePosts(tx, ids);
}
