/** Reads the shapes of a Shapefile as a stream (ESRI Shapefile Technical Description, 1998): a place for each of them. */
import { type Path, type Position, toPolygon } from '@waypost/survey-logic/places/point-on-shape';
import { ImportRefusal } from '../import-refusal.ts';
import {
  maxPositions,
  type PlaceCells,
  PlaceCollector,
  type Shape,
  type ToDegrees,
} from '../place-collector.ts';
import { ByteReader } from './byte-reader.ts';

/** The first bytes of a file with shapes. */
export const shapesSignature = Buffer.from([0, 0, 0x27, 0x0a]);
const headerBytes = 100;
const recordHeaderBytes = 8;
/** Of the index: where a record begins, and its length. */
const indexBytes = 8;
const pointBytes = 16;
const boxBytes = 32;
/** Lines or rings of a shape that are read: each has two positions. */
const maxParts = maxPositions / 2;

/** Kinds of shapes, without heights and measures, which follow the positions. */
const shapeKinds: Readonly<Record<number, 'none' | 'point' | 'points' | 'lines' | 'rings'>> = {
  0: 'none',
  1: 'point',
  3: 'lines',
  5: 'rings',
  8: 'points',
};

/** The first byte of the type tells the shape: 11 is a point with a height, 21 one with a measure. */
const kindOf = (type: number) => (type >= 0 && type < 30 ? shapeKinds[type % 10] : undefined);

/** Reads the bytes of one record. */
class RecordReader {
  readonly #reader: ByteReader;
  #left: number;

  constructor(reader: ByteReader, length: number) {
    this.#reader = reader;
    this.#left = length;
  }

  /** @throws ImportRefusal beyond the end of the record */
  read(length: number): Promise<Buffer> {
    this.#take(length);
    return this.#reader.read(length);
  }

  /** @throws ImportRefusal beyond the end of the record */
  skip(length: number): Promise<void> {
    this.#take(length);
    return this.#reader.skip(length);
  }

  skipRest = (): Promise<void> => this.skip(this.#left);

  #take(length: number): void {
    if (length < 0 || length > this.#left) throw new ImportRefusal('importBroken');
    this.#left -= length;
  }
}

/** Reads a list of positions. @returns those that can be read, in pieces that begin at the given numbers */
async function readPaths(
  record: RecordReader,
  count: number,
  starts: readonly number[],
  place: PlaceCollector,
): Promise<Path[]> {
  // One more than is kept tells that some are left out.
  const bytes = await record.read(Math.min(count, maxPositions + 1) * pointBytes);
  const paths: Position[][] = [];
  let nextStart = 0;
  for (let at = 0; at * pointBytes < bytes.length; at++) {
    while (starts[nextStart] === at) {
      paths.push([]);
      nextStart++;
    }
    const position = readPosition(bytes, at * pointBytes, place);
    if (position) paths.at(-1)?.push(position);
  }
  return paths.filter((path) => path.length > 0);
}

const readPosition = (bytes: Buffer, at: number, place: PlaceCollector): Position | null =>
  place.readPosition([String(bytes.readDoubleLE(at)), String(bytes.readDoubleLE(at + 8))]);

async function readShape(
  record: RecordReader,
  kind: 'point' | 'points' | 'lines' | 'rings',
  place: PlaceCollector,
): Promise<Shape> {
  if (kind === 'point') {
    const position = readPosition(await record.read(pointBytes), 0, place);
    return { kind: 'points', positions: position ? [position] : [] };
  }
  await record.skip(boxBytes);
  if (kind === 'points') {
    const count = (await record.read(4)).readInt32LE();
    return { kind, positions: (await readPaths(record, count, [0], place)).flat() };
  }
  const counts = await record.read(8);
  const [parts, points] = [counts.readInt32LE(), counts.readInt32LE(4)];
  const startBytes = await record.read(Math.min(parts, maxParts) * 4);
  await record.skip(Math.max(0, parts - maxParts) * 4);
  const starts = Array.from({ length: startBytes.length / 4 }, (_, at) => startBytes.readInt32LE(at * 4));
  const isAscending = starts.every((start, at) => start >= (starts[at - 1] ?? 0) && start <= points);
  if (points > 0 && (starts[0] !== 0 || !isAscending)) throw new ImportRefusal('importBroken');
  const paths = await readPaths(record, points, starts, place);
  return kind === 'lines' ? { kind, lines: paths } : { kind: 'areas', polygons: [toPolygon(paths)] };
}

/** The box around all shapes, of which nothing is read. @throws ImportRefusal if this is no Shapefile */
export async function readBox(bytes: AsyncIterable<Buffer>): Promise<number[]> {
  const reader = new ByteReader(bytes);
  try {
    const header = await reader.read(headerBytes);
    if (!header.subarray(0, 4).equals(shapesSignature)) throw new ImportRefusal('importBroken');
    return [36, 44, 52, 60].map((at) => header.readDoubleLE(at));
  } finally {
    await reader.close();
  }
}

/** Where the records begin by the index of a Shapefile (.shx). */
export async function* readIndex(bytes: AsyncIterable<Buffer>): AsyncGenerator<number> {
  const reader = new ByteReader(bytes);
  try {
    await reader.skip(headerBytes);
    while (!(await reader.isAtEnd())) yield (await reader.read(indexBytes)).readInt32BE() * 2;
  } finally {
    await reader.close();
  }
}

/**
 * Reads the place of each shape.
 * @param index where the records have to begin; null for a Shapefile without an index
 * @throws ImportRefusal if the file is damaged, or has shapes without places such as surfaces
 */
export async function* readShapes(
  bytes: AsyncIterable<Buffer>,
  index: AsyncGenerator<number> | null,
  toDegrees: ToDegrees | null,
): AsyncGenerator<PlaceCells> {
  const reader = new ByteReader(bytes);
  const place = new PlaceCollector(toDegrees);
  try {
    const end = (await reader.read(headerBytes)).readInt32BE(24) * 2;
    let offset = headerBytes;
    while (offset < end && !(await reader.isAtEnd())) {
      // Programs that change a shape may leave the old record, which only the index passes over.
      if (index && (await index.next()).value !== offset) throw new ImportRefusal('importBroken');
      const header = await reader.read(recordHeaderBytes);
      const length = header.readInt32BE(4) * 2;
      offset += recordHeaderBytes + length;
      const record = new RecordReader(reader, length);
      const kind = kindOf((await record.read(4)).readInt32LE());
      if (kind === undefined) throw new ImportRefusal('importBroken');
      if (kind !== 'none') place.add(await readShape(record, kind, place));
      await record.skipRest();
      yield place.take();
    }
  } finally {
    await index?.return(undefined);
    await reader.close();
  }
}
