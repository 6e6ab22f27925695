import type { BaseLayer } from '@waypost/contract/settings/map-keys';
import type { Bounds, InitialView, MapInsets } from '../map-types.ts';

/** How bounds are fitted into the view; the maximum zoom keeps the surroundings of a single post visible. */
export const buildFitOptions = (baseLayer: BaseLayer) => ({
  padding: 48,
  maxZoom: baseLayer === 'embedded' ? 10 : 15,
});

/** The initial view as options of the map library. */
export function buildCameraOptions(view: InitialView, baseLayer: BaseLayer) {
  if ('bounds' in view)
    return { bounds: unwrapBounds(view.bounds), fitBoundsOptions: buildFitOptions(baseLayer) };
  return { center: view.center, zoom: view.zoom };
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
