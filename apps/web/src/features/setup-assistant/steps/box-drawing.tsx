/** Draws a box over a map with a pointer. By keyboard the map itself is moved and zoomed instead. */
import { type PointerEvent, useRef, useState } from 'react';
import type { Bounds, LatLon, MapView } from '../../../blocks/map-canvas/map-types.ts';
import classes from '../setup-page.module.css';

interface Point {
  x: number;
  y: number;
}

const toMercator = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
const fromMercator = (y: number) => (Math.atan(Math.exp(y)) * 360) / Math.PI - 90;

/**
 * The box between two points of a map, as fractions of its width and height.
 * @param view the visible part; its east may be smaller than its west over the antimeridian
 */
export function toBounds(
  { bounds: [west, south, east, north] }: Pick<MapView, 'bounds'>,
  a: Point,
  b: Point,
): Bounds {
  const width = east < west ? east + 360 - west : east - west;
  const toLon = (x: number) => west + width * x;
  const [top, bottom] = [toMercator(north), toMercator(south)];
  const toLat = (y: number) => fromMercator(top + (bottom - top) * y);
  const [left, right] = a.x < b.x ? [a.x, b.x] : [b.x, a.x];
  const [upper, lower] = a.y < b.y ? [a.y, b.y] : [b.y, a.y];
  return [toLon(left), toLat(lower), toLon(right), toLat(upper)];
}

/** Smaller boxes are clicks: fractions of the map. */
const minSize = 0.02;

interface Props {
  getView: () => MapView | null;
  onDrawn: (bounds: Bounds, center: LatLon) => void;
}

/** The surface that takes the pointer. */
export function BoxDrawing({ getView, onDrawn }: Props) {
  const surface = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<{ from: Point; to: Point } | null>(null);
  function pointOf(event: PointerEvent): Point {
    const { left, top, width, height } = surface.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const clamp = (value: number) => Math.min(Math.max(value, 0), 1);
    return { x: clamp((event.clientX - left) / width), y: clamp((event.clientY - top) / height) };
  }
  function finish(event: PointerEvent): void {
    const view = getView();
    const to = pointOf(event);
    setBox(null);
    if (!box || !view) return;
    if (Math.abs(box.from.x - to.x) < minSize || Math.abs(box.from.y - to.y) < minSize) return;
    const bounds = toBounds(view, box.from, to);
    const [west, south, east, north] = bounds;
    onDrawn(bounds, { lat: (south + north) / 2, lon: (west + east) / 2 });
  }
  return (
    <div
      ref={surface}
      className={classes['drawing']}
      onPointerDown={(event) => {
        surface.current?.setPointerCapture(event.pointerId);
        const from = pointOf(event);
        setBox({ from, to: from });
      }}
      onPointerMove={(event) => box && setBox({ from: box.from, to: pointOf(event) })}
      onPointerUp={finish}
      onPointerCancel={() => setBox(null)}
    >
      {box && (
        <div
          className={classes['box']}
          style={{
            // Physical coordinates: those of the pointer.
            left: `${Math.min(box.from.x, box.to.x) * 100}%`,
            top: `${Math.min(box.from.y, box.to.y) * 100}%`,
            width: `${Math.abs(box.from.x - box.to.x) * 100}%`,
            height: `${Math.abs(box.from.y - box.to.y) * 100}%`,
          }}
        />
      )}
    </div>
  );
}
