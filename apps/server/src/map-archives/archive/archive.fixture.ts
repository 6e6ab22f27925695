/** Small PMTiles archives for tests, good ones and damaged ones. */
import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';

/** A tile with its uncompressed content. */
export interface TestTile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

interface TestEntry {
  id: number;
  runLength: number;
  offset: number;
  length: number;
}

/** What an archive of a test has; the defaults make a good one. */
export interface TestArchive {
  tiles?: readonly TestTile[];
  /** Bytes of the metadata, or what they are as JSON. */
  metadata?: object | Buffer;
  bounds?: readonly [number, number, number, number];
  zooms?: readonly [number, number];
  tileType?: number;
  tileCompression?: number;
  internalCompression?: number;
  /** Changes the entries of the root directory. */
  changeEntries?: (entries: TestEntry[]) => TestEntry[];
  /** Directories of the section for leaves, one after the other. */
  leaves?: readonly TestEntry[][];
}

const headerBytes = 127;

function toVarint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return [...bytes, rest];
}

/** A directory without its compression. */
const encodeDirectory = (entries: readonly TestEntry[]): Buffer =>
  Buffer.from([
    ...toVarint(entries.length),
    ...entries.flatMap(({ id }, index) => toVarint(id - (entries[index - 1]?.id ?? 0))),
    ...entries.flatMap(({ runLength }) => toVarint(runLength)),
    ...entries.flatMap(({ length }) => toVarint(length)),
    ...entries.flatMap(({ offset }) => toVarint(offset + 1)),
  ]);

/** Compressed lengths of directories, for entries that lead to them. */
export const lengthOfDirectory = (entries: readonly TestEntry[]): number =>
  gzipSync(encodeDirectory(entries)).length;

/** A vector tile with one line in each layer. @param tags properties of the line by layer */
export const buildVectorTile = (tags: Record<string, Record<string, string | number>>): Uint8Array =>
  fromGeojsonVt(
    Object.fromEntries(
      Object.entries(tags).map(([layer, properties]) => [
        layer,
        {
          features: [
            {
              type: 2,
              geometry: [
                [
                  [0, 0],
                  [4096, 4096],
                ],
              ],
              tags: properties,
            },
          ],
        },
      ]),
    ) as unknown as Parameters<typeof fromGeojsonVt>[0],
    { version: 2, extent: 4096 },
  );

/** Metadata of a schema, as the programs write it that make such archives. */
export const metadataOf = (...layers: string[]) => ({
  name: 'Test',
  attribution: '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>',
  vector_layers: layers.map((id) => ({ id, fields: {} })),
});

/** Builds an archive; by default of the schema of Protomaps, with one tile. */
export function buildArchive({
  tiles = [{ z: 0, x: 0, y: 0, data: buildVectorTile({ roads: { kind: 'highway' } }) }],
  metadata = metadataOf('earth', 'roads', 'water'),
  bounds = [9.4, 47, 9.7, 47.3],
  zooms = [0, 14],
  tileType = 1,
  tileCompression = 2,
  internalCompression = 2,
  changeEntries = (entries) => entries,
  leaves = [],
}: TestArchive = {}): Buffer {
  const contents = tiles.map(({ data }) => (tileCompression === 2 ? gzipSync(data) : Buffer.from(data)));
  let offset = 0;
  const entries = tiles
    .map(({ z, x, y }, index) => {
      const length = contents[index]?.length ?? 0;
      offset += length;
      return { id: zxyToTileId(z, x, y), runLength: 1, offset: offset - length, length };
    })
    .toSorted((a, b) => a.id - b.id);
  const root = gzipSync(encodeDirectory(changeEntries(entries)));
  const json = gzipSync(Buffer.isBuffer(metadata) ? metadata : JSON.stringify(metadata));
  const leafSection = Buffer.concat(leaves.map((leaf) => gzipSync(encodeDirectory(leaf))));
  const data = Buffer.concat(contents);
  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 0);
  header[7] = 3;
  let position = headerBytes;
  [root, json, leafSection, data].forEach((section, index) => {
    header.writeBigUInt64LE(BigInt(position), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(section.length), 16 + 16 * index);
    position += section.length;
  });
  header.set([1, internalCompression, tileCompression, tileType, ...zooms], 96);
  bounds.forEach((degrees, index) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * index));
  return Buffer.concat([header, root, json, leafSection, data]);
}
