/** What the holder of a receipt changes: corrects the report, withdraws it. */
import type { PostInput } from '@waypost/contract/posts/posts';
import { recordChange } from '../audit/audit.public.ts';
import { expireExportsOfPost } from '../exports/exports.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import { deleteUnusedMedia } from '../media/media.public.ts';
import {
  deletePost,
  lockPostRows,
  readAuthorizedPost,
  unpublishMergedPosts,
  updatePost,
} from '../posts/posts.public.ts';
import { removeTracesOfPosts } from '../privacy/privacy.public.ts';
import type { ReceiptHolder } from './receipt-token.ts';
import { findPictureIds } from './receipts.view.ts';

/**
 * Corrects a report, and deletes pictures that are removed from it. A published one is under review again where its survey requires
 * approval, also one that is merged into another: nobody knows who has the receipt.
 * @throws Problem 401 where the survey takes no more reports; ValidationError for what is wrong
 */
export async function correctReport(
  tx: Tx,
  { viewer, postId }: ReceiptHolder,
  readCorrection: () => PostInput,
  { address }: { address: Buffer },
): Promise<void> {
  // Somebody may be publishing it at this moment.
  await lockPostRows(tx, [postId], 'update');
  const before = await readAuthorizedPost(tx, viewer, postId, 'update');
  const { post, survey } = before;
  const needsReview = survey?.require_approval ?? true;
  const isReviewedAgain = post.status === 'published' && needsReview;
  const correction = readCorrection();
  if (needsReview) await unpublishMergedPosts(tx, [postId]);
  await updatePost(tx, viewer, postId, isReviewedAgain ? { ...correction, status: 'draft' } : correction, {
    address,
  });
  const kept = new Set(findPictureIds(viewer, await readAuthorizedPost(tx, viewer, postId, 'read')));
  const removed = findPictureIds(viewer, before).filter((id) => !kept.has(id));
  await deleteUnusedMedia(tx, removed);
}

/**
 * Deletes a report as its author does, with what is left of it elsewhere and the exports that may contain it. The team finds in the audit
 * log that it was withdrawn.
 */
export async function withdrawReport(tx: Tx, { viewer, postId }: ReceiptHolder): Promise<void> {
  await readAuthorizedPost(tx, viewer, postId, 'delete');
  await removeTracesOfPosts(tx, [postId]);
  const { post } = await deletePost(tx, viewer, postId);
  await expireExportsOfPost(tx, post);
  await recordChange(tx, null, { action: 'delete', subject: 'receipts', id: postId });
}
