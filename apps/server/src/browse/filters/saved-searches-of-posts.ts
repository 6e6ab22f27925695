/** The saved searches that find a post: `sets` names them beside its collections (wire 2.1, ruling 32). */
import { limits } from '@waypost/contract/common/limits';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type KnownPost, visibleSets } from '../../posts/posts.public.ts';
import { matchPostsToFilters } from './match-posts.sql.ts';

/** Saved searches that the viewer may know of, featured ones first: lists stay quick, however many there are. */
export const readSavedSearches = (tx: Tx, viewer: Viewer) =>
  tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where(sql<boolean>`${visibleSets(viewer)}`)
    .orderBy('featured', 'desc')
    .orderBy('id')
    .limit(limits.savedSearchesPerPost)
    .execute();

/**
 * The same posts with the saved searches that find them, for this viewer and now, among their sets.
 * @param savedSearches the viewer's searches, where they were read already
 */
export async function addSavedSearches(
  tx: Tx,
  viewer: Viewer,
  posts: readonly KnownPost[],
  savedSearches?: Awaited<ReturnType<typeof readSavedSearches>>,
): Promise<KnownPost[]> {
  if (posts.length === 0) return [];
  const searches = savedSearches ?? (await readSavedSearches(tx, viewer));
  const questions = searches.map(({ id, filter }) => ({
    key: String(id),
    viewer,
    filter: filter ?? {},
    searchId: id,
  }));
  const ids = posts.map(({ post }) => post.id);
  const found = await matchPostsToFilters(tx, ids, questions);
  return posts.map((known) => {
    const finding = searches.filter(({ id }) => found.get(String(id))?.includes(known.post.id));
    const sets = [...known.sets, ...finding.map(({ id }) => id)].sort((a, b) => a - b);
    return { ...known, sets };
  });
}
