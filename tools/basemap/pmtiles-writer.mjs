/**
 * Writes a PMTiles version 3 archive: tiles in Hilbert order, gzipped, equal tiles stored once, with
 * leaf directories if the root would exceed the 16 KiB that readers fetch first.
 *
 * Format: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const HEADER_BYTES = 127;
const ROOT_LIMIT = 16_384 - HEADER_BYTES;
const GZIP = 2;
const VECTOR_TILE = 1;
const CLUSTERED = 1;

/**
 * @param tiles iterable of `{z, x, y, data}` with raw tile bytes
 * @param zxyToTileId the Hilbert numbering of the pmtiles package
 * @param header `{minZoom, maxZoom, metadata}`; the archive covers the world of web mercator
 * @returns {Buffer}
 */
export function pmtilesArchive(tiles, zxyToTileId, { minZoom, maxZoom, metadata }) {
  const { entries, contents, data, addressed } = layOutTiles(tiles, zxyToTileId);
  const { root, leaves } = directories(entries);
  const meta = compress(Buffer.from(JSON.stringify(metadata)));

  const head = Buffer.alloc(HEADER_BYTES);
  head.write('PMTiles', 0);
  head[7] = 3;
  const rootAt = HEADER_BYTES;
  const metaAt = rootAt + root.length;
  const leavesAt = metaAt + meta.length;
  const dataAt = leavesAt + leaves.length;
  const numbers = [
    rootAt,
    root.length,
    metaAt,
    meta.length,
    leavesAt,
    leaves.length,
    dataAt,
    data.length,
    addressed,
    entries.length,
    contents,
  ];
  numbers.forEach((number, i) => head.writeBigUInt64LE(BigInt(number), 8 + 8 * i));
  head.set([CLUSTERED, GZIP, GZIP, VECTOR_TILE, minZoom, maxZoom], 96);
  const bounds = [-180, -85.0511, 180, 85.0511];
  bounds.forEach((degrees, i) => head.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i));
  return Buffer.concat([head, root, meta, leaves, data]);
}

/** Orders the tiles, stores each different content once, and joins runs of equal neighbours. */
function layOutTiles(tiles, zxyToTileId) {
  const ordered = [...tiles]
    .map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
    .sort((a, b) => a.id - b.id);
  const stored = new Map();
  const chunks = [];
  const entries = [];
  let size = 0;
  for (const { id, data } of ordered) {
    const hash = createHash('sha256').update(data).digest('base64');
    let place = stored.get(hash);
    if (!place) {
      const bytes = compress(data);
      place = { offset: size, length: bytes.length };
      stored.set(hash, place);
      chunks.push(bytes);
      size += bytes.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.run === id) last.run++;
    else entries.push({ id, run: 1, ...place });
  }
  return { entries, contents: stored.size, data: Buffer.concat(chunks), addressed: ordered.length };
}

/** One root directory if it fits, otherwise a root that points to leaves of 2048 or more entries. */
function directories(entries) {
  const rootDirectory = directory(entries);
  if (rootDirectory.length <= ROOT_LIMIT) return { root: rootDirectory, leaves: Buffer.alloc(0) };
  for (let perLeaf = 2048; ; perLeaf *= 2) {
    const leaves = [];
    const pointers = [];
    let offset = 0;
    for (let i = 0; i < entries.length; i += perLeaf) {
      const leaf = directory(entries.slice(i, i + perLeaf));
      pointers.push({ id: entries[i].id, run: 0, offset, length: leaf.length });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = directory(pointers);
    if (root.length <= ROOT_LIMIT) return { root, leaves: Buffer.concat(leaves) };
  }
}

/** Column by column: differences of ids, run lengths, lengths, offsets (0 = right after the last). */
function directory(entries) {
  const out = [];
  varint(out, entries.length);
  entries.forEach((entry, i) => varint(out, entry.id - (entries[i - 1]?.id ?? 0)));
  for (const entry of entries) varint(out, entry.run);
  for (const entry of entries) varint(out, entry.length);
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    const follows = before !== undefined && entry.offset === before.offset + before.length;
    varint(out, follows ? 0 : entry.offset + 1);
  });
  return compress(Buffer.from(out));
}

function varint(out, number) {
  let rest = number;
  while (rest >= 0x80) {
    out.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  out.push(rest);
}

const compress = (bytes) => gzipSync(bytes, { level: 9 });
