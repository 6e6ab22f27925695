/** Reads the posts that are merged into another one. */
import type { MergedPosts } from '@waypost/contract/posts/merged-posts';
import type { Tx } from '../../kernel/db/database.ts';
import { toApiDate, type UrlBuilder } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { findUserNames } from '../../users/users.public.ts';
import { readPostDetails } from '../post-details.ts';
import { canManagePosts, canReadPost, withOwnStatus } from '../posts.rules.ts';
import { viewPost } from '../posts.view.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { type MergeRow, readMergedPostIds, readMerges } from './merges.sql.ts';

/** When the posts were merged and by whom, as far as the viewer may know it: the team alone. */
async function readVisibleMerges(tx: Tx, viewer: Viewer, ids: readonly number[]) {
  const merges = canManagePosts(viewer) ? await readMerges(tx, ids) : [];
  const names = await findUserNames(
    tx,
    merges.map(({ user_id }) => user_id),
  );
  return { merges: new Map(merges.map((row) => [row.post_id, row])), names };
}

const viewMerger = (
  urls: UrlBuilder,
  row: MergeRow | undefined,
  names: ReadonlyMap<number, string | null>,
) =>
  row && row.user_id !== null
    ? { ...urls.relation('users', row.user_id), realname: names.get(row.user_id) ?? null }
    : null;

/**
 * The posts that are merged into a post: to each viewer those that they could read before, as they were shown to them then, and the
 * number of all.
 * @throws Problem 404 when the viewer may not read the post
 */
export async function readMergedPosts(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  primaryId: number,
): Promise<MergedPosts> {
  await readAuthorizedPost(tx, viewer, primaryId, 'read');
  const ids = await readMergedPostIds(tx, primaryId);
  const [details, { merges, names }] = await Promise.all([
    readPostDetails(tx, viewer, ids),
    readVisibleMerges(tx, viewer, ids),
  ]);
  const readable = details
    .map((it) => ({ ...it, post: withOwnStatus(it.post) }))
    .filter(({ post }) => canReadPost(viewer, post));
  return {
    count: ids.length,
    results: readable.map((it) => {
      const row = merges.get(it.post.id);
      return {
        post: viewPost(viewer, urls, it),
        merged: row ? toApiDate(row.created) : null,
        merged_by: viewMerger(urls, row, names),
      };
    }),
  };
}
