/** Filters of a request together with the saved searches and categories that they name and their parsed search text. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';
import { parseSavedFilter } from '@waypost/contract/saved-searches/saved-searches';
import { listFieldTypes } from '@waypost/contract/surveys/field-types';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { canManagePosts, isSetVisibleTo } from '../../posts/posts.public.ts';
import {
  maxCorrectedWords,
  parseSearchText,
  type RemainingCorrections,
  type SearchText,
  type TextTarget,
} from '../search/search-text.sql.ts';
import type { PostSelection } from './filter-key.rules.ts';
import { isVisibleTask } from './visible-tasks.sql.ts';

/** An attribute whose answers are compared with texts. */
interface SearchedAttribute {
  id: number;
  /** Whether answers are categories, which have rows of their own. */
  holdsCategories: boolean;
}

/** Filters with what had to be read from the database for them. */
export interface ResolvedFilters {
  filters: PostSelection;
  /** Saved searches by id. One that is deleted, hidden from the viewer, or refers to itself is absent and finds nothing. */
  searches: ReadonlyMap<number, ResolvedFilters>;
  /** A matching post has at least one category of each of these lists. */
  categories: readonly (readonly number[])[];
  /** Attributes whose answers are compared, by key: those that exist and whose answers of others the viewer may search. */
  attributes: ReadonlyMap<string, SearchedAttribute>;
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

/** Types whose answers the public sees rounded. Others would find posts by their exact answers. */
const roundedTypes = listFieldTypes(({ roundedBy }) => roundedBy !== null);
const categoryTypes: readonly string[] = listFieldTypes(({ answerKind }) => answerKind === 'category');

/**
 * The attributes of the filter `values`. Private answers of others are not searched. Neither are their places and times, which have
 * filters of their own that use the masked columns.
 */
async function resolveAttributes(
  tx: Tx,
  viewer: Viewer,
  values: PostFilters['values'] = {},
): Promise<Map<string, SearchedAttribute>> {
  const keys = Object.keys(values);
  if (keys.length === 0) return new Map();
  const rows = await tx
    .selectFrom('attributes')
    .innerJoin('tasks', 'tasks.id', 'attributes.task_id')
    .select(['attributes.key', 'attributes.id', 'attributes.type'])
    .where('attributes.key', '=', sql<string>`any(${keys}::text[])`)
    .where(isVisibleTask(viewer))
    .$if(!canManagePosts(viewer), (query) =>
      query.where(
        sql<boolean>`(not attributes.response_private and attributes.type <> all(${roundedTypes}::text[]))`,
      ),
    )
    .execute();
  return new Map(
    rows.map(({ key, id, type }) => [key, { id, holdsCategories: categoryTypes.includes(type) }]),
  );
}

/** What the filters of one request share, since saved searches can contain others. */
interface ResolvingOptions {
  /** Ids of the saved searches that contain these filters: they are not resolved again. */
  enclosing?: readonly number[];
  textTarget?: TextTarget;
  remaining?: RemainingWork;
}

/** What the filters of a request may still cost. */
interface RemainingWork extends RemainingCorrections {
  /** Saved searches that are resolved. Further ones find nothing: each of twenty that contain one another would be resolved for years. */
  searches: number;
}

const newRemainingWork = (): RemainingWork => ({ searches: 100, corrections: maxCorrectedWords });

/** Resolves filters. Saved searches are read with each request, so that they find what matches now. */
export async function resolveFilters(
  tx: Tx,
  viewer: Viewer,
  filters: PostSelection,
  { enclosing = [], textTarget = 'all-posts', remaining = newRemainingWork() }: ResolvingOptions = {},
): Promise<ResolvedFilters> {
  const referencedIds = [...(filters.set ?? []), ...(filters.saved_search ?? [])];
  const ids = [...new Set(referencedIds)].filter((id) => !enclosing.includes(id));
  const searches = new Map<number, ResolvedFilters>();
  const text = filters.q
    ? await parseSearchText(tx, viewer, filters.q, { target: textTarget, remaining })
    : undefined;
  const categories = await resolveCategories(tx, filters.tags);
  const attributes = await resolveAttributes(tx, viewer, filters.values);
  const resolved = { filters, searches, categories, attributes, text };
  if (ids.length === 0) return resolved;
  const rows = await tx
    .selectFrom('sets')
    .select(['id', 'filter'])
    .where('kind', '=', 'savedsearch')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(isSetVisibleTo(viewer))
    .execute();
  for (const { id, filter } of rows) {
    if (remaining.searches === 0) break;
    remaining.searches--;
    const { data } = parseSavedFilter(filter ?? {});
    const options = { enclosing: [...enclosing, id], textTarget, remaining };
    if (data) searches.set(id, await resolveFilters(tx, viewer, data, options));
  }
  return resolved;
}
