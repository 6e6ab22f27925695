/** What of OpenStreetMap is on a map that was made from an extract, through the API. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startArchiveApp } from '../../map-archives.fixture.ts';
import { buildExtract, cornersOf, type TestExtract, village } from '../osm/extract.fixture.ts';
import { openArchive, readFeatures } from '../read-archive.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());
afterEach(() => deployment.deleteAll());

const at = [10.001, 50.001] as const;

/** Makes a map of the village with more. @returns the properties of the features of a layer in the tile with its hospital */
async function buildMap({ nodes = [], ways = [] }: TestExtract) {
  const own = [...nodes, ...(village.nodes ?? [])].toSorted((a, b) => a.id - b.id);
  const extract = { ...village, nodes: own, ways: [...(village.ways ?? []), ...ways] };
  const { id } = await deployment.upload(buildExtract(extract), 'area.osm.pbf');
  const map = await openArchive(deployment, id);
  return async (layer: string, zoom = 14) =>
    (await readFeatures(map, layer, ...at, zoom)).map(({ properties }) => properties);
}

/** Points beside the hospital. */
const pointsOf = (...tags: Record<string, string>[]) =>
  tags.map((own, index) => ({ id: 900_000 + index, at, tags: own }));

const corners = cornersOf(910_000, [10.0002, 50.0002, 10.0012, 50.0012]);
/** Areas beside the hospital, and lines. */
const areasOf = (...tags: Record<string, string>[]) =>
  tags.map((own, index) => ({
    id: 900 + index,
    nodes: [0, 1, 2, 3, 0].map((corner) => 910_000 + corner),
    tags: own,
  }));
const linesOf = (...tags: Record<string, string>[]) =>
  tags.map((own, index) => ({ id: 1000 + index, nodes: [1, 2], tags: own }));

const search = async (text: string) =>
  (
    await deployment.app.send<{ results: { name: string; type: string | null }[] }>(
      'visitor',
      'GET',
      `/map-archives/names?q=${text}`,
    )
  ).body.results;

test('house numbers, road numbers and other points with a name are there', async () => {
  const read = await buildMap({
    nodes: [
      ...corners,
      ...pointsOf({
        shop: 'bakery',
        name: 'Bread',
        'addr:housenumber': '12a',
        'addr:street': 'Main Street',
      }),
    ],
    ways: linesOf({ highway: 'secondary', ref: 'K 7;E 43' }),
  });
  expect(await read('addresses')).toEqual([{ housenumber: '12a' }]);
  expect(await read('street_labels')).toContainEqual({ kind: 'secondary', ref: 'K 7\nE 43' });
  expect(await read('pois')).toContainEqual({ shop: 'bakery', name: 'Bread' });
  expect(await search('Bread')).toMatchObject([{ name: 'Bread', type: 'shop' }]);
});

test('roads, waters, land and borders have the layers and words of Shortbread', async () => {
  const areas = areasOf(
    { natural: 'wood' },
    { natural: 'wetland' },
    { natural: 'wetland', wetland: 'bog' },
    { amenity: 'school' },
    { landuse: 'basin', name: 'Pond' },
    { highway: 'pedestrian', area: 'yes', name: 'Market Square' },
  );
  const lines = linesOf(
    { highway: 'motorway_link', ref: 'A 1' },
    { railway: 'tram', name: 'Line 1' },
    { waterway: 'drain', name: 'Old Drain' },
    { boundary: 'administrative', admin_level: '4', disputed: 'yes' },
    { boundary: 'administrative', admin_level: '2' },
  );
  const read = await buildMap({ nodes: corners, ways: [...areas, ...lines] });
  expect(await read('land')).toEqual([{ kind: 'forest' }, { kind: 'marsh' }, { kind: 'bog' }]);
  expect(await read('sites')).toEqual([{ kind: 'school' }]);
  expect(await read('water_polygons')).toContainEqual({ kind: 'basin' });
  // Square metres of Mercator's projection: 111 by 173.
  const name = { kind: 'basin', name: 'Pond', way_area: expect.closeTo(19_300, -3) };
  expect(await read('water_polygons_labels')).toEqual([name]);
  expect(await read('street_polygons')).toEqual([{ kind: 'pedestrian' }]);
  expect(await read('streets')).toEqual([
    { kind: 'residential' },
    { kind: 'motorway', link: true },
    { kind: 'tram', rail: true },
  ]);
  expect(await read('street_labels')).toEqual([
    { kind: 'residential', name: 'Main Street' },
    { kind: 'motorway_link', ref: 'A 1' },
  ]);
  expect(await read('water_lines')).toEqual([{ kind: 'ditch' }]);
  expect(await read('water_lines_labels')).toEqual([{ kind: 'ditch', name: 'Old Drain' }]);
  expect(await read('boundaries')).toEqual([{ admin_level: 4, disputed: true }, { admin_level: 2 }]);
  expect(await search('Market')).toMatchObject([{ name: 'Market Square', type: null }]);
});

