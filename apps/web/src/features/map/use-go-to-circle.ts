/** Shows the circle that is filtered by, whenever another one is chosen. */
import { type RefObject, useEffect, useRef } from 'react';
import type { MapHandle } from '../../blocks/map-canvas/map-canvas.tsx';
import { unsaidRadius } from '../../blocks/post-search/default-query.ts';
import type { PostSearch } from '../../blocks/post-search/post-search.ts';

/** Kilometres of a degree of latitude. */
const kmOfDegree = 111.2;

/** @param isReady the map is there; a place in the address comes before the circle at the start */
export function useGoToCircle(map: RefObject<MapHandle | null>, isReady: boolean, search: PostSearch): void {
  const { center_point, within_km = unsaidRadius, at } = search;
  const shown = useRef(at === undefined ? '' : `${center_point} ${within_km}`);
  useEffect(() => {
    const circle = `${center_point} ${within_km}`;
    if (!isReady || shown.current === circle) return;
    shown.current = circle;
    const [lat, lon] = (center_point ?? '').split(',').map(Number);
    if (lat === undefined || lon === undefined) return;
    const high = Number(within_km) / kmOfDegree;
    const wide = high / Math.max(0.1, Math.cos((lat * Math.PI) / 180));
    map.current?.fit([lon - wide, Math.max(-85, lat - high), lon + wide, Math.min(85, lat + high)]);
  }, [map, isReady, center_point, within_km]);
}
