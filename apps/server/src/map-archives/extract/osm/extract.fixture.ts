/** Writes small OSM PBF files for tests, good ones and damaged ones. */
import { deflateSync } from 'node:zlib';
import { PbfWriter } from 'pbf';

/** Keys and values. */
type TestTags = Readonly<Record<string, string>>;

/** A node; coordinates in degrees. */
export interface TestNode {
  id: number;
  at: readonly [longitude: number, latitude: number];
  tags?: TestTags;
}

/** A way along nodes. */
export interface TestWay {
  id: number;
  nodes: readonly number[];
  tags?: TestTags;
}

/** A relation; members are ways unless they are relations. */
export interface TestRelation {
  id: number;
  members: readonly { id: number; role?: string; isRelation?: true }[];
  tags: TestTags;
}

/** The content of an extract. */
export interface TestExtract {
  nodes?: readonly TestNode[];
  ways?: readonly TestWay[];
  relations?: readonly TestRelation[];
  features?: readonly string[];
  /** The box that the header names. */
  box?: readonly [west: number, south: number, east: number, north: number];
  /** Whether blobs are compressed. */
  isCompressed?: boolean;
}

const unitsPerDegree = 1e7;

class StringTable {
  readonly #indexes = new Map([['', 0]]);

  get texts(): string[] {
    return [...this.#indexes.keys()];
  }

  indexOf(text: string): number {
    const index = this.#indexes.get(text) ?? this.#indexes.size;
    this.#indexes.set(text, index);
    return index;
  }
}

const toDifferences = (numbers: readonly number[]) =>
  numbers.map((number, index) => number - (numbers[index - 1] ?? 0));

function writeTags(pbf: PbfWriter, strings: StringTable, tags: TestTags = {}): void {
  pbf.writePackedVarint(
    2,
    Object.keys(tags).map((key) => strings.indexOf(key)),
  );
  pbf.writePackedVarint(
    3,
    Object.values(tags).map((value) => strings.indexOf(value)),
  );
}

function writeDenseNodes(
  nodes: readonly TestNode[],
  strings: StringTable,
): (_: null, pbf: PbfWriter) => void {
  return (_, pbf) => {
    const ids = nodes.map(({ id }) => id);
    const latitudes = nodes.map(({ at }) => Math.round(at[1] * unitsPerDegree));
    const longitudes = nodes.map(({ at }) => Math.round(at[0] * unitsPerDegree));
    pbf.writePackedSVarint(1, toDifferences(ids));
    pbf.writePackedSVarint(8, toDifferences(latitudes));
    pbf.writePackedSVarint(9, toDifferences(longitudes));
    const texts = nodes.flatMap(({ tags = {} }) => [...Object.entries(tags).flat(), '']);
    pbf.writePackedVarint(
      10,
      texts.map((text) => (text === '' ? 0 : strings.indexOf(text))),
    );
  };
}

function writeWay({ id, nodes, tags }: TestWay, strings: StringTable): (_: null, pbf: PbfWriter) => void {
  return (_, pbf) => {
    pbf.writeVarintField(1, id);
    writeTags(pbf, strings, tags);
    pbf.writePackedSVarint(8, toDifferences(nodes));
  };
}

const memberTypes = { way: 1, relation: 2 };

function writeRelation(
  { id, members, tags }: TestRelation,
  strings: StringTable,
): (_: null, pbf: PbfWriter) => void {
  return (_, pbf) => {
    pbf.writeVarintField(1, id);
    writeTags(pbf, strings, tags);
    pbf.writePackedVarint(
      8,
      members.map(({ role = 'outer' }) => strings.indexOf(role)),
    );
    pbf.writePackedSVarint(9, toDifferences(members.map((member) => member.id)));
    pbf.writePackedVarint(
      10,
      members.map(({ isRelation }) => (isRelation ? memberTypes.relation : memberTypes.way)),
    );
  };
}

/** A block of elements. */
export function encodeBlock({ nodes = [], ways = [], relations = [] }: TestExtract): Uint8Array {
  const strings = new StringTable();
  const groups = new PbfWriter();
  const writeGroup = (write: (pbf: PbfWriter) => void) =>
    groups.writeMessage(2, (_: null, pbf: PbfWriter) => write(pbf), null);
  writeGroup((pbf) => pbf.writeMessage(2, writeDenseNodes(nodes, strings), null));
  writeGroup((pbf) => {
    for (const way of ways) pbf.writeMessage(3, writeWay(way, strings), null);
  });
  writeGroup((pbf) => {
    for (const relation of relations) pbf.writeMessage(4, writeRelation(relation, strings), null);
  });
  const table = new PbfWriter();
  table.writeMessage(
    1,
    (_: null, pbf: PbfWriter) => {
      for (const text of strings.texts) pbf.writeStringField(1, text);
    },
    null,
  );
  return Buffer.concat([table.finish(), groups.finish()]);
}

/** A blob with its header. */
export function encodeBlob(type: string, content: Uint8Array, isCompressed = true): Buffer {
  const blob = new PbfWriter();
  if (isCompressed) {
    blob.writeVarintField(2, content.length);
    blob.writeBytesField(3, deflateSync(content));
  } else blob.writeBytesField(1, content);
  const bytes = blob.finish();
  const header = new PbfWriter();
  header.writeStringField(1, type);
  header.writeVarintField(3, bytes.length);
  const headerBytes = header.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(headerBytes.length);
  return Buffer.concat([length, headerBytes, bytes]);
}

/** The header of a file. */
export function encodeHeader(
  features: readonly string[] = ['OsmSchema-V0.6', 'DenseNodes'],
  box?: TestExtract['box'],
): Buffer {
  const header = new PbfWriter();
  if (box) {
    const [west, south, east, north] = box.map((degrees) => Math.round(degrees * 1e9));
    header.writeMessage(
      1,
      (_: null, pbf: PbfWriter) =>
        [west, east, north, south].forEach((value, index) => pbf.writeSVarintField(index + 1, value ?? 0)),
      null,
    );
  }
  for (const feature of features) header.writeStringField(4, feature);
  return encodeBlob('OSMHeader', header.finish());
}

/** An extract. */
export const buildExtract = (extract: TestExtract): Buffer =>
  Buffer.concat([
    encodeHeader(extract.features, extract.box),
    encodeBlob('OSMData', encodeBlock(extract), extract.isCompressed),
  ]);

/** Nodes at the corners of a rectangle, in the order around it. */
export const cornersOf = (
  firstId: number,
  [west, south, east, north]: readonly [number, number, number, number],
): TestNode[] =>
  (
    [
      [west, south],
      [west, north],
      [east, north],
      [east, south],
    ] as const
  ).map((at, index) => ({ id: firstId + index, at }));

/** A village of our own with a street, a house, a pond on an island in a lake, and a hospital. */
export const village: TestExtract = {
  nodes: [
    ...cornersOf(1, [10, 50, 10.04, 50.02]),
    ...cornersOf(11, [10.01, 50.005, 10.03, 50.015]),
    ...cornersOf(21, [10.005, 50.002, 10.0053, 50.0022]),
    { id: 31, at: [10.001, 50.001], tags: { amenity: 'hospital', name: 'Hospital', 'name:ar': 'مستشفى' } },
    { id: 32, at: [10.002, 50.002], tags: { place: 'village', name: 'Testham' } },
    { id: 41, at: [10.0005, 50.001] },
    { id: 42, at: [10.003, 50.001] },
    { id: 43, at: [10.006, 50.001] },
  ],
  ways: [
    { id: 101, nodes: [1, 2, 3] },
    { id: 102, nodes: [3, 4, 1] },
    { id: 103, nodes: [11, 12, 13, 14, 11] },
    { id: 104, nodes: [21, 22, 23, 24, 21], tags: { building: 'yes' } },
    { id: 105, nodes: [41, 42], tags: { highway: 'residential', name: 'Main Street' } },
    { id: 106, nodes: [42, 43], tags: { highway: 'residential', name: 'Main Street' } },
  ],
  relations: [
    {
      id: 201,
      members: [{ id: 101 }, { id: 102 }, { id: 103, role: 'inner' }],
      tags: { type: 'multipolygon', natural: 'water', name: 'Lake' },
    },
  ],
};
