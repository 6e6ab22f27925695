/**
 * The initial view of the map: the position in the URL, the circle of the filter, the posts if the deployment is configured so or
 * a collection is open, else the configured position. Computed before the map is mounted, so that tiles are loaded once.
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

/** Only the newest posts are used, since reading all of them would delay the map. */
const maxSampledPosts = 100;

/** Query for the places of the posts of a search. */
export const buildPlacesQuery = (search: PostSearch) =>
  buildEndpointQuery(listPostsGeoJson, {
    query: { ...buildPostQuery(search, 'map'), limit: maxSampledPosts },
  });

/** @returns null while it is unknown */
export function useInitialView(search: PostSearch): InitialView | null {
  const { map: settings } = useConfig();
  // The search parameters at the start; later changes do not move the map.
  const [initialSearch] = useState(search);
  const configuredView = useMemo((): InitialView | null => {
    const place = parseMapView(initialSearch.at);
    if (place) return { center: { lat: place.lat, lon: place.lon }, zoom: place.zoom };
    const circle = parseCircle(initialSearch.center_point, initialSearch.within_km ?? fallbackRadiusKm);
    return circle && { bounds: computeCircleBounds(circle) };
  }, [initialSearch]);
  const isFitRequested =
    settings.default_view.fit_map_boundaries || readPostMode(initialSearch).kind !== 'all';
  const needsPlaces = configuredView === null && isFitRequested;
  const { data, isError } = useQuery({
    ...buildPlacesQuery(initialSearch),
    enabled: needsPlaces,
    staleTime: Number.POSITIVE_INFINITY,
    // A map at the default position is better than none.
    retry: false,
  });
  return useMemo(() => {
    if (configuredView) return configuredView;
    if (needsPlaces && !data && !isError) return null;
    const bounds = data ? computePinBounds(data) : null;
    const { lat, lon, zoom } = settings.default_view;
    return bounds ? { bounds } : { center: { lat, lon }, zoom };
  }, [configuredView, needsPlaces, data, isError, settings.default_view]);
}
