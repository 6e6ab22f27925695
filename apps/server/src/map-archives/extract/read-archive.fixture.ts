/** Reads maps that were made from extracts. */
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { isGroundUnknown } from '@waypost/contract/map-archives/unknown-ground';
import { PbfReader } from 'pbf';
import { PMTiles } from 'pmtiles';
import type { startArchiveApp } from '../map-archives.fixture.ts';

/** Opens the map as a browser does. */
export async function openArchive(
  { fetchFile }: Awaited<ReturnType<typeof startArchiveApp>>,
  id: number,
): Promise<PMTiles> {
  const { rawPayload } = await fetchFile(id);
  return new PMTiles({
    getKey: () => String(id),
    getBytes: async (offset, length) => ({
      data: new Uint8Array(rawPayload.subarray(offset, offset + length)).buffer,
    }),
  });
}

const toTile = (longitude: number, latitude: number, z: number) => {
  const y = 0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI);
  return [Math.floor(((longitude + 180) / 360) * 2 ** z), Math.floor(y * 2 ** z)] as const;
};

/** The features of a layer in the tile at a place. */
export async function readFeatures(map: PMTiles, layer: string, longitude: number, latitude: number, z = 14) {
  const [x, y] = toTile(longitude, latitude, z);
  const tile = await map.getZxy(z, x, y);
  if (!tile) return [];
  const content = new VectorTile(new PbfReader(new Uint8Array(tile.data))).layers[layer];
  return Array.from({ length: content?.length ?? 0 }, (_, index) => content?.feature(index)).filter(
    (feature): feature is VectorTileFeature => feature !== undefined,
  );
}

/** Whether a place of a tile is covered by a polygon: holes run the other way around. */
export function covers(
  features: readonly VectorTileFeature[],
  longitude: number,
  latitude: number,
  z = 14,
): boolean {
  const world = 4096 * 2 ** z;
  const [tileX, tileY] = toTile(longitude, latitude, z);
  const x = ((longitude + 180) / 360) * world - tileX * 4096;
  const y = (0.5 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / (2 * Math.PI)) * world - tileY * 4096;
  const rings = features.filter(({ type }) => type === 3).flatMap((feature) => feature.loadGeometry());
  const crossings = rings.map(
    (ring) =>
      ring.slice(1).filter((to, index) => {
        const from = ring[index] ?? to;
        return from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x;
      }).length,
  );
  return crossings.reduce((sum, count) => sum + count, 0) % 2 === 1;
}

/** Whether a tile is there, and whether it says that land and sea are unknown in it. */
export async function readGround(map: PMTiles, [longitude, latitude]: Place, z = 14) {
  const tile = await map.getZxy(z, ...toTile(longitude, latitude, z));
  if (!tile) return 'none';
  return isGroundUnknown(new Uint8Array(tile.data)) ? 'unknown' : 'known';
}

/** Longitude and latitude. */
export type Place = readonly [longitude: number, latitude: number];
