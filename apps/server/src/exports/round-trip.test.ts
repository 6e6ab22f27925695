/** An export that is imported into an empty deployment creates the same posts. */
import { baseColumnHeadings, type ExportJob } from '@waypost/contract/exports/exports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ImportTestApp } from '../imports/import-app.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());

async function createExport(format: 'csv' | 'xlsx' = 'csv'): Promise<{ file: Buffer; job: ExportJob }> {
  const input = { entity_type: 'post', send_to_browser: true, format };
  const created = await importApp.deployment.send<ExportJob>('admin', 'POST', '/exports/jobs', input);
  await importApp.deployment.jobs.runPending();
  const { body: job } = await importApp.deployment.send<ExportJob>(
    'admin',
    'GET',
    `/exports/jobs/${created.body.id}`,
  );
  const url = (job.url ?? '').replace('https://report.example.org', '');
  return { job, file: (await importApp.deployment.fastify.inject({ url })).rawPayload };
}

/** Posts without what a deployment says of its own: their numbers, and when they came in. */
const readComparableState = async () =>
  (await importApp.readPosts()).map(({ title, content, status, values, post_date }) => ({
    title,
    content,
    status,
    values,
    post_date,
  }));
const categoriesOf = async () => {
  const { rows } = await sql<{ tags: string[] }>`
    select array(select tag from categories join post_categories on category_id = categories.id
      where post_id = posts.id order by tag) as tags from posts order by id`.execute(importApp.deployment.db);
  return rows.map((row) => row.tags);
};

test('importing an export creates the same posts, from CSV and from a workbook', async () => {
  const { keyOf: key, id } = importApp.survey;
  const { rows } = await sql<{ id: number; tag: string }>`select id, tag from categories order by id`.execute(
    importApp.deployment.db,
  );
  const posts = [
    {
      title: '=cmd|calc',
      content: 'Two lines,\n"quoted"; and\ttabs',
      status: 'published',
      post_date: '2024-03-05T06:07:08Z',
      values: {
        [key('Place')]: [{ lat: -1.286389, lon: 36.817223 }],
        [key('Injured')]: [-3],
        [key('Seen')]: ['2024-02-29'],
        [key('Needs')]: ['Food, water', 'Shelter'],
        [key('Kind')]: rows.map((row) => row.id),
        [key('Secret')]: ["'@quoted"],
        [key('Phones')]: ['+4232345678', '+254711222333'],
      },
    },
    {
      title: '@someone',
      content: '+254 700 (home)',
      status: 'archived',
      post_date: '2023-12-31T23:59:59Z',
      values: {},
    },
    {
      title: 'مرحبا',
      content: "'=already marked",
      status: 'draft',
      post_date: '2024-01-01T00:00:00Z',
      values: {},
    },
  ];
  for (const post of posts)
    expect((await importApp.deployment.send('admin', 'POST', '/posts', { form: id, ...post })).status).toBe(
      200,
    );
  const before = [await readComparableState(), await categoriesOf()];
  const first = await createExport();
  const workbook = await createExport('xlsx');
  expect(workbook.job.header_row).toEqual(first.job.header_row);
  const heading = first.job.header_row ?? [];
  expect(heading.slice(0, baseColumnHeadings.length)).toEqual(baseColumnHeadings);
  const targets: Record<string, string> = {
    'Post Status': 'status',
    'Post Date (UTC)': 'post_date',
    Title: 'title',
    Description: 'content',
    'Place.lat': `${key('Place')}.lat`,
    'Place.lon': `${key('Place')}.lon`,
    ...Object.fromEntries(
      ['Injured', 'Seen', 'Needs', 'Kind', 'Secret', 'Phones'].map((name) => [name, key(name)]),
    ),
  };
  const cellsOf = (file: Buffer) =>
    String(file)
      .split('\r\n')
      .map((line) => line.replace(/^\d+,(.*?,.*?),[^,]*,[^,]*,/, '$1,'));
  for (const [file, name] of [
    [first.file, 'posts.csv'],
    [workbook.file, 'posts.xlsx'],
  ] as const) {
    await importApp.deletePosts();
    const maps_to = heading.map((column) => targets[column] ?? null);
    const done = await importApp.importFile(file, maps_to, { name, fixed: { form: id } });
    expect([name, done.processed, done.errors]).toEqual([name, '3', '0']);
    expect([name, await readComparableState(), await categoriesOf()]).toEqual([name, ...before]);
    expect(cellsOf((await createExport()).file)).toEqual(cellsOf(first.file));
  }
});
