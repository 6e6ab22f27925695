import type { MapGeoJSONFeature } from 'maplibre-gl';
import type { Bounds, LatLon } from '../map-types.ts';

/** What is read of a feature of a pin layer. */
export type PinFeature = Pick<MapGeoJSONFeature, 'geometry' | 'properties' | 'id'>;

/** A rendered pin or cluster, independent of the kind of source. */
export type PinHit =
  | { kind: 'post'; key: string; at: LatLon; id: number; title: string; isApproximate: boolean }
  | {
      kind: 'cluster';
      key: string;
      at: LatLon;
      count: number;
      bounds: Bounds | null;
      /** Id in the map library; only for clusters made in the browser. */
      clusterId: number | null;
    };

/** Converts a feature of a pin layer; null for one that is neither a post nor a cluster. */
export function toPinHit(feature: PinFeature): PinHit | null {
  if (feature.geometry.type !== 'Point') return null;
  const [lon = 0, lat = 0] = feature.geometry.coordinates;
  const at = { lon, lat };
  const spot = `${lon.toFixed(5)},${lat.toFixed(5)}`;
  const { properties } = feature;
  const count = Number(properties['count'] ?? properties['point_count']);
  if (count > 0) {
    const clusterId = typeof properties['cluster_id'] === 'number' ? properties['cluster_id'] : null;
    return {
      kind: 'cluster',
      key: `cluster ${spot} ${count}`,
      at,
      count,
      bounds: readClusterBounds(properties),
      clusterId,
    };
  }
  const id = Number(properties['id'] ?? feature.id);
  if (!Number.isFinite(id)) return null;
  return {
    kind: 'post',
    key: `post ${id} ${spot}`,
    at,
    id,
    title: String(properties['title'] ?? ''),
    isApproximate: properties['area'] !== undefined,
  };
}

/** Converts features without duplicates (tiles overlap at their edges), from north to south, then west to east. */
export function uniqueHits(features: readonly PinFeature[]): PinHit[] {
  const hits = new Map<string, PinHit>();
  for (const feature of features) {
    const hit = toPinHit(feature);
    if (hit) hits.set(hit.key, hit);
  }
  return [...hits.values()].sort((a, b) => b.at.lat - a.at.lat || a.at.lon - b.at.lon);
}

/** The box around the posts of a server's cluster. */
function readClusterBounds({ w, s, e, n }: PinFeature['properties']): Bounds | null {
  const sides = [w, s, e, n].map(Number);
  return sides.every(Number.isFinite) ? (sides as unknown as Bounds) : null;
}
