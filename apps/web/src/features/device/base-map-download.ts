/** Downloads the byte ranges of the base map and of map archives that an area needs, under the same cache keys as the map. */
import { findTile, type Header, PMTiles, type RangeResponse, type Source, zxyToTileId } from 'pmtiles';
import { getAuthorizationHeader } from '../../api/tokens.ts';
import { type Bounds, intersectBounds } from '../../blocks/device/area-bounds.ts';
import { buildArchiveRangeCacheKey, buildRangeCacheKey } from '../../blocks/device/cache-names.ts';
import { type ArchiveLayer, buildArchiveFileUrl } from '../../blocks/map-canvas/archives/archive-layer.ts';
import { listTilesUpToZoom, type Tile } from './tile-coverage.ts';

/** A PMTiles file, and how its ranges are requested and kept. */
interface ArchiveFile {
  url: string;
  buildCacheKey: (url: string, range: string) => string;
  /** Read before each request: the token may have changed. */
  getHeaders: () => Record<string, string>;
}

const getBaseMap = (): ArchiveFile => ({
  url: new URL(`${import.meta.env.BASE_URL}map/world.pmtiles`, document.baseURI).href,
  buildCacheKey: buildRangeCacheKey,
  getHeaders: () => ({}),
});

const toArchiveFile = (layer: ArchiveLayer): ArchiveFile => ({
  url: new URL(buildArchiveFileUrl(layer), document.baseURI).href,
  buildCacheKey: buildArchiveRangeCacheKey,
  getHeaders: getAuthorizationHeader,
});

/** Fetches byte ranges and stores their responses. */
class RecordingSource implements Source {
  readonly responses = new Map<string, Response>();
  /** Of all responses. */
  bytes = 0;
  readonly #file: ArchiveFile;
  readonly #signal: AbortSignal;

  constructor(file: ArchiveFile, signal: AbortSignal) {
    this.#file = file;
    this.#signal = signal;
  }

  getKey(): string {
    return this.#file.url;
  }

  async getBytes(offset: number, length: number, signal = this.#signal): Promise<RangeResponse> {
    const { url, buildCacheKey, getHeaders } = this.#file;
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await fetch(url, { headers: { ...getHeaders(), range }, signal });
    if (response.status !== 206) throw new Error(`range of a map: status ${response.status}`);
    const data = await response.arrayBuffer();
    this.bytes += data.byteLength;
    const etag = response.headers.get('etag') ?? undefined;
    this.responses.set(buildCacheKey(url, range), new Response(data, { headers: response.headers }));
    return { data, ...(etag === undefined ? {} : { etag }) };
  }
}

/** What an area needs of a map. */
export interface MapDownload {
  /** Bytes to keep: tiles, and the directories that lead to them. */
  bytes: number;
  rangeCount: number;
  /** @returns the responses by cache key */
  fetch: (onOne: () => void, signal: AbortSignal) => Promise<ReadonlyMap<string, Response>>;
}

/** Depth of nested directories, as in the library. */
const maxDirectoryDepth = 4;

async function findTileRange(archive: PMTiles, header: Header, { z, x, y }: Tile) {
  const id = zxyToTileId(z, x, y);
  let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
  for (let depth = 0; depth < maxDirectoryDepth; depth++) {
    const entries = await archive.cache.getDirectory(archive.source, offset, length, header);
    const entry = findTile(entries, id);
    if (!entry) return undefined;
    if (entry.runLength > 0) return { offset: header.tileDataOffset + entry.offset, length: entry.length };
    [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
  }
  return undefined;
}

/** Computes the size of the tiles from the directories of the archive, without fetching tiles. */
async function planDownload(
  file: ArchiveFile,
  tilesAtZoom: (maxZoom: number) => Tile[],
  signal: AbortSignal,
): Promise<MapDownload> {
  const source = new RecordingSource(file, signal);
  const archive = new PMTiles(source);
  const header = await archive.getHeader();
  const lengthByOffset = new Map<number, number>();
  for (const tile of tilesAtZoom(header.maxZoom)) {
    const place = await findTileRange(archive, header, tile);
    if (place) lengthByOffset.set(place.offset, place.length);
  }
  return {
    bytes: [...lengthByOffset.values()].reduce((sum, it) => sum + it, source.bytes),
    rangeCount: lengthByOffset.size,
    fetch: async (onOne, signal) => {
      for (const [offset, length] of lengthByOffset) {
        await source.getBytes(offset, length, signal);
        onOne();
      }
      return source.responses;
    },
  };
}

/** The tiles of the world map. */
export const planBaseMapDownload = (bounds: Bounds, signal: AbortSignal): Promise<MapDownload> =>
  planDownload(getBaseMap(), (maxZoom) => listTilesUpToZoom(bounds, maxZoom), signal);

/** Tiles of one archive: of larger areas, the deepest zooms are left out. */
const maxArchiveTiles = 5000;

/** The tiles of the map archives in the area. */
export function planArchiveDownloads(
  layers: readonly ArchiveLayer[],
  bounds: Bounds,
  signal: AbortSignal,
): Promise<MapDownload[]> {
  const downloads = layers.flatMap((layer) => {
    const inside = intersectBounds(bounds, layer.bounds);
    if (!inside) return [];
    const listTiles = (maxZoom: number) => listTilesUpToZoom(inside, maxZoom, maxArchiveTiles);
    return [planDownload(toArchiveFile(layer), listTiles, signal)];
  });
  return Promise.all(downloads);
}
