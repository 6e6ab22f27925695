/** Reads what an archive says about itself, and checks every directory: what passes can be drawn. */
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { VectorTile } from '@mapbox/vector-tile';
import type { AttributionPart, MapArchiveSchema } from '@waypost/contract/map-archives/map-archives';
import { fileTypeFromBuffer } from 'file-type';
import { PbfReader } from 'pbf';
import {
  Compression,
  type Entry,
  type Header,
  ResolvedValueCache,
  readVarint,
  type Source,
  TileType,
} from 'pmtiles';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { checkHeader, headerBytes } from './check-header.ts';
import { detectSchema } from './detect-schema.ts';
import { readAttribution } from './read-attribution.ts';

/** Reads a part of the file. */
export type ReadPart = (offset: number, length: number) => Promise<Buffer>;

/** What is stored about an archive. */
export interface ArchiveFacts {
  schema: MapArchiveSchema;
  bounds: [west: number, south: number, east: number, north: number];
  min_zoom: number;
  max_zoom: number;
  attribution: AttributionPart[];
}

/** Levels of directories below the root, as readers follow them. */
const maxDirectoryDepth = 3;
/** Bytes after decompression. Directories are parsed in one go, which must not keep the server from answering. */
const maxBytes = { directory: 1_000_000, metadata: 10_000_000, tile: 8_000_000 };
/** Entries of a directory, of which the usual programs write some ten thousand, and of all directories together. */
const maxEntries = { directory: 100_000, archive: 30_000_000 };
const maxDirectories = 50_000;
/** Names of the pictures of tiles, as `file-type` has them. */
const pictureTypes = new Map([
  [TileType.Png, 'png'],
  [TileType.Jpeg, 'jpg'],
  [TileType.Webp, 'webp'],
  [TileType.Avif, 'avif'],
]);

const gunzipAsync = promisify(gunzip);

/** @throws when the content is larger than the limit */
async function decompress(bytes: Uint8Array, compression: Compression, maxLength: number): Promise<Buffer> {
  if (compression === Compression.Gzip) return gunzipAsync(bytes, { maxOutputLength: maxLength });
  if (bytes.length > maxLength) throw new ContentRefusal('archiveDamaged');
  return Buffer.from(bytes);
}

/** Decompresses a directory. @throws ContentRefusal when it has more entries than any program writes */
async function decompressDirectory(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  const directory = await decompress(new Uint8Array(bytes), compression, maxBytes.directory);
  if (readVarint({ buf: directory, pos: 0 }) > maxEntries.directory)
    throw new ContentRefusal('archiveDamaged');
  return toArrayBuffer(directory);
}

const toArrayBuffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** Number of tiles of all zooms up to one: tile ids are below it. */
const countTiles = (maxZoom: number) => (4 ** (maxZoom + 1) - 1) / 3;

/** Checks the entries of a directory. @returns those that lead to further directories */
function checkEntries(entries: readonly Entry[], header: Header): Entry[] {
  let nextId = 0;
  for (const { tileId, runLength, offset, length } of entries) {
    const end = runLength === 0 ? header.leafDirectoryLength : header.tileDataLength;
    const isInSection = offset >= 0 && length > 0 && offset + length <= (end ?? 0);
    const maxLength = runLength === 0 ? maxBytes.directory : maxBytes.tile;
    if (tileId < nextId || !isInSection || length > maxLength) throw new ContentRefusal('archiveDamaged');
    nextId = tileId + Math.max(1, runLength);
  }
  if (nextId > countTiles(header.maxZoom)) throw new ContentRefusal('archiveDamaged');
  return entries.filter(({ runLength }) => runLength === 0);
}

