import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';

const SOURCE = 'antarctica';

/** Northern limit of Antarctica: a map of the world that ends here has no empty lower third. */
export const ANTARCTIC_LATITUDE = -60;

/** The part of the world south of 60 degrees south. */
export function createAntarcticaSource(): Record<string, SourceSpecification> {
  const [south, north] = [-85.06, ANTARCTIC_LATITUDE];
  const ring = [
    [-180, south],
    [180, south],
    [180, north],
    [-180, north],
    [-180, south],
  ];
  return { [SOURCE]: { type: 'geojson', data: { type: 'Polygon', coordinates: [ring] } } };
}

/**
 * Sea over Antarctica, for every base map, while the map is higher than the rest of the world.
 * @param maxZoom zoom from which Antarctica is visible: see `computeAntarcticaZoom`
 */
export function buildAntarcticaCover(sea: string, maxZoom: number): LayerSpecification[] {
  if (maxZoom <= 0) return [];
  const paint = { 'fill-color': sea, 'fill-antialias': false };
  return [{ id: 'antarctica-cover', type: 'fill', source: SOURCE, maxzoom: maxZoom, paint }];
}
