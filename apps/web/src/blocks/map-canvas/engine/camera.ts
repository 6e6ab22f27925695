import { type BaseLayer, isOwnMap } from '@waypost/contract/settings/base-layers';
import { isInArchive } from '../archives/archive-box.ts';
import type { ArchiveLayer } from '../archives/archive-layer.ts';
import type { Bounds, LatLon, MapInsets } from '../map-types.ts';
import { ANTARCTIC_LATITUDE } from '../style/antarctica.ts';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** What a map shows. */
export interface Camera {
  center: LatLon;
  zoom: number;
}

/** Width and height in pixels of the world at zoom 0. */
export const WORLD_PIXELS = 512;
/** The highest zoom of every map. */
export const MAX_ZOOM = 18;
const toMercatorY = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The longer side of a box on the screen, in pixels. */
export function computeSizePx(zoom: number, bounds: Bounds): number {
  const [west, south, east, north] = unwrapBounds(bounds);
  const fraction = Math.max((east - west) / 360, toMercatorY(north) - toMercatorY(south));
  return fraction * WORLD_PIXELS * 2 ** zoom;
}

/** On a very small map the box of a cluster may not fit at a higher zoom, but the cluster must open. */
const MIN_ZOOM_STEP = 1;
/** Size on the screen of the cells in which the server clusters posts. */
const CELL_PIXELS = 64;

/** Whether posts in a box stay one cluster of the server at the highest zoom. */
export const isOneCell = (bounds: Bounds, maxZoom: number): boolean =>
  computeSizePx(maxZoom, bounds) <= CELL_PIXELS;

/** Pixels at the edges of the map that something covers. */
interface CoveredEdges {
  top?: number;
  bottom?: number;
  left?: number;
  right?: number;
}

/** Pixels of the part of the map that nothing covers. */
const computeFreeSize = (
  { width, height }: Size,
  { top = 0, bottom = 0, left = 0, right = 0 }: CoveredEdges,
): Size => ({ width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) });

/**
 * Padding that keeps a fitted box in the free part of the map: off the edges, with room for pins and for the buttons at the sides. On a
 * small map it is reduced to a quarter of the free size at each side.
 * @param covered edges whose padding the library adds itself
 */
export function computeFreePadding(size: Size, covered: CoveredEdges) {
  const { width, height } = computeFreeSize(size, covered);
  const side = Math.min(72, width / 4);
  return { top: Math.min(72, height / 4), bottom: Math.min(64, height / 4), left: side, right: side };
}

/** Room that a fitted box keeps at the sides where leaving out Antarctica needs a higher zoom: half a cluster. */
const MIN_SIDE_PADDING = 32;

/** What the map draws, which decides how far it zooms in. */
export interface MapDetail {
  baseLayer: BaseLayer;
  archives: { layers: readonly Pick<ArchiveLayer, 'bounds'>[] } | null;
}

/** The highest zoom for a fitted box: the surroundings of a single post stay visible. The world map has no streets. */
const getMaxFitZoom = ({ baseLayer, archives }: MapDetail, center: LatLon) =>
  isOwnMap(baseLayer) && !isInArchive(archives?.layers ?? [], center) ? 10 : 15;

/** Position from the top of the world, 0 to 1. */
export const toWorldY = (latitude: number) => 0.5 - toMercatorY(latitude);
/** The latitude at a position from the top of the world. */
export const toLatitude = (worldY: number) =>
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldY))) * 180) / Math.PI;

/** Zoom at which a fraction of the world is as long as a number of pixels. */
const zoomToFit = (pixels: number, fraction: number) => Math.log2(pixels / (WORLD_PIXELS * fraction));

/** The lowest zoom: the world is as high as the free part, or as wide where that is narrower than high. */
const computeMinZoom = ({ width, height }: Size) =>
  Math.min(Math.max(0, zoomToFit(height, 1)), zoomToFit(width, 1));

/** The zoom from which the world without Antarctica is as high as the map. Below, a map of it would show Antarctica, too. */
export const computeAntarcticaZoom = (height: number): number =>
  zoomToFit(height, toWorldY(ANTARCTIC_LATITUDE));

/** The nearest position of the centre at which the map shows nothing beyond the poles, or the whole world if that is lower. */
const limitCenterY = (worldY: number, halfHeight: number) => {
  const low = Math.min(halfHeight, 1 - halfHeight);
  return Math.max(low, Math.min(worldY, 1 - low));
};

