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
  const currentCircle = parseCircle(search.center_point, search.within_km ?? fallbackRadiusKm);
  const isVisible =
    currentCircle &&
    currentCircle.center.lat > bounds[1] &&
    currentCircle.center.lat < bounds[3] &&
    Math.abs(currentCircle.center.lon - center.lon) < 180;
  if (currentCircle && isVisible)
    return {
      center: currentCircle.center,
      edge: computeDestination(currentCircle.center, currentCircle.radiusKm, 90),
    };
  const { width, height } = map.getSize();
  const mapCenter = map.unproject({ x: width / 2, y: height / 2 });
  const radius = Math.min(width, height) * defaultRadiusRatio;
  return { center: mapCenter, edge: map.unproject({ x: width / 2 + radius, y: height / 2 }) };
}

/**
 * Drawing the circle that posts are filtered by: press at the centre and drag outwards, or move its two handles by pointer or
 * arrow keys (spec 2 §2, "Place filter").
 */
export default function DrawCircle() {
  const { t } = useTranslation();
  const map = useMap();
  const search = useSearch({ from: '/_map' });
  const navigate = useNavigate();
  const [circle, setCircle] = useState<DrawnCircle | null>(() => map && getInitialCircle(map, search));
  /** The pointer draws until there is a circle; then it moves the map and the handles. */
  const [isDrawing, setDrawing] = useState(true);
  const handles = useRef<HTMLDivElement>(null);
  const dragStart = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => handles.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  if (!map || !circle) return null;
  const { center, edge } = circle;
  const km = roundRadius(computeDistanceKm(center, edge));

  const close = () => {
    setDrawingCircle(false);
    map.focus();
  };
  const choose = () => {
    const { lat, lon } = roundCoordinates(center);
    close();
    void navigate({
      to: '.',
      search: (previous) => ({
        ...previous,
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
  const getPoint = (event: PointerEvent) => {
    const frameBounds = map.getFrameElement().getBoundingClientRect();
    return { x: event.clientX - frameBounds.left, y: event.clientY - frameBounds.top };
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = getPoint(event);
  };
  const getDragDistance = (event: PointerEvent) => {
    const [start, now] = [dragStart.current, getPoint(event)];
    if (!start || Math.hypot(now.x - start.x, now.y - start.y) < minDragPx) return false;
    setCircle({ center: map.unproject(start), edge: map.unproject(now) });
    return true;
  };
  const onPointerUp = (event: PointerEvent) => {
    // A click without dragging moves the circle there and keeps its size.
    if (dragStart.current && !getDragDistance(event)) moveTo(map.unproject(dragStart.current));
    dragStart.current = null;
    setDrawing(false);
  };
  const moveTo = (place: LatLon) =>
    setCircle({ center: place, edge: computeDestination(place, computeDistanceKm(center, edge), 90) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };

  return (
    <>
      <MapCircle center={center} radiusKm={km} />
      {isDrawing && (
        <div
          className={classes['canvas']}
          onPointerDown={onPointerDown}
          onPointerMove={getDragDistance}
          onPointerUp={onPointerUp}
          onPointerCancel={() => {
            dragStart.current = null;
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
          onMove={(place) => setCircle({ center, edge: place })}
        />
      </div>
      <MapActionBar
        label={t('map.circle.title')}
        action={t('map.circle.choose')}
        onAction={choose}
        onCancel={close}
      >
        {t('map.circle.hint')} <output>{t('post.filter.km', { km })}</output>
      </MapActionBar>
    </>
  );
}
