/** Source of the pins: cluster tiles of this server, or pages of GeoJSON from a server without tiles. */
import { useQuery } from '@tanstack/react-query';
import { readPostTile } from '@waypost/contract/browse/map';
import { useMemo, useState } from 'react';
import { buildEndpointUrl } from '../../../api/endpoint-url.ts';
import { useAccount } from '../../../api/session.ts';
import { getAuthorizationHeader } from '../../../api/tokens.ts';
import type { PinSource } from '../../../blocks/map-canvas/map-types.ts';
import { restorePlaceholders } from '../../../blocks/map-canvas/pins/pin-tile-url.ts';
import { buildPostQuery } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { fetchAllPins } from './fetch-all-pins.ts';

/** Set when the first tile is refused, until the page is reloaded. */
let areTilesUnsupported = false;

/** URL template of the tiles with the placeholders of the map library. */
const buildTileUrl = (query: ReturnType<typeof buildPostQuery>): string =>
  restorePlaceholders(buildEndpointUrl(readPostTile, { params: { zoom: '{z}', x: '{x}', y: '{y}' }, query }));

/** @returns `query`: the query parameters, the same object as long as they are equal */
export function usePins(search: PostSearch) {
  const account = useAccount();
  const accountId = account?.id ?? null;
  const postQuery = buildPostQuery(search, 'map');
  // A stable object, so that moving the map does not reload the pins.
  const key = JSON.stringify(postQuery);
  // oxlint-disable-next-line react/exhaustive-deps -- the key contains all parameters
  const query = useMemo(() => postQuery, [key]);
  const [hasTiles, setHasTiles] = useState(!areTilesUnsupported);
  const allPins = useQuery({
    queryKey: ['posts', 'pins', 'all', query],
    queryFn: async ({ signal }) => {
      const [posts, { prepareGeojsonPins }] = await Promise.all([
        fetchAllPins(query, signal),
        import('../../../blocks/map-canvas/pins/prepare-geojson-pins.ts'),
      ]);
      return prepareGeojsonPins(posts);
    },
    enabled: !hasTiles,
  });
  const source = useMemo((): PinSource | null => {
    if (!hasTiles) return allPins.data ? { kind: 'geojson', prepared: allPins.data } : null;
    const onMissing = () => {
      areTilesUnsupported = true;
      setHasTiles(false);
    };
    return { kind: 'tiles', url: buildTileUrl(query), headers: getAuthorizationHeader, onMissing };
    // oxlint-disable-next-line react/exhaustive-deps -- another account sees other posts
  }, [hasTiles, allPins.data, query, accountId]);
  return { source, query };
}