/**
 * The nearest view in which the map shows no more than the world from pole to pole. In a narrow map the world may be lower than the
 * map, so that reports of all continents fit: beside the panel on a tablet, and on a phone.
 */
export function constrainCamera(
  { center, zoom }: Camera,
  size: Size,
  insets: MapInsets,
  maxZoom: number,
): Camera {
  const free = computeFreeSize(size, insets);
  const allowedZoom = Math.min(maxZoom, Math.max(computeMinZoom(free), zoom));
  const halfHeight = free.height / 2 / (WORLD_PIXELS * 2 ** allowedZoom);
  const worldY = toWorldY(center.lat);
  const allowedY = limitCenterY(worldY, halfHeight);
  const lat = allowedY === worldY ? center.lat : toLatitude(allowedY);
  return { center: { lat, lon: center.lon }, zoom: allowedZoom };
}

/**
 * The view that shows a whole box in the free part of the map. Antarctica stays outside, unless the box reaches it, as far as the
 * whole box remains in view: on a tall screen, that needs a higher zoom than the box does.
 * @param size of the map in pixels, with the parts that `insets` covers
 */
export function fitCamera(bounds: Bounds, size: Size, insets: MapInsets, detail: MapDetail): Camera {
  const [west, south, east, north] = unwrapBounds(bounds);
  const center = { lat: (south + north) / 2, lon: (west + east) / 2 };
  return fitBox(bounds, size, insets, getMaxFitZoom(detail, center));
}

/** The view into a cluster: its box, at least one step deeper than now. */
export function fitCluster(bounds: Bounds, size: Size, insets: MapInsets, zoom: number): Camera {
  const camera = fitBox(bounds, size, insets, MAX_ZOOM);
  return { ...camera, zoom: Math.min(MAX_ZOOM, Math.max(camera.zoom, zoom + MIN_ZOOM_STEP)) };
}

function fitBox(bounds: Bounds, size: Size, insets: MapInsets, maxZoom: number): Camera {
  const [west, south, east, north] = unwrapBounds(bounds);
  const padding = computeFreePadding(size, insets);
  const { width, height } = computeFreeSize(size, insets);
  const [top, bottom] = [toWorldY(north), toWorldY(south)];
  const widthFraction = (east - west) / 360;
  const fitZoom = Math.min(
    maxZoom,
    zoomToFit(width - padding.left - padding.right, widthFraction),
    zoomToFit(height - padding.top - padding.bottom, bottom - top),
  );
  const lowerEdge = south > ANTARCTIC_LATITUDE ? toWorldY(ANTARCTIC_LATITUDE) : 1;
  const zoomOfWholeBox = zoomToFit(Math.max(1, width - 2 * MIN_SIDE_PADDING), widthFraction);
  const zoom = Math.max(
    computeMinZoom({ width, height }),
    fitZoom,
    Math.min(zoomToFit(height, lowerEdge), zoomOfWholeBox),
  );
  const worldPixels = WORLD_PIXELS * 2 ** zoom;
  const middle = (top + bottom) / 2 - (padding.top - padding.bottom) / 2 / worldPixels;
  const halfHeight = height / 2 / worldPixels;
  // Where the map is higher than the world without Antarctica, that is centred.
  const half = Math.min(halfHeight, lowerEdge / 2);
  const centerY = limitCenterY(Math.max(half, Math.min(middle, lowerEdge - half)), halfHeight);
  const lon = (west + east) / 2;
  return { center: { lat: toLatitude(centerY), lon: lon > 180 ? lon - 360 : lon }, zoom };
}

/** Bounds over the antimeridian get an east beyond 180 degrees, as the map library expects. */
export function unwrapBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [west, south, east < west ? east + 360 : east, north];
}

/** Bounds as the API expects them: longitudes within 180, the whole world if it is visible more than once. */
export function wrapBounds([west, south, east, north]: Bounds): Bounds {
  if (east - west >= 360) return [-180, south, 180, north];
  const wrap = (lon: number) => lon - 360 * Math.floor((lon + 180) / 360);
  return [wrap(west), south, wrap(east), north];
}

/** A place on the copy of the world that is closest to the centre of the view, beyond 180 degrees where the view crosses that line. */
export const moveToNearestCopy = ({ lat, lon }: LatLon, centerLon: number): LatLon => ({
  lat,
  lon: lon + 360 * Math.round((centerLon - lon) / 360),
});

/** The insets as padding of the map library. */
export function toPadding({ top = 0, bottom = 0, left = 0 }: MapInsets) {
  return { top, bottom, left, right: 0 };
}
