/** Checks the header of a PMTiles archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
import { isArchiveHead } from '@waypost/contract/map-archives/file-kinds';
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';

/** Length of the header, and of the part that readers request first: header and root directory. */
export const headerBytes = 127;
export const firstRequestBytes = 16_384;

/** Deepest zoom whose tile numbers stay exact. */
const maxZoomOfFormat = 24;
/** Bytes of the compressed metadata. */
const maxMetadataBytes = 10_000_000;

const browserCompressions = new Set([Compression.None, Compression.Gzip]);
const drawableTiles = new Set([TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp, TileType.Avif]);

/** The position after the last byte of all parts of an archive. */
const endOf = (header: Header): number =>
  Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );

function requireUsableNumbers(header: Header): void {
  const { minZoom, maxZoom, minLon, minLat, maxLon, maxLat } = header;
  if (minZoom > maxZoom || maxZoom > maxZoomOfFormat) throw new ContentRefusal('archiveZooms');
  const isInWorld = minLon >= -180 && maxLon <= 180 && minLat >= -90 && maxLat <= 90;
  if (!isInWorld || minLon >= maxLon || minLat >= maxLat) throw new ContentRefusal('archiveBox');
}

/**
 * Reads and checks the header.
 * @param bytes the beginning of the file, at least `headerBytes` unless the file is shorter
 * @param size bytes of the file; null while unknown
 * @throws ContentRefusal
 */
export function checkHeader(bytes: Buffer, size: number | null): Header {
  if (bytes.length < headerBytes || !isArchiveHead(bytes)) throw new ContentRefusal('archiveFormat');
  const header = bytesToHeader(new Uint8Array(bytes.subarray(0, headerBytes)).buffer);
  const isTilesReadable =
    browserCompressions.has(header.tileCompression) ||
    // Pictures are compressed by themselves.
    (header.tileType !== TileType.Mvt && header.tileCompression === Compression.Unknown);
  if (!drawableTiles.has(header.tileType) || !isTilesReadable) throw new ContentRefusal('archiveTiles');
  if (!browserCompressions.has(header.internalCompression)) throw new ContentRefusal('archiveTiles');
  requireUsableNumbers(header);
  const { rootDirectoryOffset, rootDirectoryLength, jsonMetadataLength } = header;
  const isRootInFirstRequest =
    rootDirectoryOffset >= headerBytes && rootDirectoryOffset + rootDirectoryLength <= firstRequestBytes;
  if (!isRootInFirstRequest || rootDirectoryLength === 0 || jsonMetadataLength > maxMetadataBytes)
    throw new ContentRefusal('archiveDamaged');
  const expected = endOf(header);
  if (!Number.isSafeInteger(expected)) throw new ContentRefusal('archiveDamaged');
  if (size !== null && expected > size) throw new ContentRefusal('archiveIncomplete', { size, expected });
  return header;
}
