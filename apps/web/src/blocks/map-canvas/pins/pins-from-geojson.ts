import type { LatLon, PinGeometry, PostFeatureCollection } from '../map-types.ts';
import { toPinColor } from './pin-color.ts';

/** One point on the map; a post with several places has several. */
export interface PinFeature {
  type: 'Feature';
  geometry: { type: 'Point'; coordinates: [lon: number, lat: number] };
  properties: { id: number; title: string; color: string };
}

export interface PinFeatures {
  type: 'FeatureCollection';
  features: PinFeature[];
}

/**
 * Takes the geometry collections of the wire apart into points, because only points can be clustered.
 * Lines and areas have no pin. A coordinate that is not a place on earth is left out.
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
