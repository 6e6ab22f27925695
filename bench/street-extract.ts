/** An OpenStreetMap extract of our own with very many streets, their names, settlements and house numbers. */
import {
  encodeBlob,
  encodeBlock,
  encodeHeader,
  type TestExtract,
  type TestNode,
  type TestWay,
} from '../apps/server/src/map-archives/extract/osm/extract.fixture.ts';

/** A place in the extract, in degrees. */
export type Place = readonly [longitude: number, latitude: number];

/** A street as it can be searched. */
export interface ExtractStreet {
  name: string;
  /** A place on it. */
  at: Place;
}

/** Pieces of one street: ways, which begin at junctions. */
const piecesPerStreet = 6;
/** Streets side by side; a settlement has as many in each direction as its side. */
const columns = 200;
const settlementSide = 20;
const origin = { longitude: 10, latitude: 5 };
/** Degrees of a piece, of the gap behind a street, and between rows: about 60, 60 and 150 metres. */
const degrees = { piece: 0.000_55, gap: 0.000_55, row: 0.001_35 };
/** Elements of a block; writers of extracts have 8,000. */
const blockSize = 8000;
/** One street in so many has a name that is also elsewhere. */
const commonEvery = 3;

const syllables =
  'ba che du fi gor ha jel ka lo mar ni or pe qui ra sen ti ul ven wa xi yo zan bri cla dre'.split(' ');
const kinds = ['Street', 'Road', 'Avenue', 'Lane', 'Close', 'Way', 'Square', 'Row'];
const commonNames = [
  'Station',
  'Church',
  'School',
  'Market',
  'Mill',
  'Park',
  'Main',
  'High',
  'Bridge',
  'Lake',
];

/** A word that differs for each number, spread so that neighbors begin differently. */
function wordOf(number: number): string {
  let rest = (number * 7919) % syllables.length ** 4;
  let word = '';
  for (let at = 0; at < 3 || rest > 0; at++) {
    word += syllables[rest % syllables.length] ?? '';
    rest = Math.floor(rest / syllables.length);
  }
  return (word[0] ?? '').toUpperCase() + word.slice(1);
}

const kindOf = (number: number): string => kinds[number % kinds.length] ?? '';

const nameOf = (street: number): string =>
  street % commonEvery === 0
    ? `${commonNames[(street / commonEvery) % commonNames.length]} ${kindOf(street)}`
    : `${wordOf(street)} ${street % 5 === 0 ? `${wordOf(street * 3 + 1)} ` : ''}${kindOf(street)}`;

/** Blobs of the elements of one type. */
function encodeElements<K extends 'nodes' | 'ways'>(key: K, elements: NonNullable<TestExtract[K]>): Buffer[] {
  const blobs: Buffer[] = [];
  for (let at = 0; at < elements.length; at += blockSize)
    blobs.push(encodeBlob('OSMData', encodeBlock({ [key]: elements.slice(at, at + blockSize) })));
  return blobs;
}

/** @param pieces ways with a name */
export function createStreetExtract(pieces: number): {
  bytes: Buffer<ArrayBuffer>;
  streets: ExtractStreet[];
} {
  const nodes: TestNode[] = [];
  const ways: TestWay[] = [];
  const streets: ExtractStreet[] = [];
  const addNode = (at: Place, tags?: TestNode['tags']) => {
    nodes.push({ id: nodes.length + 1, at, ...(tags && { tags }) });
    return nodes.length;
  };
  for (let street = 0; street < pieces / piecesPerStreet; street++) {
    const [column, row] = [street % columns, Math.floor(street / columns)];
    const west = origin.longitude + column * (piecesPerStreet * degrees.piece + degrees.gap);
    const latitude = origin.latitude + row * degrees.row;
    const name = nameOf(street);
    const ids = Array.from({ length: piecesPerStreet + 1 }, (_, at) =>
      addNode([west + at * degrees.piece, latitude]),
    );
    for (let piece = 0; piece < piecesPerStreet; piece++)
      ways.push({
        id: ways.length + 1,
        nodes: ids.slice(piece, piece + 2),
        tags: { highway: 'residential', name },
      });
    const middle: Place = [west + 2.5 * degrees.piece, latitude];
    addNode([middle[0], latitude + 0.000_1], {
      'addr:street': name,
      'addr:housenumber': String((street % 90) + 1),
    });
    if (column % settlementSide === 10 && row % settlementSide === 10)
      addNode(middle, { place: 'village', name: `${wordOf(street + 500_000)}ham` });
    streets.push({ name, at: middle });
  }
  const blobs = [encodeHeader(), ...encodeElements('nodes', nodes), ...encodeElements('ways', ways)];
  return { bytes: Buffer.concat(blobs), streets };
}
