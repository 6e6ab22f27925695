/** Where places and tiles are on the opening map: the same as on the map that replaces it. */
import {
  type Camera,
  constrainCamera,
  fitCamera,
  MAX_ZOOM,
  type MapDetail,
  moveToNearestCopy,
  type Size,
  toLatitude,
  toWorldY,
  WORLD_PIXELS,
} from '../engine/camera.ts';
import type { InitialView, LatLon, MapInsets } from '../map-types.ts';

/** Position of the world on the screen, in pixels from the upper left corner of the map. */
export interface OpeningView {
  size: Size;
  camera: Camera;
  /** Corner of the world that has the centre of the view. */
  left: number;
  top: number;
  /** Width and height of the world. */
  worldPixels: number;
}

/** A tile in view, at its place on the screen. */
export interface PlacedTile {
  zoom: number;
  x: number;
  y: number;
  left: number;
  top: number;
  /** Width and height in pixels. */
  sizePx: number;
}

/** The view in which the map engine starts. */
export function computeOpeningView(
  initialView: InitialView,
  size: Size,
  insets: MapInsets,
  detail: MapDetail,
): OpeningView {
  const requested =
    'bounds' in initialView ? fitCamera(initialView.bounds, size, insets, detail) : initialView;
  const camera = constrainCamera(requested, size, insets, MAX_ZOOM);
  const { top = 0, bottom = 0, left = 0 } = insets;
  const worldPixels = WORLD_PIXELS * 2 ** camera.zoom;
  const centerX = left + (size.width - left) / 2;
  const centerY = top + (size.height - top - bottom) / 2;
  return {
    size,
    camera,
    left: centerX - (camera.center.lon / 360 + 0.5) * worldPixels,
    top: centerY - toWorldY(camera.center.lat) * worldPixels,
    worldPixels,
  };
}

/** The pixel of a place, on the copy of the world that is closest to the centre. */
export function projectOnOpeningView(
  { camera, left, top, worldPixels }: OpeningView,
  at: LatLon,
): { x: number; y: number } {
  const { lat, lon } = moveToNearestCopy(at, camera.center.lon);
  return { x: left + (lon / 360 + 0.5) * worldPixels, y: top + toWorldY(lat) * worldPixels };
}

/** The place at a point of the map. */
export function unprojectOpeningView(
  { left, top, worldPixels }: OpeningView,
  { offsetX, offsetY }: { offsetX: number; offsetY: number },
): LatLon {
  const turns = (offsetX - left) / worldPixels;
  return {
    lat: toLatitude((offsetY - top) / worldPixels),
    lon: (turns - Math.floor(turns)) * 360 - 180,
  };
}

/** Left edges of the copies of the world in view. */
export function listWorldCopies({ left, worldPixels, size }: OpeningView): number[] {
  const first = Math.floor(-left / worldPixels);
  const last = Math.floor((size.width - left) / worldPixels);
  return Array.from({ length: last - first + 1 }, (_, i) => left + (first + i) * worldPixels);
}

/** The tiles that the map library requests for the view. A tile that is visible on two copies of the world is in the list twice. */
export function listTilesInView(view: OpeningView): PlacedTile[] {
  const { camera, left, top, worldPixels, size } = view;
  const zoom = Math.max(0, Math.floor(camera.zoom));
  const count = 2 ** zoom;
  const sizePx = worldPixels / count;
  const tiles: PlacedTile[] = [];
  const lastRow = Math.min(count - 1, Math.floor((size.height - top) / sizePx));
  const lastColumn = Math.floor((size.width - left) / sizePx);
  for (let y = Math.max(0, Math.floor(-top / sizePx)); y <= lastRow; y++)
    for (let column = Math.floor(-left / sizePx); column <= lastColumn; column++)
      tiles.push({
        zoom,
        x: ((column % count) + count) % count,
        y,
        left: left + column * sizePx,
        top: top + y * sizePx,
        sizePx,
      });
  return tiles;
}
