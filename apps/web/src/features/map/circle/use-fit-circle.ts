/** Moves the map to the circle of the filter whenever it changes. */
import { type RefObject, useEffect, useRef } from 'react';
import type { MapHandle } from '../../../blocks/map-canvas/map-canvas.tsx';
import { computeCircleBounds, parseCircle } from '../../../blocks/map-circle/circle-geometry.ts';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';

/** The initial circle is shown by the initial view (`use-initial-view.ts`). */
export function useFitCircle(map: RefObject<MapHandle | null>, isReady: boolean, search: PostSearch): void {
  const { center_point, within_km = fallbackRadiusKm } = search;
  const shownCircle = useRef(`${center_point} ${within_km}`);
  useEffect(() => {
    const circleKey = `${center_point} ${within_km}`;
    if (!isReady || shownCircle.current === circleKey) return;
    shownCircle.current = circleKey;
    const circle = parseCircle(center_point, within_km);
    if (circle) map.current?.fitBounds(computeCircleBounds(circle));
  }, [map, isReady, center_point, within_km]);
}
