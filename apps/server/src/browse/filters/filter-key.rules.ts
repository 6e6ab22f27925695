/** Separates the parameters that select posts from those that only decide how posts are presented. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';

const presentationParams: ReadonlySet<string> = new Set(
  'order orderby limit offset order_unlocked_on_top include_types include_attributes'.split(' '),
);

/** Parameters that do not select posts by themselves. */
const neutralParams: ReadonlySet<string> = new Set([
  ...presentationParams,
  ...`type within_km group_by group_by_tags group_by_attribute_key
  timeline timeline_interval timeline_attribute include_unmapped`.split(/\s+/),
]);

const isSet = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether the filters use none but the allowed parameters. */
export const usesOnlyFilters = (filters: PostFilters, allowed: ReadonlySet<string>): boolean =>
  Object.entries(filters).every(
    ([name, value]) => allowed.has(name) || neutralParams.has(name) || !isSet(value),
  );

/** The parameters that select posts, sorted, so that equal filters have equal cache keys. */
export const filterCacheKey = (filters: PostFilters): [string, unknown][] =>
  Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !presentationParams.has(name))
    .sort(([a], [b]) => a.localeCompare(b));
