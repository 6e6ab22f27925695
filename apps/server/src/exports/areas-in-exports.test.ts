/** The areas of reports in exports, masked like their places. */
import type { AreaSet } from '@waypost/contract/areas/areas';
import { baseColumnHeadings } from '@waypost/contract/exports/exports';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;

const square = (west: number, south: number, size: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
    ],
  ],
});

async function addSet(name: string, level: number, areas: Record<string, object>) {
  const { body } = await app.send<AreaSet>('admin', 'POST', '/area-sets', { name, level });
  await app.send('admin', 'POST', `/area-sets/${body.id}/areas`, {
    areas: Object.entries(areas).map(([areaName, geometry]) => ({ name: areaName, geometry })),
  });
}

beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(
    app.db,
    {
      where: { type: 'point', input: 'location' },
      home: { type: 'point', input: 'location', private: true },
      words: { type: 'varchar' },
    },
    { hide_location: true },
  );
  // The hidden place is rounded to 50.12, 10.12.
  await addSet('Wards', 2, {
    'Real ward': square(10.1225, 50.1225, 0.001),
    'Shown ward': square(10.1195, 50.1195, 0.001),
    'Home ward': square(60, 60, 1),
  });
  await addSet('Districts', 1, { North: square(10, 50, 1), Northern: square(10, 50, 2) });
  await app.send('reviewer', 'POST', '/posts', {
    form: survey.id,
    title: 'A wall fell',
    status: 'published',
    values: {
      [survey.keyOf('where')]: [{ lat: 50.1231, lon: 10.1231 }],
      [survey.keyOf('home')]: [{ lat: 60.5, lon: 60.5 }],
    },
  });
  await sql`insert into roles (name, display_name, permissions)
    values ('bulk', 'bulk', ${['Bulk Data Import and Export']}::text[])`.execute(app.db);
  await sql`update users set role = 'bulk' where id = ${await app.idOf('settings manager')}`.execute(app.db);
});
afterAll(() => app.close());

async function readFile(actor: 'reviewer' | 'settings manager', query = '') {
  const { body } = await app.fastify.inject({
    url: `/api/v3/posts/export?form=${survey.id}${query}`,
    headers: { authorization: `Bearer ${await app.tokenOf(actor)}` },
  });
  return body;
}
async function readCsv(actor: 'reviewer' | 'settings manager', query = '') {
  const [head = [], row = []]: string[][] = parse(await readFile(actor, query), { bom: true });
  return { head, cells: Object.fromEntries(head.map((name, at) => [name, row[at]])) };
}

test('a file for the team has a column for each set, the largest areas first', async () => {
  const { head, cells } = await readCsv('reviewer');
  expect(head.slice(-3)).toEqual(['Districts', 'Wards', 'Post Status Label']);
  expect(cells).toMatchObject({ Districts: 'North,Northern', Wards: 'Home ward,Real ward' });
});

test('a file of somebody who gets hidden places has the areas of what is shown of them', async () => {
  const { cells } = await readCsv('settings manager');
  expect(cells).toMatchObject({ Districts: 'North,Northern', Wards: 'Shown ward', 'where.lat': '50.12' });
  const text = await readFile('settings manager', '&format=geojson');
  expect(JSON.parse(text)).toMatchObject({
    features: [{ properties: { areas: { Districts: ['North', 'Northern'], Wards: ['Shown ward'] } } }],
  });
  expect(text).not.toMatch(/Real ward|Home ward/);
});

test('a file without places has no areas', async () => {
  const { head } = await readCsv('reviewer', `&fields=${survey.keyOf('words')}`);
  expect(head).toEqual([...baseColumnHeadings, 'words', 'Post Status Label']);
});