/** Reads all directories. @returns an entry of a tile @throws ContentRefusal for a directory that contains itself */
async function checkDirectories(
  readDirectory: (offset: number, length: number) => Promise<Entry[]>,
  header: Header,
) {
  const seen = new Set<number>();
  let entryCount = 0;
  let sample: Entry | undefined;
  const visit = async (offset: number, length: number, depth: number): Promise<void> => {
    const entries = await readDirectory(offset, length);
    entryCount += entries.length;
    if (seen.size > maxDirectories || entryCount > maxEntries.archive)
      throw new ContentRefusal('archiveDamaged');
    // Other requests are answered between two directories.
    await setImmediate();
    sample ??= entries.find(({ runLength }) => runLength > 0);
    for (const leaf of checkEntries(entries, header)) {
      const isLoop = seen.has(leaf.offset) || depth === maxDirectoryDepth;
      if (isLoop) throw new ContentRefusal('archiveDamaged');
      seen.add(leaf.offset);
      await visit(header.leafDirectoryOffset + leaf.offset, leaf.length, depth + 1);
    }
  };
  await visit(header.rootDirectoryOffset, header.rootDirectoryLength, 0);
  if (!sample) throw new ContentRefusal('archiveDamaged');
  return sample;
}

/** Whether one tile is what the header says. */
async function isReadableTile(bytes: Buffer, { tileType, tileCompression }: Header): Promise<boolean> {
  const content = await decompress(bytes, tileCompression, maxBytes.tile);
  if (tileType === TileType.Mvt) return Object.keys(new VectorTile(new PbfReader(content)).layers).length > 0;
  return (await fileTypeFromBuffer(content))?.ext === pictureTypes.get(tileType);
}

async function readMetadata(read: ReadPart, header: Header): Promise<Record<string, unknown>> {
  const { jsonMetadataOffset, jsonMetadataLength, internalCompression } = header;
  if (jsonMetadataLength === 0) return {};
  const bytes = await decompress(
    await read(jsonMetadataOffset, jsonMetadataLength),
    internalCompression,
    maxBytes.metadata,
  );
  const metadata: unknown = JSON.parse(bytes.toString('utf8'));
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata))
    throw new ContentRefusal('archiveDamaged');
  return metadata as Record<string, unknown>;
}

/** Runs a step; what the content of the file makes it throw means that the file is damaged. */
async function parsing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ContentRefusal || error instanceof ReadError) throw error;
    throw new ContentRefusal('archiveDamaged', {}, { cause: error });
  }
}

/** The store failed, which says nothing about the file. */
class ReadError extends Error {}

/**
 * Reads and checks a complete archive.
 * @param size bytes of the file
 * @throws ContentRefusal when it cannot be drawn; the errors of `readPart`
 */
export async function inspectArchive(readPart: ReadPart, size: number): Promise<ArchiveFacts> {
  const read: ReadPart = (offset, length) =>
    readPart(offset, length).catch((error: unknown) => {
      throw new ReadError('read', { cause: error });
    });
  try {
    return await inspect(read, size);
  } catch (error) {
    throw error instanceof ReadError ? error.cause : error;
  }
}

async function inspect(read: ReadPart, size: number): Promise<ArchiveFacts> {
  const header = checkHeader(await read(0, Math.min(size, headerBytes)), size);
  const source: Source = {
    getKey: () => 'archive',
    getBytes: async (offset, length) => ({ data: toArrayBuffer(await read(offset, length)) }),
  };
  const cache = new ResolvedValueCache(1, false, decompressDirectory);
  return parsing(async () => {
    const sample = await checkDirectories(
      (offset, length) => cache.getDirectory(source, offset, length, header),
      header,
    );
    const tile = await read(header.tileDataOffset + sample.offset, sample.length);
    if (!(await isReadableTile(tile, header))) throw new ContentRefusal('archiveDamaged');
    const metadata = await readMetadata(read, header);
    const isVector = header.tileType === TileType.Mvt;
    const schema = isVector ? detectSchema(metadata['vector_layers']) : 'raster';
    if (!schema) throw new ContentRefusal('archiveSchema');
    return {
      schema,
      bounds: [header.minLon, header.minLat, header.maxLon, header.maxLat],
      min_zoom: header.minZoom,
      max_zoom: header.maxZoom,
      attribution: readAttribution(metadata['attribution']),
    };
  });
}
