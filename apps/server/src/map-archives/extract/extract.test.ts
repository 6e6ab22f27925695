/** Maps that are made from an OpenStreetMap extract, through the API. */
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { classifyRings } from '@mapbox/vector-tile';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { eventually } from '../../testing/time.ts';
import { buildArchive } from '../archive/archive.fixture.ts';
import { startArchiveApp } from '../map-archives.fixture.ts';
import {
  buildExtract,
  cornersOf,
  encodeBlob,
  encodeHeader,
  type TestExtract,
  village,
} from './osm/extract.fixture.ts';
import { covers, openArchive, readFeatures } from './read-archive.fixture.ts';
import { buildDirectoryOf, computeMaxBuildMs, prepareBuildDirectory, runBuild } from './run-build.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
beforeAll(async () => {
  deployment = await startArchiveApp();
});
afterAll(() => deployment.close());
afterEach(() => deployment.deleteAll());

const openMap = (id: number) => openArchive(deployment, id);

const failureOf = async (bytes: Buffer) => {
  const { state, failure } = await deployment.upload(bytes, 'area.osm.pbf');
  return state === 'failed' ? failure?.rule : state;
};

describe('a map from an extract', () => {
  test('has streets, buildings, waters with their islands, places and points', async () => {
    const archive = await deployment.upload(buildExtract(village), 'area.osm.pbf');
    expect(archive).toMatchObject({
      state: 'ready',
      schema: 'shortbread',
      bounds: [10, 50, 10.04, 50.02],
      max_zoom: 14,
      attribution: [{ text: '© OpenStreetMap contributors' }],
    });
    const map = await openMap(archive.id);
    const streets = await readFeatures(map, 'streets', 10.001, 50.001);
    expect(streets.map(({ properties }) => properties)).toEqual([{ kind: 'residential' }]);
    const streetNames = await readFeatures(map, 'street_labels', 10.001, 50.001);
    expect(streetNames.map(({ properties }) => properties)).toEqual([
      { kind: 'residential', name: 'Main Street' },
    ]);
    // Both ways are one line, so that the name has room.
    expect(streetNames[0]?.loadGeometry()).toHaveLength(1);
    expect(await readFeatures(map, 'buildings', 10.0051, 50.0021)).toHaveLength(1);
    const points = await readFeatures(map, 'pois', 10.001, 50.001);
    expect(points[0]?.properties).toEqual({ amenity: 'hospital', name: 'Hospital', name_ar: 'مستشفى' });
    const places = await readFeatures(map, 'place_labels', 10.002, 50.002);
    expect(places[0]?.properties).toEqual({ kind: 'village', name: 'Testham' });
    const [lake, island] = [[10.035, 50.01] as const, [10.02, 50.01] as const];
    for (const zoom of [11, 14]) {
      expect(covers(await readFeatures(map, 'water_polygons', ...lake, zoom), ...lake, zoom)).toBe(true);
      expect(covers(await readFeatures(map, 'water_polygons', ...island, zoom), ...island, zoom)).toBe(false);
    }
    const names = await readFeatures(map, 'water_polygons_labels', 10.02, 50.01);
    const elsewhere = await readFeatures(map, 'water_polygons_labels', 10.005, 50.01);
    expect([...names, ...elsewhere].map(({ properties }) => properties['name'])).toContain('Lake');
  });

  test('is made of old data too, whose ways have the tags of the area', async () => {
    const { nodes = [], ways = [] } = village;
    const old: TestExtract = {
      nodes,
      ways: ways.map((way) => (way.id === 101 ? { ...way, tags: { natural: 'water' } } : way)),
      relations: [
        {
          id: 201,
          members: [{ id: 101 }, { id: 102 }, { id: 103, role: 'inner' }],
          tags: { type: 'multipolygon' },
        },
      ],
    };
    const { id } = await deployment.upload(buildExtract(old), 'area.osm.pbf');
    const map = await openMap(id);
    const place = [10.035, 50.01] as const;
    expect(covers(await readFeatures(map, 'water_polygons', ...place), ...place)).toBe(true);
  });

  test('keeps all houses beside one whose outline crosses itself', async () => {
    const corner = (longitude: number, latitude: number): (readonly [number, number])[] => [
      [longitude, latitude],
      [longitude + 1e-4, latitude],
      [longitude + 1e-4, latitude + 1e-4],
      [longitude, latitude + 1e-4],
    ];
    // In the tile at its left end, its parts turn in the other direction.
    const crossing: (readonly [number, number])[] = [
      [10.001, 50.003],
      [10.001, 50.008],
      [10.5, 49.965],
      [10.5, 50.046],
    ];
    const outlines = [crossing, corner(10.003, 50.001), corner(10.005, 50.001), corner(10.007, 50.001)];
    const nodes = outlines.flatMap((outline, index) =>
      outline.map((at, place) => ({ id: 10 * index + place + 1, at })),
    );
    const ways = outlines.map((_, index) => ({
      id: index + 1,
      nodes: [1, 2, 3, 4, 1].map((place) => 10 * index + place),
      tags: { building: 'yes' },
    }));
    const { id } = await deployment.upload(buildExtract({ nodes, ways }), 'area.osm.pbf');
    const buildings = await readFeatures(await openMap(id), 'buildings', 10.003, 50.001);
    const polygons = buildings.flatMap((feature) => classifyRings(feature.loadGeometry()));
    expect(polygons.map((rings) => rings.length)).toEqual([1, 1, 1, 1]);
  });

  test('has texts without what is not drawn, and with whole letters', async () => {
    const tags = { place: 'hamlet', name: '\u202Eevil\u0000', 'addr:street': 'Main Street' };
    const number = { 'addr:housenumber': '1234567890123456789😀' };
    const place = { id: 900_000, at: [10.001, 50.001] as const, tags: { ...tags, ...number } };
    const { id, state } = await deployment.upload(
      buildExtract({ ...village, nodes: [...(village.nodes ?? []), place] }),
      'area.osm.pbf',
    );
    expect(state).toBe('ready');
    const map = await openMap(id);
    const names = await readFeatures(map, 'place_labels', 10.001, 50.001);
    expect(names.map(({ properties }) => properties['name'])).toContain('evil');
    const houses = await readFeatures(map, 'addresses', 10.001, 50.001);
    expect(houses.map(({ properties }) => properties['housenumber'])).toContain(number['addr:housenumber']);
  });

  test('is made of a file of the server and of one without compression', async () => {
    await writeFile(
      path.join(deployment.directory, 'area.osm.pbf'),
      buildExtract({ ...village, isCompressed: false }),
    );
    const { body } = await deployment.app.send<{ files: { name: string }[] }>(
      'admin',
      'GET',
      '/map-archives/server-files',
    );
    expect(body.files.map(({ name }) => name)).toEqual(['area.osm.pbf']);
    const input = { source: 'file', name: 'Area', file_name: 'area.osm.pbf' };
    const { id } = (await deployment.app.send<{ id: number }>('admin', 'POST', '/map-archives', input)).body;
    await deployment.app.jobs.runPending();
    expect(await deployment.read(id)).toMatchObject({ state: 'ready', origin: 'area.osm.pbf' });
  });

  test('leaves no temporary files', async () => {
    await deployment.upload(buildExtract(village), 'area.osm.pbf');
    await failureOf(Buffer.concat([encodeHeader(), Buffer.alloc(100, 1)]));
    const names = await readdir(deployment.app.storageDir, { recursive: true });
    expect(names.filter((name) => name.includes('map-build'))).toEqual([]);
    expect(names.filter((name) => /\.pmtiles\.\d+$/.test(name))).toEqual([]);
  });

  test('stops when it is deleted', async () => {
    const { id } = (await deployment.begin(1, { file_name: 'x.osm.pbf' })).body;
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    const bytes = buildExtract(village);
    const other = (await deployment.begin(bytes.length, { file_name: 'x.osm.pbf' })).body;
    await deployment.sendChunk(other.id, 0, bytes);
    const running = deployment.app.jobs.runPending();
    await eventually(async () => expect((await deployment.read(other.id)).state).not.toBe('importing'));
    await deployment.app.send('admin', 'DELETE', `/map-archives/${other.id}`);
    await running;
    expect(await deployment.list()).toEqual([]);
  });

  test('does not keep archives waiting that need no build, however many extracts wait', async () => {
    const running = await startArchiveApp();
    try {
      await running.app.jobs.start();
      const add = async (file_name: string, bytes: Buffer) => {
        const { id } = (await running.begin(bytes.length, { file_name })).body;
        await running.sendChunk(id, 0, bytes);
        return id;
      };
      const extracts: number[] = [];
      for (const name of ['a', 'b', 'c', 'd'])
        extracts.push(await add(`${name}.osm.pbf`, buildExtract(village)));
      const archive = await add('li.pmtiles', buildArchive());
      const stateOf = async (id: number) => (await running.read(id)).state;
      await eventually(async () => expect(await stateOf(archive)).toBe('ready'));
      const states = await Promise.all(extracts.map(stateOf));
      expect(states.filter((state) => state === 'ready').length).toBeLessThan(2);
      for (const id of extracts)
        await eventually(async () => expect(await stateOf(id)).toBe('ready'), 60_000);
    } finally {
      await running.close();
    }
  });

  test('is refused when its build takes much longer than that of a real extract', async () => {
    const directory = buildDirectoryOf(deployment.directory, 1);
    await prepareBuildDirectory(directory);
    await writeFile(directory.extract, buildExtract(village));
    const build = runBuild(
      directory,
      { signal: new AbortController().signal, maxMs: 0 },
      async () => undefined,
    );
    await expect(build).rejects.toMatchObject({ rule: 'extractComplex' });
    // A slow machine takes six seconds for each megabyte, and half a minute to begin.
    const ofSlowMachine = (megabytes: number) => (30 + 6 * megabytes) * 1000;
    for (const megabytes of [0.01, 1, 20, 300]) {
      const limit = computeMaxBuildMs(megabytes * 1e6);
      expect(limit).toBeGreaterThan(1.5 * ofSlowMachine(megabytes));
      expect(limit).toBeLessThan(3 * ofSlowMachine(megabytes));
    }
  });
});

