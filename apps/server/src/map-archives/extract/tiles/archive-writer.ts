/** Writes a PMTiles archive (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md): the tiles as they come, directories last. */
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { Compression, TileType, zxyToTileId } from 'pmtiles';
import { firstRequestBytes, headerBytes } from '../../archive/check-header.ts';

/** Header fields that the caller knows. Degrees. */
export interface ArchiveDescription {
  bounds: readonly [west: number, south: number, east: number, north: number];
  minZoom: number;
  maxZoom: number;
  metadata: object;
}

/** Tiles up to this size are compared with earlier ones: only simple ones repeat. */
const maxComparedBytes = 400;
const firstLeafEntries = 4096;

const gzipAsync = promisify(gzip);

/** Where the bytes of a tile are. */
interface Place {
  offset: number;
  length: number;
}

interface Entry extends Place {
  id: number;
  runLength: number;
}

function encodeDirectory(entries: readonly Entry[]): Uint8Array {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  entries.forEach(({ id }, index) => pbf.writeVarint(id - (entries[index - 1]?.id ?? 0)));
  for (const { runLength } of entries) pbf.writeVarint(runLength);
  for (const { length } of entries) pbf.writeVarint(length);
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    const follows = before !== undefined && offset === before.offset + before.length;
    pbf.writeVarint(follows ? 0 : offset + 1);
  });
  return pbf.finish();
}

/** Joins neighbors with the same content. */
function joinRuns(entries: readonly Entry[]): Entry[] {
  const joined: Entry[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (last && last.offset === entry.offset && last.id + last.runLength === entry.id) last.runLength++;
    else joined.push({ ...entry });
  }
  return joined;
}

/** The root directory, and the directories that it leads to where the entries do not fit into it. */
async function encodeDirectories(entries: readonly Entry[]): Promise<{ root: Buffer; leaves: Buffer }> {
  const onlyRoot = entries.length <= firstLeafEntries ? await gzipAsync(encodeDirectory(entries)) : undefined;
  if (onlyRoot && onlyRoot.length <= firstRequestBytes - headerBytes)
    return { root: onlyRoot, leaves: Buffer.alloc(0) };
  for (let leafEntries = firstLeafEntries; ; leafEntries *= 2) {
    const leaves: Buffer[] = [];
    const pointers: Entry[] = [];
    let offset = 0;
    for (let first = 0; first < entries.length; first += leafEntries) {
      const leaf = await gzipAsync(encodeDirectory(entries.slice(first, first + leafEntries)));
      pointers.push({ id: entries[first]?.id ?? 0, runLength: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = await gzipAsync(encodeDirectory(pointers));
    if (root.length <= firstRequestBytes - headerBytes) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** The archive. Header and root directory have the beginning of the file, then come the tiles, and the other sections. */
export class ArchiveWriter {
  readonly #file: FileHandle;
  readonly #tiles: { id: number; place: Place }[] = [];
  readonly #places = new Map<string, Place>();
  /** Tiles that are being compressed, in their order. */
  #compressing: { place: Place; bytes: Promise<Buffer> }[] = [];
  #tileBytes = 0;
  #contents = 0;

  /** @param file open for writing, empty */
  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Number of tiles. */
  get tileCount(): number {
    return this.#tiles.length;
  }

  /** Adds a tile, which is compressed meanwhile. Call `drain` before too many of them are in memory. @param tile without compression */
  add(z: number, x: number, y: number, tile: Uint8Array): void {
    const hash =
      tile.length <= maxComparedBytes ? createHash('sha256').update(tile).digest('base64') : undefined;
    const place = (hash === undefined ? undefined : this.#places.get(hash)) ?? this.#compress(tile);
    if (hash !== undefined) this.#places.set(hash, place);
    this.#tiles.push({ id: zxyToTileId(z, x, y), place });
  }

  #compress(tile: Uint8Array): Place {
    const place = { offset: 0, length: 0 };
    this.#compressing.push({ place, bytes: gzipAsync(tile) });
    return place;
  }

  /** Writes the tiles that were added. */
  async drain(): Promise<void> {
    const waiting = this.#compressing;
    this.#compressing = [];
    const contents = await Promise.all(waiting.map(({ bytes }) => bytes));
    const start = this.#tileBytes;
    for (const [index, { length }] of contents.entries()) {
      Object.assign(waiting[index]?.place ?? {}, { offset: this.#tileBytes, length });
      this.#tileBytes += length;
    }
    this.#contents += contents.length;
    const bytes = Buffer.concat(contents);
    await this.#file.write(bytes, 0, bytes.length, firstRequestBytes + start);
  }

  /** Writes directories, metadata and header, after `drain`. */
  async finish({ bounds, minZoom, maxZoom, metadata }: ArchiveDescription): Promise<void> {
    const ofTiles = this.#tiles.map(({ id, place }) => ({ id, runLength: 1, ...place }));
    const entries = joinRuns(ofTiles.toSorted((a, b) => a.id - b.id));
    const { root, leaves } = await encodeDirectories(entries);
    const json = await gzipAsync(JSON.stringify(metadata));
    const leavesOffset = firstRequestBytes + this.#tileBytes;
    const header = Buffer.alloc(headerBytes);
    header.write('PMTiles', 0);
    header[7] = 3;
    const sections = [
      [headerBytes, root.length],
      [leavesOffset + leaves.length, json.length],
      [leavesOffset, leaves.length],
      [firstRequestBytes, this.#tileBytes],
    ];
    const numbers = [...sections.flat(), this.#tiles.length, entries.length, this.#contents];
    numbers.forEach((number, index) => header.writeBigUInt64LE(BigInt(number), 8 + 8 * index));
    header.set([0, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96);
    bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index));
    await this.#file.write(Buffer.concat([leaves, json]), 0, leaves.length + json.length, leavesOffset);
    await this.#file.write(Buffer.concat([header, root]), 0, headerBytes + root.length, 0);
  }
}
