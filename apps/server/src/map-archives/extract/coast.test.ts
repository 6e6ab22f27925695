/** The sea on maps that are made from extracts. The coast has land on its left. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startArchiveApp } from '../map-archives.fixture.ts';
import { buildExtract, cornersOf, type TestExtract, type TestNode } from './osm/extract.fixture.ts';
import { covers, openArchive, type Place, readFeatures, readGround } from './read-archive.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());
afterEach(() => deployment.deleteAll());

const coastline = { natural: 'coastline' };
const road = { highway: 'residential' };
const line = (firstId: number, ...places: Place[]): TestNode[] =>
  places.map((at, index) => ({ id: firstId + index, at }));

/** From west to east with land in the north; in two ways, of which the second comes first. Both ends are outside of the corners. */
const mainland = {
  nodes: line(11, [9.99, 50.15], [10.1, 50.14], [10.2, 50.16], [10.41, 50.15]),
  ways: [
    { id: 102, nodes: [12, 13, 14], tags: coastline },
    { id: 101, nodes: [11, 12], tags: coastline },
  ],
};
/** An island, counterclockwise and larger than a tile, with a lake. */
const island = {
  nodes: [
    ...line(21, [10.1, 50.03], [10.2, 50.03], [10.2, 50.1], [10.1, 50.1]),
    ...cornersOf(31, [10.11, 50.04, 10.115, 50.045]),
  ],
  ways: [
    { id: 103, nodes: [21, 22, 23, 24, 21], tags: coastline },
    { id: 104, nodes: [31, 32, 33, 34, 31], tags: { natural: 'water' } },
  ],
};
/** Corners of the area, and streets on land. */
const area = {
  nodes: [
    ...cornersOf(1, [10, 50, 10.4, 50.2]),
    ...line(41, [10.05, 50.18], [10.06, 50.18], [10.15, 50.065], [10.16, 50.065]),
  ],
  ways: [
    { id: 105, nodes: [41, 42], tags: road },
    { id: 106, nodes: [43, 44], tags: road },
  ],
};
/** West, south, east and north of the area, as the extract names them. */
const box = [10, 50, 10.4, 50.2] as const;

const join = (...parts: TestExtract[]): TestExtract => ({
  box,
  nodes: parts.flatMap(({ nodes = [] }) => nodes).toSorted((a, b) => a.id - b.id),
  ways: parts.flatMap(({ ways = [] }) => ways),
});

const places = {
  sea: [10.3, 50.02],
  seaNearCoast: [10.05, 50.14],
  street: [10.055, 50.18],
  land: [10.3, 50.19],
  islandStreet: [10.155, 50.065],
  lake: [10.112, 50.042],
} satisfies Record<string, Place>;

async function openMap(extract: TestExtract) {
  const { id, state } = await deployment.upload(buildExtract(extract), 'coast.osm.pbf');
  expect(state).toBe('ready');
  return openArchive(deployment, id);
}

/** Sea and lakes. */
async function readWater(
  map: Awaited<ReturnType<typeof openMap>>,
  ...place: [longitude: number, latitude: number, zoom?: number]
) {
  const sea = await readFeatures(map, 'ocean', ...place);
  return [...sea, ...(await readFeatures(map, 'water_polygons', ...place))];
}

/** The places that are covered by water. */
async function listWet(map: Awaited<ReturnType<typeof openMap>>, zoom = 14): Promise<string[]> {
  const wet: string[] = [];
  for (const [name, place] of Object.entries(places))
    if (covers(await readWater(map, ...place, zoom), ...place, zoom)) wet.push(name);
  return wet;
}

test('the sea is on the right of a coast that crosses the area, and around an island with a lake', async () => {
  const map = await openMap(join(mainland, island, area));
  for (const zoom of [10, 12, 14]) expect(await listWet(map, zoom)).toEqual(['sea', 'seaNearCoast', 'lake']);
  expect(await readGround(map, places.islandStreet)).toBe('known');
  // The island covers the whole tile.
  expect(await readWater(map, ...places.islandStreet)).toEqual([]);
});

test('the sea is around an island in an area without another coast', async () => {
  const map = await openMap(join(island, area));
  expect(await listWet(map)).toEqual(['sea', 'seaNearCoast', 'street', 'land', 'lake']);
});

test('an island across the edge of the area ends there', async () => {
  const nodes = line(51, [10.35, 50.01], [10.45, 50.01], [10.45, 50.05], [10.35, 50.05]);
  const ways = [{ id: 107, nodes: [51, 52, 53, 54, 51], tags: coastline }];
  const map = await openMap(join(mainland, area, { nodes, ways }));
  const place = [10.38, 50.03] as const;
  expect(covers(await readWater(map, ...place), ...place)).toBe(false);
  expect(await listWet(map)).toEqual(['sea', 'seaNearCoast', 'islandStreet', 'lake']);
});

test('where a coast ends shortly before the edge, the world map shows land and sea', async () => {
  const [first, ...others] = mainland.nodes;
  const nodes = [{ id: first?.id ?? 0, at: [10.01, 50.15] as const }, ...others];
  const street = {
    nodes: line(61, [10.004, 50.152], [10.006, 50.152]),
    ways: [{ id: 108, nodes: [61, 62], tags: road }],
  };
  const map = await openMap(join({ ...mainland, nodes }, island, area, street));
  expect(await readGround(map, [10.005, 50.152])).toBe('unknown');
  const end = [10.005, 50.148] as const;
  expect(covers(await readWater(map, ...end), ...end)).toBe(false);
  expect(await readGround(map, places.islandStreet)).toBe('known');
  expect(await listWet(map)).toEqual(['sea', 'seaNearCoast', 'lake']);
});

test.each([
  ['has a gap', { ...mainland, ways: mainland.ways.slice(0, 1) }],
  [
    'turns around',
    { ...mainland, ways: [{ id: 101, nodes: [12, 11], tags: coastline }, ...mainland.ways.slice(0, 1)] },
  ],
  [
    'crosses the area twice in the same direction',
    {
      nodes: [...mainland.nodes, ...line(15, [9.99, 50.17], [10.41, 50.17])],
      ways: [...mainland.ways, { id: 109, nodes: [15, 16], tags: coastline }],
    },
  ],
  [
    'leaves settlements in the sea',
    {
      ...mainland,
      nodes: [
        ...mainland.nodes,
        { id: 15, at: [10.3, 50.05] as const, tags: { place: 'town', name: 'Porto' } },
      ],
    },
  ],
])('where a coast %s, the world map shows land and sea everywhere', async (_, coast) => {
  const map = await openMap(join(coast, island, area));
  expect(await listWet(map)).toEqual(['lake']);
  for (const place of [places.street, places.islandStreet, places.lake])
    expect(await readGround(map, place)).toBe('unknown');
});
