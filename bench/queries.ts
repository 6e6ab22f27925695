/** What is asked for, as an address has it. */
import { buildPostQuery } from '../apps/web/src/blocks/post-search/post-query.ts';

/** As the client asks when its reader has chosen nothing. */
export function defaultClientQuery(place: 'list' | 'map'): string {
  const pairs = Object.entries(buildPostQuery({}, place)).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((member) => [`${key}[]`, member]) : [[key, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** As an administrator asks for everything there is. */
export const allPostsQuery = 'status=all&orderby=created&order=desc';
