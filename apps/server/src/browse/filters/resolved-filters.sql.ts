/** Filters of a request together with the saved searches and categories that they name and their parsed search text. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { isSetVisibleTo } from '../../posts/posts.public.ts';
import { parseSearchText, type SearchText, type TextTarget } from '../search/search-text.sql.ts';
import type { PostSelection } from './filter-key.rules.ts';

/** Filters with what had to be read from the database for them. */
export interface ResolvedFilters {
  filters: PostSelection;
  /** Saved searches by id. One that is deleted, hidden from the viewer, or refers to itself is absent and finds nothing. */
  searches: ReadonlyMap<number, ResolvedFilters>;
  /** A matching post has at least one category of each of these lists. */
  categories: readonly (readonly number[])[];
  /** Undefined where the filters contain no search text. */
  text: SearchText | undefined;
}

/**
 * Resolves the category filter. A category stands for its children, too. A list of which any matches can also name some of
 * the children: it then means no others.
 * @returns lists of ids; a matching post has at least one of each
 */
async function resolveCategories(tx: Tx, tags: PostFilters['tags']): Promise<number[][]> {
  const { any = [], all = [] } = Array.isArray(tags) ? { any: tags } : (tags ?? {});
  const named = new Set([...any, ...all]);
  if (named.size === 0) return [];
  const children = await tx
    .selectFrom('categories')
    .select(['id', 'parent_id'])
    .where('parent_id', '=', sql<number>`any(${[...named]}::bigint[])`)
    .execute();
  const childrenOf = (id: number) =>
    children.filter(({ parent_id }) => parent_id === id).map((child) => child.id);
  const withChildren = any.flatMap((id) => {
    const childIds = childrenOf(id);
    return childIds.some((child) => any.includes(child)) ? [id] : [id, ...childIds];
  });
  const anyOf = any.length > 0 ? [[...new Set(withChildren)]] : [];
  return [...anyOf, ...all.map((id) => [id, ...childrenOf(id)])];
}

/**
 * Resolves filters. Saved searches are read with each request, so that they find what matches now.
 * @param enclosingSearchIds ids of the saved searches that contain these filters: they are not resolved again
 */
export async function resolveFilters(
  tx: Tx,
  viewer: Viewer,
  filters: PostSelection,
  enclosingSearchIds: readonly number[] = [],
  textTarget: TextTarget = 'all-posts',
): Promise<ResolvedFilters> {
  const referencedIds = [...(filters.set ?? []), ...(filters.saved_search ?? [])];
  const ids = [...new Set(referencedIds)].filter((id) => !enclosingSearchIds.includes(id));
  const searches = new Map<number, ResolvedFilters>();
  const text = filters.q ? await parseSearchText(tx, viewer, filters.q, textTarget) : undefined;
  const categories = await resolveCategories(tx, filters.tags);
  if (ids.length === 0) return { filters, searches, categories, text };
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
  return { filters, searches, categories, text };
}
