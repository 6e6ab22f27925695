/** What is asked for, as an address has it. */
import { postQuery } from '../apps/web/src/blocks/post-search/default-query.ts';

/** As the client asks when its reader has chosen nothing. */
export function clientQuery(place: 'list' | 'map'): string {
  const pairs = Object.entries(postQuery({}, place)).flatMap(([key, value]) =>
    Array.isArray(value) ? value.map((member) => [`${key}[]`, member]) : [[key, String(value)]],
  );
  return new URLSearchParams(pairs).toString();
}

/** As an administrator asks for everything there is. */
export const everyPost = 'status=all&orderby=created&order=desc';
