/** GeoJSON of layers as this site serves it (decision 84): features with a place and plain properties. */
import type { Bounds, LatLon } from '../map-types.ts';

type Coordinates = readonly number[] | readonly Coordinates[];
type Geometry =
  | { type: 'GeometryCollection'; geometries: readonly Geometry[] }
  | { type: string; coordinates: Coordinates };

/** A plain value of a property. */
export type LayerValue = string | number | boolean;

/** A feature. */
export interface LayerFeature {
  geometry: Geometry;
  properties: Readonly<Record<string, LayerValue>>;
}

/** The content of a layer. */
export interface LayerData {
  features: readonly LayerFeature[];
}

function extendBounds(coordinates: Coordinates, bounds: [number, number, number, number]): void {
  const [first, second] = coordinates;
  if (typeof first === 'number' && typeof second === 'number') {
    bounds[0] = Math.min(bounds[0], first);
    bounds[1] = Math.min(bounds[1], second);
    bounds[2] = Math.max(bounds[2], first);
    bounds[3] = Math.max(bounds[3], second);
  } else for (const member of coordinates as readonly Coordinates[]) extendBounds(member, bounds);
}

function extendByGeometry(geometry: Geometry, bounds: [number, number, number, number]): void {
  if ('geometries' in geometry) for (const member of geometry.geometries) extendByGeometry(member, bounds);
  else extendBounds(geometry.coordinates, bounds);
}

/** The box of a feature. */
export function findFeatureBounds({ geometry }: LayerFeature): Bounds {
  const bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  extendByGeometry(geometry, bounds);
  return bounds;
}

/** A feature in view. */
export interface FeatureInView {
  index: number;
  feature: LayerFeature;
  /** The center of the part of its box that is in view. */
  at: LatLon;
}

/** The first features of a layer whose box is in view, and whether there are more. */
export function listFeaturesInView(
  { features }: LayerData,
  [west, south, east, north]: Bounds,
  limit: number,
): { features: FeatureInView[]; hasMore: boolean } {
  const found: FeatureInView[] = [];
  for (const [index, feature] of features.entries()) {
    const [left, bottom, right, top] = findFeatureBounds(feature);
    if (left > east || right < west || bottom > north || top < south) continue;
    if (found.length === limit) return { features: found, hasMore: true };
    const lat = (Math.max(bottom, south) + Math.min(top, north)) / 2;
    const lon = (Math.max(left, west) + Math.min(right, east)) / 2;
    found.push({ index, feature, at: { lat, lon } });
  }
  return { features: found, hasMore: false };
}

const nameKeys = ['name', 'title', 'label', 'nom', 'nombre', 'nome'];

/** The property that names a feature; undefined if it has none. */
export function findFeatureName({ properties }: LayerFeature): string | undefined {
  const named = nameKeys.flatMap((key) =>
    Object.entries(properties).filter(([name]) => name.toLowerCase() === key),
  );
  const [, value] = named.find(([, it]) => typeof it === 'string' && it.trim() !== '') ?? [];
  return value === undefined ? undefined : String(value);
}
