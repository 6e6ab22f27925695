import type { BaseLayer } from '@waypost/contract/settings/map-keys';
import type { Bounds, LatLon, MapInsets } from '../map-types.ts';

interface Size {
  width: number;
  height: number;
}

interface Camera {
  center: LatLon;
  zoom: number;
}

/** Width and height in pixels of the world at zoom 0. */
const WORLD_PIXELS = 512;
/** Room around a fitted box for pins and for the buttons at the sides, in pixels. */
const FREE_PADDING = { top: 72, bottom: 64, left: 72, right: 72 };

const toMercatorY = (latitude: number) => Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);

/** The longer side of a box on the screen, in pixels. */
export function computeSizePx(zoom: number, bounds: Bounds): number {
  const [west, south, east, north] = unwrapBounds(bounds);
  const fraction = Math.max((east - west) / 360, toMercatorY(north) - toMercatorY(south));
  return fraction * WORLD_PIXELS * 2 ** zoom;
}

/**
 * Padding that keeps a fitted box in the free part of the map: off the edges and the buttons. On a small map it is reduced to a
 * quarter of the free size at each side.
 * @param covered pixels at the edges that something covers; the library adds them itself
 */
export function computeFreePadding(
  { width, height }: Size,
  covered: { top?: number; bottom?: number; left?: number; right?: number },
) {
  const freeWidth = width - (covered.left ?? 0) - (covered.right ?? 0);
  const freeHeight = height - (covered.top ?? 0) - (covered.bottom ?? 0);
  return {
    top: Math.min(FREE_PADDING.top, freeHeight / 4),
    bottom: Math.min(FREE_PADDING.bottom, freeHeight / 4),
    left: Math.min(FREE_PADDING.left, freeWidth / 4),
    right: Math.min(FREE_PADDING.right, freeWidth / 4),
  };
}

/** Room that a fitted box keeps at the sides where leaving out Antarctica needs a higher zoom: half a cluster. */
const MIN_SIDE_PADDING = 32;

/** The highest zoom for a fitted box: the surroundings of a single post stay visible. */
const getMaxFitZoom = (baseLayer: BaseLayer) => (baseLayer === 'embedded' ? 10 : 15);

/** North of Antarctica: a map of the world that starts here has no empty lower third. */
const ANTARCTIC_LATITUDE = -60;

/** Position from the top of the world, 0 to 1. */
const toWorldY = (latitude: number) => 0.5 - toMercatorY(latitude);
const toLatitude = (worldY: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * worldY))) * 180) / Math.PI;

/** Zoom at which a fraction of the world is as long as a number of pixels. */
const zoomToFit = (pixels: number, fraction: number) => Math.log2(pixels / (WORLD_PIXELS * fraction));

/** Pixels of the part of the map that nothing covers. */
const computeFreeSize = (size: Size, covered: ReturnType<typeof toPadding>): Size => ({
  width: Math.max(1, size.width - covered.left - covered.right),
  height: Math.max(1, size.height - covered.top - covered.bottom),
});

/** The lowest zoom: the world is as high as the free part, or as wide where that is narrower than high. */
const computeMinZoom = ({ width, height }: Size) =>
  Math.min(Math.max(0, zoomToFit(height, 1)), zoomToFit(width, 1));

/** The nearest position of the centre at which the map shows nothing beyond the poles, or the whole world if that is lower. */
const limitCenterY = (worldY: number, halfHeight: number) =>
  Math.max(Math.min(halfHeight, 1 - halfHeight), Math.min(worldY, Math.max(halfHeight, 1 - halfHeight)));

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
  const free = computeFreeSize(size, toPadding(insets));
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
export function fitCamera(bounds: Bounds, size: Size, insets: MapInsets, baseLayer: BaseLayer): Camera {
  const [west, south, east, north] = unwrapBounds(bounds);
  const covered = toPadding(insets);
  const padding = computeFreePadding(size, covered);
  const { width, height } = computeFreeSize(size, covered);
  const [top, bottom] = [toWorldY(north), toWorldY(south)];
  const widthFraction = (east - west) / 360;
  const fitZoom = Math.min(
    getMaxFitZoom(baseLayer),
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
  const centerY =
    halfHeight * 2 > lowerEdge
      ? limitCenterY(lowerEdge / 2, halfHeight)
      : Math.max(halfHeight, Math.min(middle, lowerEdge - halfHeight));
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
