/** The filters of a request, without what decides only how posts are shown: two that are equal find the same posts. */
import type { PostFilters } from '@waypost/contract/post-filters';

const ofPages: ReadonlySet<string> = new Set(
  'order orderby limit offset order_unlocked_on_top include_types include_attributes'.split(' '),
);

/** In one order, so that two that say the same in another are the same. */
export const whichPosts = (filters: PostFilters): [string, unknown][] =>
  Object.entries(filters)
    .filter(([name, value]) => value !== undefined && !ofPages.has(name))
    .sort(([a], [b]) => a.localeCompare(b));
