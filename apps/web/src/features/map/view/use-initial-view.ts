/**
 * Where the map opens: at the place in the address, around the circle that is filtered by, where posts are if the deployment
 * wishes that or a collection is opened, else at the deployment's place. Known before the map is there, so that it loads its
 * tiles once.
 */
import { useQuery } from '@tanstack/react-query';
import { listPostsGeoJson } from '@waypost/contract/browse/map';
import { useMemo, useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { InitialView } from '../../../blocks/map-canvas/map-types.ts';
import { computeCircleBounds, parseCircle } from '../../../blocks/map-circle/circle-geometry.ts';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import { buildPostQuery, fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { computePinBounds } from '../pins/pin-bounds.ts';
import { parseMapView } from './map-view-param.ts';

/** The newest posts say where things happen; all of them would be too many to ask for a first look. */
const maxSampledPosts = 100;

/** To be read where the posts of a search are. */
export const buildPlacesQuery = (search: PostSearch) =>
  buildEndpointQuery(
    listPostsGeoJson,
    { query: { ...buildPostQuery(search, 'map'), limit: maxSampledPosts } },
    { quiet: true },
  );

/** @returns null while it is not known */
export function useInitialView(search: PostSearch): InitialView | null {
  const { map: settings } = useConfig();
  // As the app was opened: what is chosen later leaves the map where it is.
  const [opened] = useState(search);
  const said = useMemo((): InitialView | null => {
    const place = parseMapView(opened.at);
    if (place) return { center: { lat: place.lat, lon: place.lon }, zoom: place.zoom };
    const circle = parseCircle(opened.center_point, opened.within_km ?? fallbackRadiusKm);
    return circle && { bounds: computeCircleBounds(circle) };
  }, [opened]);
  const isWished = settings.default_view.fit_map_boundaries || readPostMode(opened).kind !== 'all';
  const looks = said === null && isWished;
  const { data, isError } = useQuery({
    ...buildPlacesQuery(opened),
    enabled: looks,
    staleTime: Number.POSITIVE_INFINITY,
    // A map at the usual place is better than none.
    retry: false,
  });
  return useMemo(() => {
    if (said) return said;
    if (looks && !data && !isError) return null;
    const bounds = data ? computePinBounds(data) : null;
    const { lat, lon, zoom } = settings.default_view;
    return bounds ? { bounds } : { center: { lat, lon }, zoom };
  }, [said, looks, data, isError, settings.default_view]);
}
