import { toWorldLength } from '@waypost/survey-logic/world-length';
import type { LatLon, PinGeometry, PostFeatureCollection } from '../map-types.ts';
import { toPinColor } from './pin-color.ts';

/** One point on the map; a post with several places has several. */
export interface PinFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [lon: number, lat: number] };
  /** `area` of an approximate place: its radius as in the server's tiles. */
  properties: { id: number; title: string; color: string; area?: number };
}

/** GeoJSON of the pins. */
export interface PinFeatures {
  type: 'FeatureCollection';
  features: PinFeature[];
}

/**
 * Splits the geometry collections of the API into points, since only points can be clustered. Lines and areas get no pin.
 * Coordinates that are not on earth are left out.
 */
export function convertGeojsonToPins(posts: PostFeatureCollection): PinFeatures {
  const features = posts.features.flatMap((post) => {
    const { id, title, place_precision: precision } = post.properties;
    const properties = { id, title: title ?? '', color: toPinColor(post.properties['marker-color']) };
    return listPoints(post.geometry).map(
      ({ lon, lat }): PinFeature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { ...properties, ...(precision ? { area: toWorldLength(precision.radius, lat) } : {}) },
      }),
    );
  });
  return { type: 'FeatureCollection', features };
}

function listPoints(geometry: PinGeometry | null): LatLon[] {
  switch (geometry?.type) {
    case 'Point':
      return toPoint(geometry.coordinates);
    case 'MultiPoint':
      return geometry.coordinates.flatMap(toPoint);
    case 'GeometryCollection':
      return geometry.geometries.flatMap(listPoints);
    default:
      return [];
  }
}

function toPoint(coordinates: readonly number[]): LatLon[] {
  const [lon, lat] = coordinates;
  if (lon === undefined || lat === undefined) return [];
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 360 ? [{ lon, lat }] : [];
}
