/** The rows of names: loaded once, deleted with their archive, and bounded. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/time.ts';
import { buildExtract, type TestExtract } from '../extract/osm/extract.fixture.ts';
import { startArchiveApp } from '../map-archives.fixture.ts';
import { createNameSearch, near } from './map-names.fixture.ts';
import { towns } from './town.fixture.ts';

let deployment: Awaited<ReturnType<typeof startArchiveApp>>;
let archive: number;
let find: ReturnType<typeof createNameSearch>['find'];
let names: ReturnType<typeof createNameSearch>['names'];
let describeAt: ReturnType<typeof createNameSearch>['describeAt'];
beforeAll(async () => {
  deployment = await startArchiveApp();
  ({ find, names, describeAt } = createNameSearch(deployment));
  archive = (await deployment.upload(buildExtract(towns), 'towns.osm.pbf')).id;
});
afterAll(() => deployment.close());

async function countRows(): Promise<number[]> {
  const tables = ['map_names', 'map_name_keys', 'map_street_lines', 'map_house_numbers'];
  const counts = tables.map(async (table) => {
    const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(
      deployment.app.db,
    );
    return Number(rows[0]?.count);
  });
  return Promise.all(counts);
}

describe('the names of an archive', () => {
  test('are found once where maps overlap, and only while the map is shown', async () => {
    const before = await countRows();
    const second = (await deployment.upload(buildExtract(towns), 'again.osm.pbf')).id;
    expect(await countRows()).toEqual(before.map((count) => 2 * count));
    expect(await names('main street')).toEqual(['Main Street, Testham', 'Main Street, Otherham']);
    expect(await names('testham')).toEqual(['Testham']);
    for (const id of [archive, second])
      await deployment.app.send('admin', 'PUT', `/map-archives/${id}`, { active: false });
    expect(await names('main street')).toEqual([]);
    expect(await describeAt('50.01008,10.0111')).toEqual({ street: null, point: null, place: null });
    await deployment.app.send('admin', 'PUT', `/map-archives/${archive}`, { active: true });
    await deployment.app.send('admin', 'DELETE', `/map-archives/${second}`);
    expect(await countRows()).toEqual(before);
  });

  test('are replaced when an attempt begins anew, and deleted when it fails', async () => {
    const before = await countRows();
    const { db, jobs } = deployment.app;
    const bytes = buildExtract(towns);
    const { id } = (await deployment.begin(bytes.length, { file_name: 'x.osm.pbf' })).body;
    // What a killed process has left.
    await sql`insert into map_names (archive_id, id, kind, name, x, y) values (${id}, 1, 'street', 'Left', 0.5, 0.5)`.execute(
      db,
    );
    await deployment.sendChunk(id, 0, bytes);
    await jobs.runPending();
    expect((await deployment.read(id)).state).toBe('ready');
    expect(await countRows()).toEqual(before.map((count) => 2 * count));
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);

    const broken = bytes.subarray(0, bytes.length - 20);
    const other = (await deployment.begin(broken.length, { file_name: 'x.osm.pbf' })).body.id;
    await sql`insert into map_names (archive_id, id, kind, name, x, y) values (${other}, 1, 'street', 'Left', 0.5, 0.5)`.execute(
      db,
    );
    await deployment.sendChunk(other, 0, broken);
    await jobs.runPending();
    expect((await deployment.read(other)).state).toBe('failed');
    expect(await countRows()).toEqual(before);
  });

  test('are gone when the archive is deleted while it is being made', async () => {
    const before = await countRows();
    const bytes = buildExtract(towns);
    const { id } = (await deployment.begin(bytes.length, { file_name: 'x.osm.pbf' })).body;
    await deployment.sendChunk(id, 0, bytes);
    const running = deployment.app.jobs.runPending();
    await eventually(async () => expect((await deployment.read(id)).state).toBe('building'));
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
    await running;
    expect(await countRows()).toEqual(before);
  });

  test('are stored without what could disturb a page', async () => {
    const hostile: TestExtract = {
      nodes: [
        ...(towns.nodes ?? []).slice(0, 4),
        { id: 21, at: [10.01, 50.01] },
        { id: 22, at: [10.012, 50.01] },
        {
          id: 31,
          at: [10.02, 50.01],
          tags: { place: 'town', name: '\u202e\u0000Evil\u2028 \u0007Town\u200b' },
        },
        { id: 32, at: [10.03, 50.01], tags: { place: 'town', name: '\u202e\u200b\u0000' } },
        { id: 33, at: [10.04, 50.01], tags: { place: 'town', name: '???' } },
        { id: 34, at: [10.05, 50.01], tags: { amenity: 'school', name: `Long ${'x'.repeat(100_000)}` } },
        {
          id: 35,
          at: [10.0101, 50.0101],
          tags: { 'addr:street': 'Evil Street', 'addr:housenumber': `1${'2'.repeat(100_000)}` },
        },
        {
          id: 36,
          at: [10.06, 50.01],
          tags: {
            place: 'town',
            name: 'Poly',
            ...Object.fromEntries(
              Array.from({ length: 2000 }, (_, index) => [
                `name:${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + (Math.floor(index / 26) % 26))}${String.fromCharCode(97 + Math.floor(index / 676))}`,
                `Poly ${index}`,
              ]),
            ),
          },
        },
      ],
      ways: [
        {
          id: 101,
          nodes: [21, 22],
          tags: { highway: 'residential', name: '<b>Evil</b> Street', alt_name: ';'.repeat(100_000) },
        },
      ],
    };
    const { id, state } = await deployment.upload(buildExtract(hostile), 'evil.osm.pbf');
    expect(state).toBe('ready');
    expect((await names('evil')).toSorted()).toEqual([
      '<b>Evil</b> Street, Evil Town',
      'Evil Street, Evil Town',
      'Evil Town',
    ]);
    expect((await find('long'))[0]?.name).toHaveLength(120);
    expect((await find('evil street', { near }))[0]?.house_number).toBeNull();
    const { rows } = await sql<{ count: number }>`
      select (select count(*) from jsonb_object_keys(names))::int as count from map_names where name = 'Poly'`.execute(
      deployment.app.db,
    );
    expect(rows[0]?.count).toBe(40);
    await deployment.app.send('admin', 'DELETE', `/map-archives/${id}`);
  });
});
