/** Areas drawn inside a MapCanvas. They are only visible: pointers go through them. */
import { useLayoutEffect, useMemo, useRef } from 'react';
import { useMap } from '../map-canvas/map-context.ts';
import type { LatLon } from '../map-canvas/map-types.ts';
import { type Circle, computeDestination, computeSquareCorners } from './circle-geometry.ts';
import classes from './map-circle.module.css';

/** Vertices of the drawn polygon. */
const vertexCount = 72;

/** Draws a circle. */
export function MapCircle({ center: { lat, lon }, radiusKm }: Circle) {
  const rings = useMemo(
    () => [
      Array.from({ length: vertexCount }, (_, index) =>
        computeDestination({ lat, lon }, radiusKm, (index * 360) / vertexCount),
      ),
    ],
    [lat, lon, radiusKm],
  );
  return <MapOutline rings={rings} />;
}

/** Draws a square between meridians and parallels. */
export function MapSquare({ center: { lat, lon }, sideKm }: { center: LatLon; sideKm: number }) {
  const rings = useMemo(() => [computeSquareCorners({ lat, lon }, sideKm)], [lat, lon, sideKm]);
  return <MapOutline rings={rings} />;
}

/** Draws polygons and follows the map. What is in an even number of them, such as a hole, is outside. */
export function MapOutline({
  rings,
  isOpen = false,
}: {
  rings: readonly (readonly LatLon[])[];
  /** The last line of the last polygon is missing. */
  isOpen?: boolean;
}) {
  const map = useMap();
  const path = useRef<SVGPathElement>(null);
  useLayoutEffect(() => {
    if (!map) return undefined;
    const draw = () => {
      const lines = rings.map((ring, index) => {
        const points = ring.map((place) => {
          const { x, y } = map.project(place);
          return `${x.toFixed(1)},${y.toFixed(1)}`;
        });
        return `M${points.join('L')}${isOpen && index === rings.length - 1 ? '' : 'Z'}`;
      });
      path.current?.setAttribute('d', lines.join(''));
    };
    draw();
    return map.onFrame(draw);
  }, [map, rings, isOpen]);
  return (
    <svg className={classes['circle']} aria-hidden>
      <path ref={path} />
    </svg>
  );
}
