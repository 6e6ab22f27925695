/** A circle over the map, inside a MapCanvas: what a radius reaches. Only to be seen; pointers go through it. */
import { useLayoutEffect, useRef } from 'react';
import { useMap } from '../map-canvas/map-context.ts';
import { type Circle, computeDestination } from './circle-geometry.ts';
import classes from './map-circle.module.css';

/** Corners of the drawn line: round enough on any screen. */
const vertexCount = 72;

export function MapCircle({ center: { lat, lon }, radiusKm: km }: Circle) {
  const map = useMap();
  const line = useRef<SVGPathElement>(null);
  useLayoutEffect(() => {
    if (!map) return undefined;
    const around = Array.from({ length: vertexCount }, (_, at) =>
      computeDestination({ lat, lon }, km, (at * 360) / vertexCount),
    );
    const draw = () => {
      const points = around.map((place) => {
        const { x, y } = map.project(place);
        return `${x.toFixed(1)},${y.toFixed(1)}`;
      });
      line.current?.setAttribute('d', `M${points.join('L')}Z`);
    };
    draw();
    return map.onFrame(draw);
  }, [map, lat, lon, km]);
  return (
    <svg className={classes['circle']} aria-hidden>
      <path ref={line} />
    </svg>
  );
}
