/** JSON that was nested too deep for responses, and stored by an earlier version, does not prevent that lists are read. */
import type { Collection } from '@waypost/contract/collections/collections';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { up } from './0078-json-depth.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('members that are too deep are removed, and all others stay', async () => {
  const { id } = await createTestSurvey(app.db, { words: { type: 'varchar' } });

  for (const options of [`{"size": 3, "nested": ${nested(4000)}}`, nested(4110)])
    await sql`insert into sets (kind, name, view_options, filter)
      select kind, 'Deep', ${options}::jsonb, case kind when 'savedsearch'
        then ${`{"q": "bridge", "nested": ${nested(4000)}}`}::jsonb end
      from unnest(array['collection', 'savedsearch']) as kind`.execute(app.db);
  await sql`update attributes set config = ${`{"size": 3, "nested": ${nested(4000)}}`}::jsonb`.execute(
    app.db,
  );
  await sql`insert into layers (name, type, options, active, visible_by_default, data_url)
    values ('Deep', 'geojson', ${`{"a": ${nested(4000)}}`}::jsonb, true, false, 'https://example.org')`.execute(
    app.db,
  );
  await sql`insert into settings (name, value) values ('site', ${`{"name": "Desk", "nested": ${nested(4000)}}`}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(app.db);
  await app.db.transaction().execute(up);
  const read = async (url: string) => (await app.send<{ results: Collection[] }>('admin', 'GET', url)).body;
  expect((await read('/collections')).results.map((set) => set.view_options)).toEqual([{ size: 3 }, null]);
  expect((await read('/savedsearches')).results).toMatchObject([
    { view_options: { size: 3 }, filter: { q: 'bridge' } },
    { view_options: null, filter: { q: 'bridge' } },
  ]);
  expect(await read(`/forms/${id}/attributes`)).toMatchObject({ results: [{ config: { size: 3 } }] });
  expect(await read('/layers')).toMatchObject({ results: [{ options: {} }] });
  const site = await read('/config/site');
  expect(site).toMatchObject({ name: 'Desk' });
  expect(site).not.toHaveProperty('nested');
});
