/**
 * The initial view of the map: the position in the URL, the places of the open post, the circle of the filter, the posts if the deployment is configured so or
 * a collection is open, else the configured position. Computed before the map is mounted, so that tiles are loaded once.
 */
import { useQuery } from '@tanstack/react-query';
import { readPost } from '@waypost/contract/posts/posts';
import { useMemo, useState } from 'react';
import { useConfig } from '../../../api/config.ts';
import { buildEndpointQuery } from '../../../api/query-client.ts';
import type { InitialView } from '../../../blocks/map-canvas/map-types.ts';
import { parseInitialView, parseMapView } from '../../../blocks/map-canvas/map-view-param.ts';
import { computeCircleBounds, parseCircle } from '../../../blocks/map-circle/circle-geometry.ts';
import { leaveOutAntarctica } from '../../../blocks/post-extent/leave-out-antarctica.ts';
import { buildExtentQuery } from '../../../blocks/post-extent/post-extent.ts';
import { readPostMode } from '../../../blocks/post-search/post-mode.ts';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { computePlaceBounds, findPostPlaces, singlePlaceZoom } from '../edit/post-places.ts';

/** @returns null while it is unknown */
export function useInitialView(search: PostSearch, openPostId: number | null): InitialView | null {
  const { map: settings } = useConfig();
  // The search parameters at the start; later changes do not move the map.
  const [initialSearch] = useState(search);
  const postView = useOpenPostView(parseMapView(initialSearch.at) ? null : openPostId);
  const configuredView = useMemo((): InitialView | null => {
    const view = parseInitialView(initialSearch.at);
    if (view) return view;
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
    if (postView !== undefined) return postView;
    if (configuredView) return configuredView;
    if (needsExtent && data === undefined && !isError) return null;
    const bounds = data ? leaveOutAntarctica(data) : null;
    const { lat, lon, zoom } = settings.default_view;
    return bounds ? { bounds } : { center: { lat, lon }, zoom };
  }, [postView, configuredView, needsExtent, data, isError, settings.default_view]);
}

/** The places of the post that is open at the start. @returns undefined without a place, null while it is loaded */
function useOpenPostView(openPostId: number | null): InitialView | null | undefined {
  const [id] = useState(openPostId);
  const { data: post, isError } = useQuery({
    ...buildEndpointQuery(readPost, { params: { id: id ?? 0 } }),
    enabled: id !== null,
  });
  return useMemo(() => {
    if (id === null || isError) return undefined;
    if (!post) return null;
    const places = findPostPlaces(post).map(({ at }) => at);
    const [center] = places;
    const bounds = computePlaceBounds(places);
    if (!center || !bounds) return undefined;
    return places.length > 1 ? { bounds } : { center, zoom: singlePlaceZoom };
  }, [id, post, isError]);
}
