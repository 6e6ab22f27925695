/** What services send for maps: checked by its first bytes, whatever the service says. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ValidationRule } from '@waypost/contract/common/problems';
import { ContentRefusal } from '../../kernel/security/content-refusal.ts';
import { readSprite } from '../styles/sprite.ts';

/** A tile, or a file with the images of a style. */
export interface Tile {
  bytes: Buffer;
  /** Its media type. */
  type: string;
}

/** A picture, a vector tile (Mapbox Vector Tile), or the document of the images of a style. */
export type TileFormat = 'raster' | 'vector' | 'sprite';

/** Bytes of a vector tile that was sent compressed. */
const maxUnpackedBytes = 4_194_304;

/** SVG and HTML are no pictures. */
function readPicture(bytes: Buffer): Tile | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
    return { bytes, type: 'image/png' };
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return { bytes, type: 'image/jpeg' };
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? { bytes, type: 'image/webp' } : undefined;
}

/** An empty tile, or one that begins with a layer. */
const readVectorTile = (bytes: Buffer): Tile | undefined =>
  bytes.length === 0 || bytes[0] === 0x1a ? { bytes, type: 'application/x-protobuf' } : undefined;

function readSpriteDocument(bytes: Buffer): Tile | undefined {
  const sprite = readSprite(bytes);
  return sprite && { bytes: sprite, type: 'application/json' };
}

const formats: Readonly<
  Record<TileFormat, { accept: string; rule: ValidationRule; read: (bytes: Buffer) => Tile | undefined }>
> = {
  raster: { accept: 'image/png, image/jpeg, image/webp', rule: 'layerPicture', read: readPicture },
  vector: {
    accept: 'application/x-protobuf, application/vnd.mapbox-vector-tile',
    rule: 'layerVectorTile',
    read: readVectorTile,
  },
  sprite: { accept: 'application/json', rule: 'layerSprite', read: readSpriteDocument },
};

/** The media types to ask for. */
export const acceptOf = (format: TileFormat): string => formats[format].accept;

/** What was sent is none of this format, or too large. */
export const createFormatRefusal = (format: TileFormat, options?: ErrorOptions): ContentRefusal =>
  new ContentRefusal(formats[format].rule, {}, options);

/** Servers send stored tiles as they are: compressed, also to those who do not ask for it. */
async function unpack(bytes: Buffer, format: TileFormat): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength: maxUnpackedBytes });
  } catch (error) {
    throw createFormatRefusal(format, { cause: error });
  }
}

/** @throws ContentRefusal for anything else than this format */
export async function readTile(bytes: Buffer, format: TileFormat): Promise<Tile> {
  const tile = formats[format].read(await unpack(bytes, format));
  if (!tile) throw createFormatRefusal(format);
  return tile;
}
