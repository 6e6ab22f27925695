/** A circle inside a MapCanvas. It is only visible: pointers go through it. */
import { useLayoutEffect, useRef } from 'react';
import { useMap } from '../map-canvas/map-context.ts';
import { type Circle, computeDestination } from './circle-geometry.ts';
import classes from './map-circle.module.css';

/** Vertices of the drawn polygon. */
const vertexCount = 72;

/** Draws the circle and follows the map. */
export function MapCircle({ center: { lat, lon }, radiusKm }: Circle) {
  const map = useMap();
  const path = useRef<SVGPathElement>(null);
  useLayoutEffect(() => {
    if (!map) return undefined;
    const vertices = Array.from({ length: vertexCount }, (_, index) =>
      computeDestination({ lat, lon }, radiusKm, (index * 360) / vertexCount),
    );
    const draw = () => {
      const points = vertices.map((place) => {
        const { x, y } = map.project(place);
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      });
      path.current?.setAttribute('d', `M${points.join('L')}Z`);
    };
    draw();
    return map.onFrame(draw);
  }, [map, lat, lon, radiusKm]);
  return (
    <svg className={classes['circle']} aria-hidden>
      <path ref={path} />
    </svg>
  );
}
