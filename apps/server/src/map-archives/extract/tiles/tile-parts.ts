/**
 * Collects parts of features by tile on disk, since those of a large extract do not fit into memory: one file for each area, which is
 * small enough to be read at once.
 */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { zxyToTileId } from 'pmtiles';
import { ExtractRefusal } from '../extract-refusal.ts';
import { type FeatureLayer, featureLayers } from '../features/feature-layers.ts';
import { type ShapeType, shapeTypes } from '../geometry/slice.ts';

/** Coordinates in units of a tile, x and y in turn. */
export type TilePath = number[];

/** A feature in a tile. */
export interface TilePart {
  layer: FeatureLayer;
  /** As JSON. */
  properties: string;
  type: ShapeType;
  paths: TilePath[];
}

/** A tile with its parts. */
export interface CollectedTile {
  z: number;
  x: number;
  y: number;
  parts: TilePart[];
}

/** Bytes that wait in memory. */
const maxWaiting = 24_000_000;
/** Bytes of all files: of real extracts they are about five times as large as the extract. */
const maxBytes = { perExtractByte: 60, ofSmallExtracts: 50_000_000 };
/** A file takes at least this much of the disk. */
const fileBytes = 4096;

/** Tiles of these zooms and deeper are in one file with those of the same tile of that zoom. */
const areaZooms = [12, 8];

/** A number for the area of a tile; 0 for that of the lowest zooms. */
function numberArea(z: number, x: number, y: number): number {
  const zoom = areaZooms.find((candidate) => z >= candidate);
  if (zoom === undefined) return 0;
  const side = 2 ** zoom;
  const shift = z - zoom;
  return side * side + (x >> shift) * side + (y >> shift);
}

/** Length, zoom, layer and type, x, y, length of the properties. */
const headBytes = 18;

const firstBytes = 8192;

/** Parts of an area that wait in memory. */
class WaitingParts {
  #bytes = Buffer.allocUnsafeSlow(firstBytes);
  #length = 0;

  /** What was written. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #reserve(length: number): void {
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** @returns the number of bytes */
  add(z: number, x: number, y: number, { layer, type, properties, paths }: TilePart): number {
    const propertiesLength = Buffer.byteLength(properties);
    const numbers = paths.reduce((sum, one) => sum + one.length, 0);
    const length = headBytes + propertiesLength + 4 * paths.length + 2 * numbers;
    this.#reserve(length);
    const bytes = this.#bytes;
    const start = this.#length;
    bytes.writeUInt32LE(length, start);
    bytes[start + 4] = z;
    bytes[start + 5] = featureLayers.indexOf(layer) * 4 + type;
    bytes.writeUInt32LE(x, start + 6);
    bytes.writeUInt32LE(y, start + 10);
    bytes.writeUInt32LE(propertiesLength, start + 14);
    bytes.write(properties, start + headBytes);
    let position = start + headBytes + propertiesLength;
    for (const one of paths) {
      position = bytes.writeUInt32LE(one.length, position);
      for (const number of one) {
        bytes[position++] = number;
        bytes[position++] = number >> 8;
      }
    }
    this.#length += length;
    return length;
  }
}

const typesByNumber = Object.values(shapeTypes);

function layerOf(number: number): FeatureLayer {
  const layer = featureLayers[number];
  if (layer === undefined) throw new RangeError(`There is no layer ${number}`);
  return layer;
}

function decodePart(bytes: Buffer, start: number, end: number): TilePart {
  const kind = bytes[start + 5] ?? 0;
  const propertiesStart = start + headBytes;
  const propertiesEnd = propertiesStart + bytes.readUInt32LE(start + 14);
  const paths: TilePath[] = [];
  for (let position = propertiesEnd; position < end; ) {
    const pathEnd = position + 4 + 2 * bytes.readUInt32LE(position);
    const one: number[] = [];
    for (position += 4; position < pathEnd; position += 2) one.push(bytes.readInt16LE(position));
    paths.push(one);
  }
  return {
    layer: layerOf(kind >> 2),
    type: typesByNumber.find((type) => type === (kind & 3)) ?? shapeTypes.point,
    properties: bytes.toString('utf8', propertiesStart, propertiesEnd),
    paths,
  };
}

/** The files. They are written and read at once: this is a process of its own, which does nothing else meanwhile. */
export class TileParts {
  readonly #directory: string;
  readonly #maxBytes: number;
  #waiting = new Map<number, WaitingParts>();
  #waitingBytes = 0;
  #bytes = 0;
  readonly #areas = new Set<number>();

  /** @param directory is created @param extractBytes size of the extract */
  constructor(directory: string, extractBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes.ofSmallExtracts + maxBytes.perExtractByte * extractBytes;
    mkdirSync(directory, { recursive: true });
  }

  /** Areas with tiles. */
  get areaCount(): number {
    return this.#areas.size;
  }

  /** Adds a part. @throws ExtractRefusal when all parts together are larger than any real extract makes them */
  add(z: number, x: number, y: number, part: TilePart): void {
    const area = numberArea(z, x, y);
    let waiting = this.#waiting.get(area);
    if (!waiting) {
      waiting = new WaitingParts();
      this.#waiting.set(area, waiting);
      this.#waitingBytes += firstBytes;
      if (!this.#areas.has(area)) this.#bytes += fileBytes;
    }
    const length = waiting.add(z, x, y, part);
    this.#bytes += length;
    if (this.#bytes > this.#maxBytes) throw new ExtractRefusal('extractComplex');
    this.#waitingBytes += length;
    if (this.#waitingBytes > maxWaiting) this.flush();
  }

  #fileOf(area: number): string {
    return path.join(this.#directory, String(area));
  }

  /** Writes what waits. */
  flush(): void {
    for (const [area, { bytes }] of this.#waiting) {
      this.#areas.add(area);
      appendFileSync(this.#fileOf(area), bytes, { mode: 0o600 });
    }
    this.#waiting = new Map();
    this.#waitingBytes = 0;
  }

  /** The tiles of each area, after `flush`. */
  *readAreas(): Generator<CollectedTile[]> {
    for (const area of this.#areas) {
      const bytes = readFileSync(this.#fileOf(area));
      const tiles = new Map<number, CollectedTile>();
      for (let start = 0; start < bytes.length; ) {
        const end = start + bytes.readUInt32LE(start);
        const z = bytes[start + 4] ?? 0;
        const x = bytes.readUInt32LE(start + 6);
        const y = bytes.readUInt32LE(start + 10);
        const id = zxyToTileId(z, x, y);
        const tile = tiles.get(id) ?? { z, x, y, parts: [] };
        if (!tiles.has(id)) tiles.set(id, tile);
        tile.parts.push(decodePart(bytes, start, end));
        start = end;
      }
      yield [...tiles.values()];
    }
  }
}
