import { type RefObject, use, useLayoutEffect, useRef } from 'react';
import { MapSurfaceContext } from '../map-context.ts';
import type { LatLon } from '../map-types.ts';

interface Point {
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}

/** Computes the position of an element from the pixel of its place, its own size and the map's. */
export type PositionResolver = (point: Point, own: Size, map: Size) => Point;

const identityPosition: PositionResolver = (point) => point;

/**
 * Keeps an element over a place on the map while map or element change, without rendering again. The
 * element must be absolutely positioned at the physical upper left corner of the map.
 *
 * @param resolvePosition must be a stable function; without it the element's corner is on the place
 */
export function useMapPosition<Element extends HTMLElement>(
  at: LatLon,
  resolvePosition: PositionResolver = identityPosition,
): RefObject<Element | null> {
  const map = use(MapSurfaceContext);
  const ref = useRef<Element>(null);
  const { lat, lon } = at;
  useLayoutEffect(() => {
    const element = ref.current;
    if (!map || !element) return undefined;
    const move = () => {
      const own = { width: element.offsetWidth, height: element.offsetHeight };
      const { x, y } = resolvePosition(map.project({ lat, lon }), own, map.getSize());
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
    };
    move();
    const stop = map.onFrame(move);
    const sizes = new ResizeObserver(move);
    sizes.observe(element);
    return () => {
      stop();
      sizes.disconnect();
    };
  }, [map, lat, lon, resolvePosition]);
  return ref;
}
