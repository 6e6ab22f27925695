/** What a request asks for, with what had to be looked up for it: the saved searches that it names, the words of its text. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { visibleSets } from '../../posts/posts.public.ts';
import { parseSearchText, type SearchText, type TextTarget } from '../search/search-text.sql.ts';

export interface ResolvedFilters {
  filters: PostFilters;
  /** By id. One that is not here finds nothing: it is gone, hidden from the viewer, or names itself. */
  searches: ReadonlyMap<number, ResolvedFilters>;
  /** Undefined where no text is asked for. */
  text: SearchText | undefined;
}

/**
 * Looks up what a request asks for. Saved searches are looked up with each request, so that they find what fits now.
 * @param enclosingSearchIds the saved searches in which these filters stand: none may stand in itself
 */
export async function resolveFilters(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  enclosingSearchIds: readonly number[] = [],
  textTarget: TextTarget = 'posts',
): Promise<ResolvedFilters> {
  const named = [...(filters.set ?? []), ...(filters.saved_search ?? [])];
  const ids = [...new Set(named)].filter((id) => !enclosingSearchIds.includes(id));
  const searches = new Map<number, ResolvedFilters>();
  const text = filters.q ? await parseSearchText(tx, viewer, filters.q, textTarget) : undefined;
  if (ids.length === 0) return { filters, searches, text };
  const rows = await tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleSets(viewer))
    .execute();
  for (const { id, filter } of rows) {
    const { data } = parseSavedFilter(filter ?? {});
    if (data)
      searches.set(id, await resolveFilters(tx, viewer, data, [...enclosingSearchIds, id], textTarget));
  }
  return { filters, searches, text };
}
