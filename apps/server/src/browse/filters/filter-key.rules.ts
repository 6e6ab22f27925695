/** What of a request decides which posts are meant, and what only how they are shown. */
import type { PostFilters } from '@waypost/contract/browse/post-filters';

const presentationParams: ReadonlySet<string> = new Set(
  'order orderby limit offset order_unlocked_on_top include_types include_attributes'.split(' '),
);

/** What decides nothing about which posts are meant, or no more than the filters beside it. */
const neutralParams: ReadonlySet<string> = new Set([
  ...presentationParams,
  ...`type within_km group_by group_by_tags group_by_attribute_key
  timeline timeline_interval timeline_attribute include_unmapped`.split(/\s+/),
]);

const isGiven = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether the filters ask for nothing but these. */
export const usesOnlyFilters = (filters: PostFilters, allowed: ReadonlySet<string>): boolean =>
  Object.entries(filters).every(
    ([name, value]) => allowed.has(name) || neutralParams.has(name) || !isGiven(value),
  );

/** The filters without what decides only how posts are shown. In one order, so that two that say the same in another are the same. */
export const filterCacheKey = (filters: PostFilters): [string, unknown][] =>
  Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !presentationParams.has(name))
    .sort(([a], [b]) => a.localeCompare(b));
