/** Query strings. */
import { buildPostQuery } from '../apps/web/src/blocks/post-search/post-query.ts';

/** The client's default query. */
export function defaultClientQuery(place: 'list' | 'map'): string {
  const pairs = Object.entries(buildPostQuery({}, place)).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((member) => [`${key}[]`, member]) : [[key, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** An administrator's query for everything. */
export const allPostsQuery = 'status=all&orderby=created&order=desc';
