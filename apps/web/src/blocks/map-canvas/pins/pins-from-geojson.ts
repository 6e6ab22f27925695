import type { LatLon, PinGeometry, PostFeatureCollection } from '../map-types.ts';
import { toPinColor } from './pin-color.ts';

/** One point on the map; a post with several places has several. */
export interface PinFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [lon: number, lat: number] };
  properties: { id: number; title: string; color: string };
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
    const { id, title } = post.properties;
    const properties = { id, title: title ?? '', color: toPinColor(post.properties['marker-color']) };
    return listPoints(post.geometry).map(
      ({ lon, lat }): PinFeature => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties,
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
