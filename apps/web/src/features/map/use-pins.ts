/** Where the map's pins come from: our server's cluster tiles, or page after page of GeoJSON from a server without them. */
import { useQuery } from '@tanstack/react-query';
import { postTile } from '@waypost/contract/map';
import { useMemo } from 'react';
import { addressOf } from '../../api/address.ts';
import { useAccount } from '../../api/session.ts';
import { bearer } from '../../api/tokens.ts';
import type { PinSource } from '../../blocks/map-canvas/map-types.ts';
import { postQuery } from '../../blocks/post-search/default-query.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { fetchAllPins } from './fetch-all-pins.ts';

/** Only an address that is not there says so; a server in trouble has tiles all the same. */
async function hasTiles(signal: AbortSignal): Promise<boolean> {
  const address = addressOf(postTile, { params: { zoom: 0, x: 0, y: 0 } });
  const answer = await fetch(address, { headers: bearer(), signal }).catch(() => null);
  return answer === null || (answer.status !== 404 && answer.status !== 405);
}

/** The address of a tile with the map's own placeholders left in it. */
const tileAddress = (query: ReturnType<typeof postQuery>): string =>
  addressOf(postTile, { params: { zoom: '{z}', x: '{x}', y: '{y}' }, query })
    .replace('%7Bz%7D', '{z}')
    .replace('%7Bx%7D', '{x}')
    .replace('%7By%7D', '{y}');

/** @returns `changedAt`: when posts may have changed last, in milliseconds of the epoch; 0 before that is known */
export function usePins(search: PostSearch): { source: PinSource | null; changedAt: number } {
  const account = useAccount();
  const accountId = account?.id ?? null;
  const asked = postQuery(search, 'map');
  // The same object while the same is asked, so that moving the map does not load the pins anew.
  const key = JSON.stringify(asked);
  // oxlint-disable-next-line react/exhaustive-deps -- the key says all that is in it
  const query = useMemo(() => asked, [key]);
  const tiles = useQuery({
    queryKey: ['pins', 'kind', accountId],
    queryFn: ({ signal }) => hasTiles(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Everything about posts is fetched anew after a change; this entry has nothing to fetch but notices.
  const { dataUpdatedAt } = useQuery({
    queryKey: ['posts', 'pins', 'stamp'],
    queryFn: () => Date.now(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const all = useQuery({
    queryKey: ['posts', 'pins', 'all', query],
    queryFn: ({ signal }) => fetchAllPins(query, signal),
    enabled: tiles.data === false,
  });
  const source = useMemo((): PinSource | null => {
    if (tiles.data === undefined) return null;
    if (!tiles.data) return all.data ? { kind: 'geojson', data: all.data } : null;
    return { kind: 'tiles', url: tileAddress(query), headers: bearer(), maxZoom: 16 };
    // oxlint-disable-next-line react/exhaustive-deps -- another account has another token
  }, [tiles.data, all.data, query, accountId]);
  return { source, changedAt: dataUpdatedAt };
}
