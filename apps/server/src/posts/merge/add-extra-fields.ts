/** Adds the fields to posts that only requests with the parameter `with` get. */
import type { ExtraFields } from '@waypost/contract/posts/post-verification';
import { sql } from 'kysely';
import type { z } from 'zod';
import { readAreas } from '../../areas/areas.public.ts';
import { anyOfIds } from '../../kernel/db/any-of-ids.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { MediaRequest } from '../../media/media.public.ts';
import type { PostDetails } from '../post-details.ts';
import { isVisibleTo } from '../posts.sql.ts';
import { addVerifications } from '../verification/add-verifications.ts';
import { addThumbnails } from '../visibility/add-thumbnails.ts';
import { countMergedPosts } from './merges.sql.ts';

/** Those of the posts that the viewer may read. */
async function findReadablePosts(tx: Tx, viewer: Viewer, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select posts.id from posts where posts.id = ${anyOfIds(ids)} and ${isVisibleTo(viewer)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Adds how posts are merged with others. A post that the viewer may not read is not named. */
export async function addMerging(
  tx: Tx,
  viewer: Viewer,
  posts: readonly PostDetails[],
): Promise<PostDetails[]> {
  if (posts.length === 0) return [];
  const [counts, readable] = await Promise.all([
    countMergedPosts(
      tx,
      posts.map(({ post }) => post.id),
    ),
    findReadablePosts(
      tx,
      viewer,
      posts.flatMap(({ post }) => post.merged_into ?? []),
    ),
  ]);
  return posts.map((details) => {
    const { id, merged_into } = details.post;
    const isShown = merged_into !== null && readable.has(merged_into);
    return {
      ...details,
      merging: { merged_into: isShown ? merged_into : null, merged_count: counts.get(id) ?? 0 },
    };
  });
}

async function addAreas(tx: Tx, posts: readonly PostDetails[]): Promise<PostDetails[]> {
  const idsOf = ({ places }: PostDetails) =>
    new Set(
      places.flatMap(({ area_ids, masked_area_ids }) => [...(area_ids ?? []), ...(masked_area_ids ?? [])]),
    );
  const ids = posts.flatMap((details) => [...idsOf(details)]);
  const areas = ids.length === 0 ? [] : await readAreas(tx, ids);
  return posts.map((details) => {
    const own = idsOf(details);
    return { ...details, areas: areas.filter(({ id }) => own.has(id)) };
  });
}

/** Adds the fields that the request names. */
export async function addExtraFields(
  request: MediaRequest,
  posts: readonly PostDetails[],
  { with: names = [] }: z.output<typeof ExtraFields>,
): Promise<PostDetails[]> {
  const { tx, viewer } = request;
  const withMerging = names.includes('merging') ? await addMerging(tx, viewer, posts) : [...posts];
  const withAreas = names.includes('areas') ? await addAreas(tx, withMerging) : withMerging;
  const withThumbnails = names.includes('thumbnail') ? await addThumbnails(request, withAreas) : withAreas;
  return names.includes('verification') ? addVerifications(tx, viewer, withThumbnails) : withThumbnails;
}
