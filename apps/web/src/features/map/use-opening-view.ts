/**
 * Where the map opens: at the place in the address, around the circle that is filtered by, where posts are if the deployment
 * wishes that or a collection is opened, else at the deployment's place. Known before the map is there, so that it loads its
 * tiles once.
 */
import { useQuery } from '@tanstack/react-query';
import { listPostsGeo } from '@waypost/contract/map';
import { useMemo, useState } from 'react';
import { useConfig } from '../../api/config.ts';
import { read } from '../../api/query-client.ts';
import type { InitialView } from '../../blocks/map-canvas/map-types.ts';
import { boundsOfCircle, circleOf } from '../../blocks/map-circle/circle-geometry.ts';
import { postQuery, unsaidRadius } from '../../blocks/post-search/default-query.ts';
import { modeOf } from '../../blocks/post-search/post-mode.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';
import { boundsOfPins } from './bounds-of-pins.ts';
import { viewAt } from './map-address.ts';

/** The newest posts say where things happen; all of them would be too many to ask for a first look. */
const looked = 100;

/** To be read where the posts of a search are. */
export const placesOf = (search: PostSearch) =>
  read(listPostsGeo, { query: { ...postQuery(search, 'map'), limit: looked } }, { quiet: true });

/** @returns null while it is not known */
export function useOpeningView(search: PostSearch): InitialView | null {
  const { map: settings } = useConfig();
  // As the app was opened: what is chosen later leaves the map where it is.
  const [opened] = useState(search);
  const said = useMemo((): InitialView | null => {
    const place = viewAt(opened.at);
    if (place) return { center: { lat: place.lat, lon: place.lon }, zoom: place.zoom };
    const circle = circleOf(opened.center_point, opened.within_km ?? unsaidRadius);
    return circle && { bounds: boundsOfCircle(circle) };
  }, [opened]);
  const isWished = settings.default_view.fit_map_boundaries || modeOf(opened).kind !== 'all';
  const looks = said === null && isWished;
  const { data, isError } = useQuery({
    ...placesOf(opened),
    enabled: looks,
    staleTime: Number.POSITIVE_INFINITY,
    // A map at the usual place is better than none.
    retry: false,
  });
  return useMemo(() => {
    if (said) return said;
    if (looks && !data && !isError) return null;
    const bounds = data ? boundsOfPins(data) : null;
    const { lat, lon, zoom } = settings.default_view;
    return bounds ? { bounds } : { center: { lat, lon }, zoom };
  }, [said, looks, data, isError, settings.default_view]);
}
