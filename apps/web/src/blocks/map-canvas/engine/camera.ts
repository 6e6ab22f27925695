import type { BaseLayer } from '@waypost/contract/settings/map-keys';
import type { Bounds, LatLon, MapInsets } from '../map-types.ts';

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
  { width, height }: { width: number; height: number },
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

/**
 * The view that shows a whole box in the free part of the map. Antarctica stays outside, unless the box reaches it, as far as the
 * whole box remains in view: on a tall screen, that needs a higher zoom than the box does.
 * @param size of the map in pixels, with the parts that `insets` covers
 */
export function fitCamera(
  bounds: Bounds,
  size: { width: number; height: number },
  insets: MapInsets,
  baseLayer: BaseLayer,
): { center: LatLon; zoom: number } {
  const [west, south, east, north] = unwrapBounds(bounds);
  const covered = toPadding(insets);
  const padding = computeFreePadding(size, covered);
  const width = Math.max(1, size.width - covered.left);
  const height = Math.max(1, size.height - covered.top - covered.bottom);
  const [top, bottom] = [toWorldY(north), toWorldY(south)];
  const zoomToFit = (pixels: number, fraction: number) => Math.log2(pixels / (WORLD_PIXELS * fraction));
  const fitZoom = Math.min(
    getMaxFitZoom(baseLayer),
    zoomToFit(width - padding.left - padding.right, (east - west) / 360),
    zoomToFit(height - padding.top - padding.bottom, bottom - top),
  );
  const lowerEdge = south > ANTARCTIC_LATITUDE ? toWorldY(ANTARCTIC_LATITUDE) : 1;
  const zoomWithoutAntarctica = zoomToFit(height, lowerEdge);
  const zoomOfWholeBox = zoomToFit(Math.max(1, width - 2 * MIN_SIDE_PADDING), (east - west) / 360);
  // The library shows no more than the world from pole to pole: on a narrow screen a wide box never fits.
  const canShowWholeBox = zoomOfWholeBox >= zoomToFit(height, 1);
  const zoom = Math.max(
    0,
    fitZoom,
    canShowWholeBox ? Math.min(zoomWithoutAntarctica, zoomOfWholeBox) : zoomWithoutAntarctica,
  );
  const worldPixels = WORLD_PIXELS * 2 ** zoom;
  const middle = (top + bottom) / 2 - (padding.top - padding.bottom) / 2 / worldPixels;
  const halfHeight = height / 2 / worldPixels;
  const centerY = Math.max(halfHeight, Math.min(middle, lowerEdge - halfHeight));
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

/** The insets as padding of the map library. */
export function toPadding({ top = 0, bottom = 0, left = 0 }: MapInsets) {
  return { top, bottom, left, right: 0 };
}
