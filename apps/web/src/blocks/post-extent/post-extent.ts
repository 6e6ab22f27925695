import { queryOptions } from '@tanstack/react-query';
import { listPostsGeoJson, readPostExtent } from '@waypost/contract/browse/map';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import type { Bounds } from '../map-canvas/map-types.ts';
import { buildPostQuery } from '../post-search/post-query.ts';
import type { PostSearch } from '../post-search/post-search.ts';
import { computePinBounds } from './pin-bounds.ts';

/** On a server without extents only the newest posts are read, since all of them would delay the map. */
const maxSampledPosts = 100;

/** Whether the server does not know the endpoint, which is an extension of API v3. */
const isUnsupported = (error: unknown): boolean =>
  isApiError(error) && error.kind === 'rejected' && error.status >= 400 && error.status < 500;

/** Query for the box around the posts of a search; null when none has a place. */
export function buildExtentQuery(search: PostSearch) {
  const query = buildPostQuery(search, 'map');
  return queryOptions({
    queryKey: ['posts', 'extent', query],
    async queryFn({ signal }): Promise<Bounds | null> {
      try {
        const { bbox } = await call(readPostExtent, { query }, { signal });
        return bbox;
      } catch (error) {
        if (!isUnsupported(error)) throw error;
        const sample = { ...query, limit: maxSampledPosts };
        return computePinBounds(await call(listPostsGeoJson, { query: sample }, { signal }));
      }
    },
  });
}
