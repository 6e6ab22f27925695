/** Shows the circle that is filtered by, whenever another one is chosen. */
import { type RefObject, useEffect, useRef } from 'react';
import type { MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import { boundsOfCircle, circleOf } from '../../blocks/map-circle/circle-geometry.ts';
import { unsaidRadius } from '../../blocks/post-search/default-query.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';

/** The first one is shown by the map's opening (`use-opening-view.ts`). */
export function useGoToCircle(map: RefObject<MapHandle | null>, isReady: boolean, search: PostSearch): void {
  const { center_point, within_km = unsaidRadius } = search;
  const shown = useRef(`${center_point} ${within_km}`);
  useEffect(() => {
    const said = `${center_point} ${within_km}`;
    if (!isReady || shown.current === said) return;
    shown.current = said;
    const circle = circleOf(center_point, within_km);
    if (circle) map.current?.fit(boundsOfCircle(circle));
  }, [map, isReady, center_point, within_km]);
}
