/**
 * The initial view of the map: the position in the URL, the circle of the filter, the posts if the deployment is configured so or
 * a collection is open, else the configured position. Computed before the map is mounted, so that tiles are loaded once.
 */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import type { InitialView } from '../../../blocks/map-canvas/map-types.ts';
import { computeCircleBounds, parseCircle } from '../../../blocks/map-circle/circle-geometry.ts';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { leaveOutAntarctica } from './leave-out-antarctica.ts';
import { parseMapView } from './map-view-param.ts';
import { buildExtentQuery } from './post-extent.ts';

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
  const needsExtent = configuredView === null && isFitRequested;
  const { data, isError } = useQuery({
    ...buildExtentQuery(initialSearch),
    enabled: needsExtent,
    staleTime: Number.POSITIVE_INFINITY,
    // A map at the default position is better than none.
    retry: false,
  });
  return useMemo(() => {
    if (configuredView) return configuredView;
    if (needsExtent && data === undefined && !isError) return null;
    const bounds = data ? leaveOutAntarctica(data) : null;
    const { lat, lon, zoom } = settings.default_view;
    return bounds ? { bounds } : { center: { lat, lon }, zoom };
  }, [configuredView, needsExtent, data, isError, settings.default_view]);
}
