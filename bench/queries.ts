/** What is asked for, as an address has it. */

/** As the client asks when its reader has chosen nothing: `apps/web/src/blocks/post-search/default-query.ts`. */
export function clientQuery(place: 'list' | 'map'): string {
  return new URLSearchParams([
    ['has_location', place === 'map' ? 'mapped' : 'all'],
    ['order', 'desc'],
    ['order_unlocked_on_top', 'true'],
    ['orderby', 'created'],
    ['status[]', 'published'],
    ['status[]', 'draft'],
  ]).toString();
}

/** As an administrator asks for everything there is. */
export const everyPost = 'status=all&orderby=created&order=desc';
