/** Adds the saved searches that find a post to its `sets` (API v3 §2.1, ruling 32). */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isSetVisibleTo, type PostDetails } from '../../posts/posts.public.ts';
import { matchPostsToFilters } from './match-posts.sql.ts';

/** Saved searches that the viewer may see, featured ones first. Their number is limited, so that lists stay fast. */
export const readSavedSearches = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where(sql<boolean>`${isSetVisibleTo(viewer)}`)
    .orderBy('featured', 'desc')
    .orderBy('id')
    .limit(limits.savedSearchesPerPost)
    .execute();

/**
 * Adds to `sets` the ids of the saved searches that find each post for this viewer.
 * @param savedSearches the viewer's saved searches, where they have been read already
 */
export async function addSavedSearches(
  tx: Tx,
  viewer: Viewer,
  posts: readonly PostDetails[],
  savedSearches?: Awaited<ReturnType<typeof readSavedSearches>>,
): Promise<PostDetails[]> {
  if (posts.length === 0) return [];
  const searches = savedSearches ?? (await readSavedSearches(tx, viewer));
  const questions = searches.map(({ id, filter }) => ({
    key: String(id),
    viewer,
    filter: filter ?? {},
    searchId: id,
  }));
  const ids = posts.map(({ post }) => post.id);
  const matches = await matchPostsToFilters(tx, ids, questions);
  return posts.map((details) => {
    const matching = searches.filter(({ id }) => matches.get(String(id))?.includes(details.post.id));
    const sets = [...details.sets, ...matching.map(({ id }) => id)].sort((a, b) => a - b);
    return { ...details, sets };
  });
}
