/** Facts about each filter, for caches, precomputed counts and saved searches. Pure. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';

/** The filters of a request, and the box of the map tile that its path names. */
export interface PostSelection extends PostFilters {
  tile?: PostFilters['bbox'];
}

/** Name of a filter. */
export type FilterName = keyof PostSelection;

/** What the server needs to know about a filter besides its condition. */
interface FilterFacts {
  /** `selects`: selects posts; `refines`: has an effect on another filter only; `presents`: decides how posts are presented. */
  effect: 'selects' | 'refines' | 'presents';
  /** What else the result of a saved search depends on. */
  dependsOn: 'viewer' | 'sets' | null;
  /** Whether the search index answers it alone, without the posts. */
  isInSearchIndex: boolean;
  /** Whether the precomputed counts distinguish it. */
  isInCounts: boolean;
}

const selects: FilterFacts = {
  effect: 'selects',
  dependsOn: null,
  isInSearchIndex: false,
  isInCounts: false,
};
const refines: FilterFacts = { ...selects, effect: 'refines' };
const presents: FilterFacts = { ...selects, effect: 'presents' };
const counted: FilterFacts = { ...selects, isInCounts: true };

/** Facts about all filters. */
const filterFacts: Record<FilterName, FilterFacts> = {
  q: { ...selects, isInSearchIndex: true },
  status: { ...counted, isInSearchIndex: true },
  type: refines,
  locale: selects,
  slug: selects,
  user: { ...selects, dependsOn: 'viewer' },
  parent: selects,
  form: { ...counted, isInSearchIndex: true },
  set: { ...selects, dependsOn: 'sets' },
  saved_search: { ...selects, dependsOn: 'sets' },
  created_before: counted,
  created_after: counted,
  created_before_by_id: selects,
  created_after_by_id: selects,
  updated_before: selects,
  updated_after: selects,
  date_before: counted,
  date_after: counted,
  bbox: selects,
  tile: selects,
  center_point: selects,
  within_km: refines,
  has_location: { ...counted, isInSearchIndex: true },
  source: counted,
  tags: counted,
  values: selects,
  post_id: selects,
  published_to: selects,
  current_stage: selects,
  completed_stages: selects,
  assignee: { ...selects, dependsOn: 'viewer' },
  verification: selects,
  area: selects,
  order_unlocked_on_top: presents,
  include_types: presents,
  include_attributes: presents,
};

/** Names of the filters whose facts fulfil a condition. */
const listFilters = (fulfils: (facts: FilterFacts) => boolean): FilterName[] =>
  (Object.keys(filterFacts) as FilterName[]).filter((name) => fulfils(filterFacts[name]));

/** Filters on columns that the search index contains. */
export const searchIndexFilters: ReadonlySet<string> = new Set(
  listFilters(({ isInSearchIndex }) => isInSearchIndex),
);
/** Filters that the precomputed counts distinguish. */
export const countedFilters: ReadonlySet<string> = new Set(listFilters(({ isInCounts }) => isInCounts));

/** Filters and parameters of lists that do not select posts. */
const presentationParams: ReadonlySet<string> = new Set([
  ...'order orderby limit offset with'.split(' '),
  ...listFilters(({ effect }) => effect === 'presents'),
]);

/** Parameters that do not select posts by themselves. */
const neutralParams: ReadonlySet<string> = new Set([
  ...presentationParams,
  ...listFilters(({ effect }) => effect === 'refines'),
  ...`group_by group_by_tags group_by_area_set group_by_attribute_key timeline timeline_interval timeline_attribute include_unmapped`.split(
    ' ',
  ),
]);

const isSet = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether the filters use none but the allowed parameters. */
export const usesOnlyFilters = (filters: PostSelection, allowed: ReadonlySet<string>): boolean =>
  Object.entries(filters).every(
    ([name, value]) => allowed.has(name) || neutralParams.has(name) || !isSet(value),
  );

/** The parameters that select posts, sorted, so that equal filters have equal cache keys. */
export const filterCacheKey = (filters: PostSelection): [string, unknown][] =>
  Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !presentationParams.has(name))
    .sort(([a], [b]) => a.localeCompare(b));

const personalFilters = new Set<string>(listFilters(({ dependsOn }) => dependsOn !== null));
const setFilters = new Set<string>(listFilters(({ dependsOn }) => dependsOn === 'sets'));

/** Whether stored filters set any of these parameters. */
const usesFilter = (filter: object | null, names: ReadonlySet<string>) =>
  Object.entries(filter ?? {}).some(
    ([name, value]) => names.has(name) && value !== null && String(value) !== '',
  );

/** Whether the result of a saved search depends on collections or other saved searches. */
export const refersToSets = (filter: object | null): boolean => usesFilter(filter, setFilters);

/** Whether a saved search may find different posts for two viewers of the same role. */
export const isPersonalFilter = (filter: object | null): boolean => usesFilter(filter, personalFilters);
