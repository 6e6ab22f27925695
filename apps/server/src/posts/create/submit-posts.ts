/** Requests to create posts (API v3 §2.1): repeated requests, posts of visitors that are held for review, the responses. */
import type { Post, PostInput } from '@waypost/contract/posts/posts';
import { setStatementTimeout, type Tx } from '../../kernel/db/database.ts';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import { runIdempotent } from '../../kernel/http/idempotency.ts';
import type { RequestError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostEnricher } from '../post-details.ts';
import { type HoldReason, insertReceipts, insertSenders } from '../senders/senders.sql.ts';
import { createHoldCheck, type SenderContext } from '../senders/visitors.ts';
import { viewWrittenPosts, type WrittenPost } from '../view-written-post.ts';
import { createPosts, type PostDraft } from './create-posts.ts';

/** A request to create a post, in its transaction. */
export interface Submission {
  viewer: Viewer;
  body: PostInput;
  idempotencyKey: string | undefined;
  prepared: SenderContext;
  urls: UrlBuilder;
}

/** The response to a request; null where the sender may not read the post, and the error where it was refused. */
export type SubmitResult = { post: Post | null } | { error: RequestError };

/** The longest allowed reports take tenths of a second. Whatever takes longer must not hold the reports of others. */
const visitorTimeoutMs = 10_000;

/** Why a request's post is held for review. Posts of senders with an account are never held. */
async function createSenderCheck(
  tx: Tx,
  submissions: readonly Submission[],
): Promise<(submission: Submission) => HoldReason> {
  if (submissions.every(({ prepared }) => prepared.senderHash === null)) return () => null;
  await setStatementTimeout(tx, visitorTimeoutMs);
  const findHoldReason = await createHoldCheck(tx);
  return ({ prepared, body }) => (prepared.senderHash === null ? null : findHoldReason(prepared, body));
}

/** @returns for each request the id of its post, or why it was refused */
async function createSubmittedPosts(
  tx: Tx,
  submissions: readonly (Submission & { receipt: PostInput['receipt'] })[],
): Promise<(number | RequestError)[]> {
  const findHoldReason = await createSenderCheck(tx, submissions);
  const held = submissions.map(findHoldReason);
  // The response is that of any post under review, whatever status was requested.
  const drafts = submissions.map(
    ({ viewer, body, prepared }, index): PostDraft => ({
      origin: 'person',
      viewer,
      input: held[index] == null ? body : { ...body, status: 'draft' },
      addressHash: prepared.addressHash,
    }),
  );
  const results = await createPosts(tx, drafts);
  const senders = results.flatMap((result, index) => {
    const sender = submissions[index]?.prepared.senderHash ?? null;
    return 'id' in result && sender !== null
      ? [{ post_id: result.id, sender_hash: sender, hold_reason: held[index] ?? null }]
      : [];
  });
  await insertSenders(tx, senders);
  const receipts = results.flatMap((result, index) => {
    const { viewer, receipt } = submissions[index] ?? {};
    return 'id' in result && viewer?.id === null && receipt !== undefined
      ? [{ post_id: result.id, key_hash: Buffer.from(receipt, 'base64url') }]
      : [];
  });
  await insertReceipts(tx, receipts);
  return results.map((result) => ('id' in result ? result.id : result.error));
}

/**
 * Handles requests to create posts.
 * @returns the result for each request, in order. A refused request does not affect the others.
 */
export async function submitPosts(
  tx: Tx,
  submissions: readonly Submission[],
  enrich: PostEnricher,
): Promise<SubmitResult[]> {
  // A page that was loaded again sends the same report with a new receipt. The first one stays.
  const requests = submissions.map(({ body: { receipt, ...body }, ...rest }) => ({ ...rest, body, receipt }));
  const results = await runIdempotent(tx, 'posts', requests, (unanswered) =>
    createSubmittedPosts(tx, unanswered),
  );
  const written = results.flatMap((id, index): WrittenPost[] => {
    const submission = submissions[index];
    return submission && typeof id === 'number'
      ? [{ id, viewer: submission.viewer, urls: submission.urls }]
      : [];
  });
  const views = (await viewWrittenPosts(tx, written, enrich)).values();
  return results.map((it) => (typeof it === 'number' ? { post: views.next().value ?? null } : { error: it }));
}
