/** What of a request decides which posts are meant, and what only how they are shown. */
import type { PostFilters } from '@waypost/contract/post-filters';

const ofPages: ReadonlySet<string> = new Set(
  'order orderby limit offset order_unlocked_on_top include_types include_attributes'.split(' '),
);

/** What decides nothing about which posts are meant, or no more than the filters beside it. */
const besides: ReadonlySet<string> = new Set([
  ...ofPages,
  ...`type within_km group_by group_by_tags group_by_attribute_key
  timeline timeline_interval timeline_attribute include_unmapped`.split(/\s+/),
]);

const isSaid = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Whether the filters ask for nothing but these. */
export const askOnly = (filters: PostFilters, known: ReadonlySet<string>): boolean =>
  Object.entries(filters).every(([name, value]) => known.has(name) || besides.has(name) || !isSaid(value));

/** The filters without what decides only how posts are shown. In one order, so that two that say the same in another are the same. */
export const whichPosts = (filters: PostFilters): [string, unknown][] =>
  Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !ofPages.has(name))
    .sort(([a], [b]) => a.localeCompare(b));
