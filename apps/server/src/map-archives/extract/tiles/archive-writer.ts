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

interface Entry {
  id: number;
  runLength: number;
  offset: number;
  length: number;
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
  readonly #entries: Entry[] = [];
  readonly #places = new Map<string, Pick<Entry, 'offset' | 'length'>>();
  #tileBytes = 0;
  #contents = 0;

  /** @param file open for writing, empty */
  constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Number of tiles. */
  get tileCount(): number {
    return this.#entries.length;
  }

  /** Adds a tile. @param tile without compression */
  async add(z: number, x: number, y: number, tile: Uint8Array): Promise<void> {
    const hash =
      tile.length <= maxComparedBytes ? createHash('sha256').update(tile).digest('base64') : undefined;
    const place = (hash === undefined ? undefined : this.#places.get(hash)) ?? (await this.#append(tile));
    if (hash !== undefined) this.#places.set(hash, place);
    this.#entries.push({ id: zxyToTileId(z, x, y), runLength: 1, ...place });
  }

  async #append(tile: Uint8Array): Promise<Pick<Entry, 'offset' | 'length'>> {
    const bytes = await gzipAsync(tile);
    const place = { offset: this.#tileBytes, length: bytes.length };
    await this.#file.write(bytes, 0, bytes.length, firstRequestBytes + place.offset);
    this.#tileBytes += bytes.length;
    this.#contents++;
    return place;
  }

  /** Writes directories, metadata and header. */
  async finish({ bounds, minZoom, maxZoom, metadata }: ArchiveDescription): Promise<void> {
    const entries = joinRuns(this.#entries.toSorted((a, b) => a.id - b.id));
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
    const numbers = [...sections.flat(), this.#entries.length, entries.length, this.#contents];
    numbers.forEach((number, index) => header.writeBigUInt64LE(BigInt(number), 8 + 8 * index));
    header.set([0, Compression.Gzip, Compression.Gzip, TileType.Mvt, minZoom, maxZoom], 96);
    bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index));
    await this.#file.write(Buffer.concat([leaves, json]), 0, leaves.length + json.length, leavesOffset);
    await this.#file.write(Buffer.concat([header, root]), 0, headerBytes + root.length, 0);
  }
}
