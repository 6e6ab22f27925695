/**
 * Drawing the circle that posts are filtered by: press at the centre and drag outwards, or move its two handles by pointer or
 * arrow keys (spec 2 §2, "center_point", "within_km").
 */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roundCoordinates } from '../../../blocks/location-picker/parse-coordinate.ts';
import type { MapEngine } from '../../../blocks/map-canvas/engine/map-engine.ts';
import { useMap } from '../../../blocks/map-canvas/map-context.ts';
import type { LatLon } from '../../../blocks/map-canvas/map-types.ts';
import { MapMarker } from '../../../blocks/map-canvas/overlays/map-marker.tsx';
import { setDrawingCircle } from '../../../blocks/map-circle/circle-drawing-mode.ts';
import {
  computeDestination,
  computeDistanceKm,
  parseCircle,
  roundRadius,
} from '../../../blocks/map-circle/circle-geometry.ts';
import { MapCircle } from '../../../blocks/map-circle/map-circle.tsx';
import { fallbackRadiusKm } from '../../../blocks/post-search/post-query.ts';
import type { PostSearch } from '../../../blocks/post-search/post-search.ts';
import { MapActionBar } from '../tools/map-action-bar.tsx';
import classes from '../tools/map-tools.module.css';

/** The centre, and a point on the edge. */
interface DrawnCircle {
  center: LatLon;
  edge: LatLon;
}

/** Fraction of the shorter side of the map, for the initial circle. */
const defaultRadiusRatio = 0.25;
/** A drag shorter than this many pixels is a click on the centre. */
const minDragPx = 6;

/** The circle of the active filter, or one in the centre of the viewport. */
function getInitialCircle(map: MapEngine, search: PostSearch): DrawnCircle {
  const { center, bounds } = map.getView();
  const there = parseCircle(search.center_point, search.within_km ?? fallbackRadiusKm);
  const isSeen =
    there &&
    there.center.lat > bounds[1] &&
    there.center.lat < bounds[3] &&
    Math.abs(there.center.lon - center.lon) < 180;
  if (there && isSeen)
    return { center: there.center, edge: computeDestination(there.center, there.radiusKm, 90) };
  const { width, height } = map.getSize();
  const middle = map.unproject({ x: width / 2, y: height / 2 });
  const radius = Math.min(width, height) * defaultRadiusRatio;
  return { center: middle, edge: map.unproject({ x: width / 2 + radius, y: height / 2 }) };
}

export default function DrawCircle() {
  const { t } = useTranslation();
  const map = useMap();
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const [drawn, setDrawn] = useState<DrawnCircle | null>(() => map && getInitialCircle(map, search));
  /** The pointer draws until there is a circle; then it moves the map and the handles. */
  const [draws, setDraws] = useState(true);
  const handles = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => handles.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  if (!map || !drawn) return null;
  const { center, edge } = drawn;
  const km = roundRadius(computeDistanceKm(center, edge));

  const leave = () => {
    setDrawingCircle(false);
    map.focus();
  };
  const choose = () => {
    const { lat, lon } = roundCoordinates(center);
    leave();
    void navigate({
      to: '.',
      search: (before) => ({
        ...before,
        center_point: `${lat},${lon}`,
        within_km: String(km),
        bbox: undefined,
      }),
      state: true,
      replace: true,
      resetScroll: false,
    });
  };
  /** Pixels from the upper left corner of the map. */
  const pointOf = (event: PointerEvent) => {
    const box = map.getFrameElement().getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = pointOf(event);
  };
  const reach = (event: PointerEvent) => {
    const [start, now] = [from.current, pointOf(event)];
    if (!start || Math.hypot(now.x - start.x, now.y - start.y) < minDragPx) return false;
    setDrawn({ center: map.unproject(start), edge: map.unproject(now) });
    return true;
  };
  const onPointerUp = (event: PointerEvent) => {
    // A click without dragging moves the circle there and keeps its size.
    if (from.current && !reach(event)) moveTo(map.unproject(from.current));
    from.current = null;
    setDraws(false);
  };
  const moveTo = (place: LatLon) =>
    setDrawn({ center: place, edge: computeDestination(place, computeDistanceKm(center, edge), 90) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') leave();
  };

  return (
    <>
      <MapCircle center={center} radiusKm={km} />
      {draws && (
        <div
          className={classes['canvas']}
          onPointerDown={onPointerDown}
          onPointerMove={reach}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            from.current = null;
          }}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape cancels */}
      <div ref={handles} onKeyDown={onKeyDown}>
        <MapMarker at={center} label={t('map.circle.middle')} onMove={moveTo} />
        <MapMarker
          at={edge}
          shape="dot"
          label={t('map.circle.edge', { km })}
          onMove={(place) => setDrawn({ center, edge: place })}
        />
      </div>
      <MapActionBar
        label={t('map.circle.title')}
        action={t('map.circle.choose')}
        onAction={choose}
        onCancel={leave}
      >
        {t('map.circle.hint')} <output>{t('post.filter.km', { km })}</output>
      </MapActionBar>
    </>
  );
}