test('the numbers of roads are there where our style draws them, and a label without a text is not', async () => {
  const read = await buildMap({
    nodes: [...corners, ...pointsOf({ 'addr:housenumber': '\u200B', 'addr:street': 'Main Street' })],
    ways: linesOf(
      { highway: 'primary', ref: 'A 1;' },
      { highway: 'tertiary', ref: 'C 3' },
      { highway: 'track', ref: 'T 1' },
      { highway: 'secondary', ref: ';', name: '\u200B' },
      { waterway: 'stream', name: '\u200B' },
    ),
  });
  expect(await read('street_labels', 9)).toEqual([{ kind: 'primary', ref: 'A 1' }]);
  expect(await read('street_labels', 12)).toEqual([
    { kind: 'primary', ref: 'A 1' },
    { kind: 'tertiary', ref: 'C 3' },
  ]);
  expect(await read('street_labels')).toEqual([
    { kind: 'residential', name: 'Main Street' },
    { kind: 'primary', ref: 'A 1' },
    { kind: 'tertiary', ref: 'C 3' },
    { kind: 'track', ref: 'T 1' },
  ]);
  expect(await read('water_lines_labels')).toEqual([]);
  expect(await read('addresses')).toEqual([]);
});

test('places and points have them too, and the search calls them as before', async () => {
  const read = await buildMap({
    nodes: pointsOf(
      { highway: 'bus_stop', name: 'Stop' },
      { railway: 'station', name: 'Central' },
      { man_made: 'water_well', name: 'Old Well' },
      { place: 'town', capital: 'yes', name: 'Capital', 'name:fr': 'Capitale', 'name:en': 'Capital' },
    ),
  });
  expect(await read('public_transport')).toEqual([
    { kind: 'bus_stop', name: 'Stop' },
    { kind: 'station', name: 'Central' },
  ]);
  expect(await read('pois')).toContainEqual({ man_made: 'water_well', name: 'Old Well' });
  const capital = { kind: 'capital', name: 'Capital', name_fr: 'Capitale' };
  expect(await read('place_labels')).toContainEqual(capital);
  expect(await search('Central')).toMatchObject([{ type: 'train_station' }]);
  expect(await search('Old Well')).toMatchObject([{ type: 'water_point' }]);
  expect(await search('Capital')).toMatchObject([{ type: 'town' }]);
  expect(await search('Stop')).toMatchObject([{ kind: 'point', type: 'bus_stop' }]);
});

test('a name has a limited number of languages', async () => {
  const languages = Array.from({ length: 26 * 4 }, (_, index) => {
    const [first, second] = [Math.floor(index / 26), index % 26];
    return [`name:${String.fromCharCode(97 + first, 97 + second)}`, `Town ${index}`] as const;
  });
  const read = await buildMap({
    nodes: pointsOf({ place: 'town', name: 'Town', ...Object.fromEntries(languages) }),
  });
  const town = (await read('place_labels')).find(({ name }) => name === 'Town') ?? {};
  expect(Object.keys(town).filter((key) => key.startsWith('name_'))).toHaveLength(40);
});

test('a name is there once where several points have it, at the most important one', async () => {
  const read = await buildMap({
    nodes: [
      ...pointsOf(
        { highway: 'bus_stop', name: 'Central' },
        { amenity: 'bus_station', name: 'Central' },
        { railway: 'halt', name: 'Central' },
        { shop: 'kiosk', name: 'Central' },
        { highway: 'bus_stop', name: 'School' },
        { amenity: 'school', name: 'School' },
        { highway: 'bus_stop', name: 'Church' },
        { amenity: 'drinking_water' },
        { amenity: 'drinking_water' },
        { railway: 'station', name: 'Old Mill' },
        { amenity: 'pharmacy', name: 'Old Mill' },
        { amenity: 'hospital', name: 'Old Mill' },
      ),
      // About 300 meters away.
      { id: 900_100, at: [10.005, 50.001], tags: { highway: 'bus_stop', name: 'Church' } },
    ],
  });
  expect(await read('public_transport')).toEqual([
    { kind: 'halt', name: 'Central' },
    { kind: 'bus_stop', name: 'Church' },
    { kind: 'station', name: 'Old Mill' },
    { kind: 'bus_stop', name: 'Church' },
  ]);
  const points = await read('pois');
  expect(points.filter(({ name }) => name === 'School')).toEqual([{ amenity: 'school', name: 'School' }]);
  expect(points.filter(({ amenity }) => amenity === 'drinking_water')).toHaveLength(2);
  expect(points.map(({ name }) => name)).not.toContain('Central');
  // What matters in a crisis is not hidden by something else that is called so.
  expect(points.filter(({ name }) => name === 'Old Mill')).toHaveLength(2);
  // All that matter in a crisis are found.
  expect(await search('Central')).toHaveLength(4);
});

test('a border crossing is there, also one that was not saved to OpenStreetMap and has a negative id', async () => {
  const gates = [-1, -2].map((id) => ({
    id,
    at: [10.001 - id / 1e4, 50.001] as const,
    tags: { barrier: 'border_control', name: `Gate ${-id}` },
  }));
  const { id } = await deployment.upload(
    buildExtract({ ...village, nodes: [...gates, ...(village.nodes ?? [])] }),
    'area.osm.pbf',
  );
  const points = await readFeatures(await openArchive(deployment, id), 'pois', ...at);
  expect(points.map(({ properties }) => properties)).toEqual(
    expect.arrayContaining([
      { barrier: 'border_control', name: 'Gate 1' },
      { barrier: 'border_control', name: 'Gate 2' },
    ]),
  );
});
