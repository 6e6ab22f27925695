/** What a request asks for, with what had to be looked up for it: the saved searches that it names, the words of its text. */
import type { PostFilters } from '@waypost/contract/post-filters';
import { readSavedFilter } from '@waypost/contract/saved-searches';
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { visibleSets } from '../posts/posts.public.ts';
import { readText, type SearchedText, type Use } from './text.sql.ts';

export interface AskedPosts {
  filters: PostFilters;
  /** By id. One that is not here finds nothing: it is gone, hidden from the viewer, or names itself. */
  searches: ReadonlyMap<number, AskedPosts>;
  /** Undefined where no text is asked for. */
  text: SearchedText | undefined;
}

/**
 * Looks up what a request asks for. Saved searches are looked up with each request, so that they find what fits now.
 * @param around the saved searches in which these filters stand: none may stand in itself
 */
export async function readAsked(
  tx: Tx,
  viewer: Viewer,
  filters: PostFilters,
  around: readonly number[] = [],
  use: Use = 'posts',
): Promise<AskedPosts> {
  const named = [...(filters.set ?? []), ...(filters.saved_search ?? [])];
  const ids = [...new Set(named)].filter((id) => !around.includes(id));
  const searches = new Map<number, AskedPosts>();
  const text = filters.q ? await readText(tx, viewer, filters.q, use) : undefined;
  if (ids.length === 0) return { filters, searches, text };
  const rows = await tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleSets(viewer))
    .execute();
  for (const { id, filter } of rows) {
    const { data } = readSavedFilter(filter ?? {});
    if (data) searches.set(id, await readAsked(tx, viewer, data, [...around, id], use));
  }
  return { filters, searches, text };
}
