/** Records how sure the team is about a post. */
import type { VerificationInput } from '@waypost/contract/review/verifications';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { notFound } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { lockReviewedPost } from '../require-reviewed-post.ts';
import { findVerification, insertVerification, setWithdrawn } from './verifications.sql.ts';

/**
 * Adds an entry to the record.
 * @throws Problem 404 without such a post
 */
export async function verifyPost(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: VerificationInput,
): Promise<void> {
  await lockReviewedPost(tx, viewer, postId);
  const { status, sources, evidence, note } = input;
  const id = await insertVerification(tx, {
    post_id: postId,
    user_id: viewer.id,
    status,
    sources: status === 'verified' ? sources : null,
    evidence,
    note,
    withdrawn: null,
    withdrawn_by: null,
  });
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['verification'], entry: id, status },
  });
}

/**
 * Withdraws an entry, or lets it count again. It stays in the record.
 * @throws Problem 404 without such a post or entry
 */
export async function withdrawVerification(
  tx: Tx,
  viewer: Viewer,
  { id: postId, verificationId }: { id: number; verificationId: number },
  input: { withdrawn: boolean },
): Promise<void> {
  await lockReviewedPost(tx, viewer, postId);
  const entry = await findVerification(tx, postId, verificationId);
  if (!entry) throw notFound('verifications', verificationId);
  if ((entry.withdrawn !== null) === input.withdrawn) return;
  await setWithdrawn(tx, entry, input.withdrawn ? viewer : null);
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['verification'], entry: entry.id, withdrawn: input.withdrawn },
  });
}
