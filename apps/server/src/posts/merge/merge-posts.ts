/** Merges posts about one event into one of them, and splits them again (docs/decisions/0060). */
import { limits } from '@waypost/contract/common/limits';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { type RequestError, ValidationError, validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { lockAuthorizedPosts } from '../edit/change-posts.ts';
import { maskPosts, updatePostRow } from '../edit/write-posts.sql.ts';
import { assertNotLocked } from '../locks/lock-post.ts';
import { deleteOwnLocks } from '../locks/locks.sql.ts';
import type { PostRow } from '../posts.sql.ts';
import { insertRevision } from '../revisions/revisions.sql.ts';
import { countMergedPosts, readMergedPostIds, writeMerge, writeSplit } from './merges.sql.ts';

/** The post that stands for the others, and the others; their rows are locked until the end of the transaction. */
interface LockedMerge {
  primary: PostRow;
  posts: PostRow[];
}

/** Refuses a post of the list as the field that names it. The holder of a lock is named. */
async function throwRefusal(tx: Tx, viewer: Viewer, id: number, refusal: RequestError): Promise<never> {
  if (!(refusal instanceof ValidationError))
    throw validationError('posts', 'post_ids', 'exists', { value: id });
  await assertNotLocked(tx, viewer, id);
  throw refusal;
}

/** Locks the rows in the order of their ids, so that two requests about the same posts come one after another. */
async function lockMerge(
  tx: Tx,
  viewer: Viewer,
  primaryId: number,
  ids: readonly number[],
): Promise<LockedMerge> {
  if (ids.includes(primaryId)) throw validationError('posts', 'post_ids', 'invalid');
  const { allowed, refused } = await lockAuthorizedPosts(tx, viewer, [primaryId, ...ids], 'update');
  const refusal = refused.get(primaryId);
  if (refusal && !(refusal instanceof ValidationError)) throw refusal;
  for (const [id, error] of refused) await throwRefusal(tx, viewer, id, error);
  const rows = allowed.map(({ post }) => post);
  const primary = rows.find(({ id }) => id === primaryId);
  if (!primary) throw validationError('posts', 'post_ids', 'invalid');
  return { primary, posts: rows.filter(({ id }) => id !== primaryId) };
}

/** Stores in the history of the primary which posts were merged into it before, and records the change of all posts. */
async function recordMerge(
  tx: Tx,
  viewer: Viewer,
  primary: PostRow,
  ids: readonly number[],
  { before, isMerge }: { before: readonly number[]; isMerge: boolean },
): Promise<void> {
  const revision = primary.revision + 1;
  await updatePostRow(tx, primary.id, { revision });
  await insertRevision(tx, primary.id, {
    revision,
    user_id: viewer.id,
    replaced: { merged_posts: [...before] },
    restored: null,
  });
  await maskPosts(tx, [primary.id]);
  const change = { action: 'update', subject: 'posts' } as const;
  const details = { changed: ['merged_posts'], [isMerge ? 'merged' : 'split']: [...ids] };
  await recordChange(tx, viewer, { ...change, id: primary.id, details });
  for (const id of ids)
    await recordChange(tx, viewer, {
      ...change,
      id,
      details: { changed: ['merged_into'], merged_into: isMerge ? primary.id : null },
    });
}

/**
 * Merges posts into another one, which then stands for them. Those that are merged into it already stay so. The viewer's locks of
 * the merged posts end, and with them their claims of the review queue.
 * @throws Problem 404 without such a primary; ValidationError at `/post_ids` for posts that cannot be merged, and at `/title`
 *   for those that somebody else edits or reviews
 */
export async function mergePosts(
  tx: Tx,
  viewer: Viewer,
  primaryId: number,
  postIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(postIds)];
  const { primary, posts } = await lockMerge(tx, viewer, primaryId, ids);
  if (primary.merged_into !== null)
    throw validationError('posts', 'post_ids', 'postIsMerged', { value: primaryId });
  const merged = posts.find(({ merged_into }) => merged_into !== null && merged_into !== primaryId);
  if (merged) throw validationError('posts', 'post_ids', 'postIsMerged', { value: merged.id });
  const [withMergedPosts] = (await countMergedPosts(tx, ids)).keys();
  if (withMergedPosts !== undefined)
    throw validationError('posts', 'post_ids', 'postHasMergedPosts', { value: withMergedPosts });
  const before = await readMergedPostIds(tx, primaryId);
  const newIds = posts.filter(({ merged_into }) => merged_into === null).map(({ id }) => id);
  if (before.length + newIds.length > limits.mergedPosts)
    throw validationError('posts', 'post_ids', 'maxitems', { max: limits.mergedPosts });
  if (newIds.length === 0) return;
  await writeMerge(tx, viewer.id, primaryId, newIds);
  await deleteOwnLocks(tx, viewer.id, newIds);
  await recordMerge(tx, viewer, primary, newIds, { before, isMerge: true });
}

/**
 * Splits merged posts from another one. Each gets back the status that it had, and keeps what was edited meanwhile.
 * @throws Problem 404 without such a primary; ValidationError as for merging, and for posts that are not merged into it
 */
export async function splitPosts(
  tx: Tx,
  viewer: Viewer,
  primaryId: number,
  postIds: readonly number[],
): Promise<void> {
  const ids = [...new Set(postIds)];
  const { primary, posts } = await lockMerge(tx, viewer, primaryId, ids);
  const other = posts.find(({ merged_into }) => merged_into !== primaryId);
  if (other) throw validationError('posts', 'post_ids', 'exists', { value: other.id });
  const before = await readMergedPostIds(tx, primaryId);
  await writeSplit(tx, viewer.id, primaryId, ids);
  await recordMerge(tx, viewer, primary, ids, { before, isMerge: false });
}
