/** Loads tiles of map archives by byte ranges, with the token of the session. */
import { addProtocol, type RequestParameters } from 'maplibre-gl';
import { FetchSource, type Header, PMTiles, SharedPromiseCache, type Source } from 'pmtiles';
import { getAuthorizationHeader } from '../../../api/tokens.ts';
import type { Bounds } from '../map-types.ts';
import { type ArchiveLayer, archiveScheme, buildArchiveFileUrl } from './archive-layer.ts';
import { addGround } from './ground-layer.ts';

/** Directories of all archives that are kept in memory. */
const MAX_DIRECTORIES = 200;

class ArchiveSource extends FetchSource {
  readonly #key: string;

  constructor(archive: Pick<ArchiveLayer, 'id' | 'key'>) {
    super(buildArchiveFileUrl(archive));
    this.#key = archive.key;
  }

  override getKey(): string {
    return this.#key;
  }

  override getBytes(...request: Parameters<FetchSource['getBytes']>): ReturnType<FetchSource['getBytes']> {
    // The token may have changed since the last request.
    this.setHeaders(new Headers(getAuthorizationHeader()));
    return super.getBytes(...request);
  }
}

/** Forgets what could not be loaded, which the library would keep until the page is loaded again: there may be a network later. */
class DirectoryCache extends SharedPromiseCache {
  override getHeader(source: Source): Promise<Header> {
    return super.getHeader(source).catch((error: unknown) => {
      this.cache.delete(source.getKey());
      throw error;
    });
  }

  override getDirectory(...request: Parameters<SharedPromiseCache['getDirectory']>) {
    const [source, offset, length, { etag = '' }] = request;
    return super.getDirectory(...request).catch((error: unknown) => {
      this.cache.delete([source.getKey(), etag, offset, length].join('|'));
      throw error;
    });
  }
}

interface OpenArchive {
  tiles: PMTiles;
  bounds: Bounds;
  isVector: boolean;
}

const directories = new DirectoryCache(MAX_DIRECTORIES);
const archivesByKey = new Map<string, OpenArchive>();

/** Makes the tiles of archives available to the map library. */
export function openArchives(archives: readonly ArchiveLayer[]): void {
  for (const archive of archives)
    archivesByKey.set(archive.key, {
      tiles: archivesByKey.get(archive.key)?.tiles ?? new PMTiles(new ArchiveSource(archive), directories),
      bounds: archive.bounds,
      isVector: archive.schema !== 'raster',
    });
}

/** What the map library takes for a tile. */
type TileData = ArrayBuffer | ImageBitmap;

/** A tile that the archive lacks: the world map is visible there. */
const createEmptyTile = async (isVector: boolean): Promise<TileData> =>
  isVector ? new ArrayBuffer(0) : createImageBitmap(new ImageData(1, 1));

async function loadTile(
  { url }: RequestParameters,
  { signal }: AbortController,
): Promise<{ data: TileData }> {
  const [, key = '', ...numbers] = /:\/\/([^/]+)\/(\d+)\/(\d+)\/(\d+)/.exec(url) ?? [];
  const [z = 0, x = 0, y = 0] = numbers.map(Number);
  const archive = archivesByKey.get(key);
  if (!archive) return { data: await createEmptyTile(true) };
  const tile = await archive.tiles.getZxy(z, x, y, signal);
  if (!tile) return { data: await createEmptyTile(archive.isVector) };
  const { isVector, bounds } = archive;
  return { data: isVector ? addGround(tile.data, bounds, { z, x, y }) : tile.data };
}

addProtocol(archiveScheme, loadTile);
