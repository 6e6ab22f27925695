/** Filters of a request together with the saved searches that they name and their parsed search text. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isSetVisibleTo } from '../../posts/posts.public.ts';
import { parseSearchText, type SearchText, type TextTarget } from '../search/search-text.sql.ts';

/** Filters with what had to be read from the database for them. */
export interface ResolvedFilters {
  filters: PostFilters;
  /** Saved searches by id. One that is deleted, hidden from the viewer, or refers to itself is absent and finds nothing. */
  searches: ReadonlyMap<number, ResolvedFilters>;
  /** Undefined where the filters contain no search text. */
  text: SearchText | undefined;
}

/**
 * Resolves filters. Saved searches are read with each request, so that they find what matches now.
 * @param enclosingSearchIds ids of the saved searches that contain these filters: they are not resolved again
 */
export async function resolveFilters(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  enclosingSearchIds: readonly number[] = [],
  textTarget: TextTarget = 'all-posts',
): Promise<ResolvedFilters> {
  const referencedIds = [...(filters.set ?? []), ...(filters.saved_search ?? [])];
  const ids = [...new Set(referencedIds)].filter((id) => !enclosingSearchIds.includes(id));
  const searches = new Map<number, ResolvedFilters>();
  const text = filters.q ? await parseSearchText(tx, viewer, filters.q, textTarget) : undefined;
  if (ids.length === 0) return { filters, searches, text };
  const rows = await tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(isSetVisibleTo(viewer))
    .execute();
  for (const { id, filter } of rows) {
    const { data } = parseSavedFilter(filter ?? {});
    if (data)
      searches.set(id, await resolveFilters(tx, viewer, data, [...enclosingSearchIds, id], textTarget));
  }
  return { filters, searches, text };
}
