/**
 * Collects parts of features by tile on disk, since those of a large extract do not fit into memory: one file for each area, which is
 * small enough to be read at once.
 */
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ExtractRefusal } from '../extract-refusal.ts';
import { type FeatureLayer, featureLayers } from '../features/feature-kinds.ts';
import type { FeatureProperties } from '../features/feature-properties.ts';
import { type ShapeType, shapeTypes } from '../geometry/slice.ts';

/** A feature in a tile. */
export interface TilePart {
  layer: FeatureLayer;
  /** As JSON. */
  properties: string;
  type: ShapeType;
  /** Coordinates in units of the tile. */
  paths: number[][];
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
/** Bytes of all files: of real extracts they are about three times as large as the extract. */
const maxBytes = { perExtractByte: 60, ofSmallExtracts: 50_000_000 };

/** Tiles of these zooms and deeper are in one file with those of the same tile of that zoom. */
const areaZooms = [12, 8];

function nameArea(z: number, x: number, y: number): string {
  const zoom = areaZooms.find((candidate) => z >= candidate);
  if (zoom === undefined) return 'far';
  const shift = z - zoom;
  return `${zoom}-${x >> shift}-${y >> shift}`;
}

const headBytes = 18;

function encodePart(z: number, x: number, y: number, part: TilePart): Buffer {
  const properties = Buffer.from(part.properties);
  const numbers = part.paths.reduce((sum, one) => sum + one.length, 0);
  const length = headBytes + properties.length + 4 * part.paths.length + 2 * numbers;
  const bytes = Buffer.allocUnsafe(length);
  bytes.writeUInt32LE(length, 0);
  bytes[4] = z;
  bytes[5] = featureLayers.indexOf(part.layer) * 4 + part.type;
  bytes.writeUInt32LE(x, 6);
  bytes.writeUInt32LE(y, 10);
  bytes.writeUInt32LE(properties.length, 14);
  let position = headBytes + properties.copy(bytes, headBytes);
  for (const one of part.paths) {
    position = bytes.writeUInt32LE(one.length, position);
    for (const number of one) position = bytes.writeInt16LE(number, position);
  }
  return bytes;
}

const typesByNumber = Object.values(shapeTypes);

function decodePart(bytes: Buffer): TilePart {
  const kind = bytes[5] ?? 0;
  const propertiesEnd = headBytes + bytes.readUInt32LE(14);
  const paths: number[][] = [];
  for (let position = propertiesEnd; position < bytes.length; ) {
    const count = bytes.readUInt32LE(position);
    position += 4;
    const one = Array.from({ length: count }, (_, index) => bytes.readInt16LE(position + 2 * index));
    position += 2 * count;
    paths.push(one);
  }
  return {
    layer: featureLayers[kind >> 2] ?? 'landuse',
    type: typesByNumber.find((type) => type === (kind & 3)) ?? shapeTypes.point,
    properties: bytes.toString('utf8', headBytes, propertiesEnd),
    paths,
  };
}

/** The files. */
export class TileParts {
  readonly #directory: string;
  readonly #maxBytes: number;
  #waiting = new Map<string, Buffer[]>();
  #waitingBytes = 0;
  #bytes = 0;
  readonly #areas = new Set<string>();

  /** @param directory is created @param extractBytes size of the extract */
  constructor(directory: string, extractBytes: number) {
    this.#directory = directory;
    this.#maxBytes = maxBytes.ofSmallExtracts + maxBytes.perExtractByte * extractBytes;
  }

  /** Areas with tiles. */
  get areaCount(): number {
    return this.#areas.size;
  }

  /** Whether `flush` should be called before more is added. */
  get isFull(): boolean {
    return this.#waitingBytes > maxWaiting;
  }

  /** Adds a part. @throws ExtractRefusal when all parts together are larger than any real extract makes them */
  add(z: number, x: number, y: number, part: TilePart): void {
    const area = nameArea(z, x, y);
    const bytes = encodePart(z, x, y, part);
    const waiting = this.#waiting.get(area);
    if (waiting) waiting.push(bytes);
    else this.#waiting.set(area, [bytes]);
    this.#waitingBytes += bytes.length;
    this.#bytes += bytes.length;
    if (this.#bytes > this.#maxBytes) throw new ExtractRefusal('extractComplex');
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    for (const [area, parts] of this.#waiting) {
      this.#areas.add(area);
      await appendFile(path.join(this.#directory, area), Buffer.concat(parts));
    }
    this.#waiting = new Map();
    this.#waitingBytes = 0;
  }

  /** The tiles of each area, after `flush`. */
  async *readAreas(): AsyncGenerator<CollectedTile[]> {
    for (const area of this.#areas) {
      const bytes = await readFile(path.join(this.#directory, area));
      const tiles = new Map<string, CollectedTile>();
      for (let position = 0; position < bytes.length; ) {
        const length = bytes.readUInt32LE(position);
        const part = bytes.subarray(position, position + length);
        position += length;
        const [z, x, y] = [part[4] ?? 0, part.readUInt32LE(6), part.readUInt32LE(10)];
        const key = `${z}/${x}/${y}`;
        const tile = tiles.get(key) ?? { z, x, y, parts: [] };
        if (!tiles.has(key)) tiles.set(key, tile);
        tile.parts.push(decodePart(part));
      }
      yield [...tiles.values()];
    }
  }
}

/** The properties of a part. */
export const parseProperties = ({ properties }: TilePart): FeatureProperties =>
  JSON.parse(properties) as FeatureProperties;
