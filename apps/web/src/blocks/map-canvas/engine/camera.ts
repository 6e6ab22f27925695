import type { BaseLayer } from '@waypost/contract/settings/settings';
import type { Bounds, InitialView, MapInsets } from '../map-types.ts';

/** How a box is brought into view: not so near that one post alone has nothing around it. */
export const buildFitOptions = (baseLayer: BaseLayer) => ({
  padding: 48,
  maxZoom: baseLayer === 'embedded' ? 10 : 15,
});

/** The opening view in the words of the map library. */
export function buildCameraOptions(view: InitialView, baseLayer: BaseLayer) {
  if ('bounds' in view)
    return { bounds: unwrapBounds(view.bounds), fitBoundsOptions: buildFitOptions(baseLayer) };
  return { center: view.center, zoom: view.zoom };
}

/** A box over the antimeridian has its east beyond 180 degrees, so that it is not turned inside out. */
export function unwrapBounds([west, south, east, north]: Bounds): [number, number, number, number] {
  return [west, south, east < west ? east + 360 : east, north];
}

/** The box as the wire wants it: longitudes within 180, the whole world when it is seen more than once. */
export function wrapBounds([west, south, east, north]: Bounds): Bounds {
  if (east - west >= 360) return [-180, south, 180, north];
  const wrap = (lon: number) => lon - 360 * Math.floor((lon + 180) / 360);
  return [wrap(west), south, wrap(east), north];
}

export function toPadding({ top = 0, bottom = 0, left = 0 }: MapInsets) {
  return { top, bottom, left, right: 0 };
}
