/** Downloads the byte ranges of the base map archive that an area needs, under the same cache keys as the map. */
import { findTile, type Header, PMTiles, type RangeResponse, type Source, zxyToTileId } from 'pmtiles';
import { buildRangeCacheKey } from '../../blocks/device/cache-names.ts';
import type { Tile } from './tile-coverage.ts';

const getArchiveUrl = (): string =>
  new URL(`${import.meta.env.BASE_URL}map/world.pmtiles`, document.baseURI).href;

/** Fetches byte ranges and stores their responses. */
class RecordingSource implements Source {
  readonly responses = new Map<string, Response>();
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  getKey(): string {
    return getArchiveUrl();
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    const response = await fetch(getArchiveUrl(), { headers: { range }, signal: this.#signal });
    if (response.status !== 206) throw new Error(`range of the base map: status ${response.status}`);
    const data = await response.arrayBuffer();
    const etag = response.headers.get('etag') ?? undefined;
    this.responses.set(
      buildRangeCacheKey(getArchiveUrl(), range),
      new Response(data, { headers: response.headers }),
    );
    return { data, ...(etag === undefined ? {} : { etag }) };
  }
}

export interface BaseMapDownload {
  /** Bytes to fetch. */
  bytes: number;
  rangeCount: number;
  /** @returns the responses by cache key */
  fetch: (onOne: () => void) => Promise<ReadonlyMap<string, Response>>;
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
export async function planBaseMapDownload(
  tilesAtZoom: (maxZoom: number) => Tile[],
  signal: AbortSignal,
): Promise<BaseMapDownload> {
  const source = new RecordingSource(signal);
  const archive = new PMTiles(source);
  const header = await archive.getHeader();
  const lengthByOffset = new Map<number, number>();
  for (const tile of tilesAtZoom(header.maxZoom)) {
    const place = await findTileRange(archive, header, tile);
    if (place) lengthByOffset.set(place.offset, place.length);
  }
  return {
    bytes: [...lengthByOffset.values()].reduce((sum, it) => sum + it, 0),
    rangeCount: lengthByOffset.size,
    fetch: async (onOne) => {
      for (const [offset, length] of lengthByOffset) {
        await source.getBytes(offset, length);
        onOne();
      }
      return source.responses;
    },
  };
}