describe('an extract that cannot be used', () => {
  const { nodes = [], ways = [] } = village;

  test('is refused with its first bytes when it is something else', async () => {
    const { id } = (await deployment.begin(500, { file_name: 'area.osm.pbf' })).body;
    const refused = await deployment.sendChunk(id, 0, Buffer.alloc(500, 'x'));
    expect([errorPointers(refused), errorCodes(refused)]).toEqual([['/file'], ['archiveFormat']]);
  });

  test('is refused before its upload when it is too large', async () => {
    const refused = await deployment.begin(archiveLimits.extractBytes + 1, { file_name: 'area.osm.pbf' });
    expect([errorPointers(refused), errorCodes(refused)]).toEqual([['/size'], ['extractSize']]);
  });

  test('fails with the reason when it is damaged', async () => {
    const good = buildExtract(village);
    expect(await failureOf(good.subarray(0, good.length - 20))).toBe('extractDamaged');
    const broken = Buffer.concat([encodeHeader(), encodeBlob('OSMData', Buffer.alloc(2000, 0xff))]);
    expect(await failureOf(broken)).toBe('extractDamaged');
    const flipped = Buffer.from(good);
    flipped.fill(0xaa, good.length - 200, good.length - 100);
    expect(await failureOf(flipped)).toBe('extractDamaged');
  });

  test('fails when a small blob unpacks to very much', async () => {
    const bomb = encodeBlob('OSMData', Buffer.alloc(60_000_000));
    expect(await failureOf(Buffer.concat([encodeHeader(), bomb]))).toBe('extractDamaged');
    const allowed = encodeBlob('OSMData', Buffer.alloc(30_000_000));
    expect(await failureOf(Buffer.concat([encodeHeader(), allowed]))).toBe('extractComplex');
  });

  test('fails when its nodes are not sorted, have huge ids, or are spread over the world', async () => {
    const unsorted = { ...village, nodes: nodes.toReversed() };
    expect(await failureOf(buildExtract(unsorted))).toBe('extractUnsorted');
    const huge = { ...village, nodes: [...nodes, { id: 2 ** 60, at: [10, 50] as const }] };
    expect(await failureOf(buildExtract(huge))).toBe('extractDamaged');
    const world = { ...village, nodes: [...nodes, ...cornersOf(900, [-179, -80, 179, 80])] };
    expect(await failureOf(buildExtract(world))).toBe('extractArea');
  });

  test('fails when one lake would fill a hundred thousand files', async () => {
    const nodes = cornersOf(1, [-20, -15, 20, 15]);
    const lake = { id: 1, nodes: [1, 2, 3, 4, 1], tags: { natural: 'water' } };
    expect(await failureOf(buildExtract({ nodes, ways: [lake] }))).toBe('extractComplex');
  });

  test('fails when it is empty, or needs another reader', async () => {
    expect(await failureOf(buildExtract({ nodes: [] }))).toBe('extractEmpty');
    expect(await failureOf(buildExtract({ nodes: cornersOf(1, [10, 50, 11, 51]) }))).toBe('extractEmpty');
    const history = { ...village, features: ['OsmSchema-V0.6', 'HistoricalInformation'] };
    expect(await failureOf(buildExtract(history))).toBe('extractUnsupported');
  });

  test('a relation of itself, ways without nodes and rings that do not close are left out', async () => {
    const relations = [
      {
        id: 300,
        members: [{ id: 300, isRelation: true as const }, { id: 101 }],
        tags: { type: 'multipolygon', natural: 'water' },
      },
    ];
    const lost = { id: 107, nodes: [7001, 7002], tags: { highway: 'primary' } };
    const { id, state } = await deployment.upload(
      buildExtract({ nodes, ways: [...ways, lost], relations }),
      'area.osm.pbf',
    );
    expect(state).toBe('ready');
    expect(await readFeatures(await openMap(id), 'water_polygons', 10.035, 50.01)).toEqual([]);
  });
});

const country = path.resolve(
  import.meta.dirname,
  '../../../../../../shared/data/liechtenstein-2013-08-03.osm.pbf',
);
/** A checkout beside others has it one folder higher. */
const sharedFile = [country, country.replace('/shared/', '/../shared/')]
  .map((file) => path.normalize(file))
  .find(existsSync);

// Skipped where the extract of OpenStreetMap is not beside the checkout.
test.skipIf(sharedFile === undefined)('a whole country has its streets, rivers and places', async () => {
  const archive = await deployment.upload(await readFile(sharedFile ?? ''), 'liechtenstein.osm.pbf');
  expect(archive).toMatchObject({ state: 'ready', schema: 'shortbread' });
  const map = await openMap(archive.id);
  const streets = await readFeatures(map, 'street_labels', 9.5209, 47.141);
  expect(streets.map(({ properties }) => properties['name'])).toContain('Städtle');
});
