import type { Import, ImportPreview, RejectedRow } from '@waypost/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

test('a phone number is read as in the country of the site, and a wrong one rejects its row', async () => {
  const { deployment, survey } = importApp;
  await deployment.send('admin', 'PUT', '/config/site', { country: 'LI' });
  const file = 'Title,Phones\nBridge gone,"234 56 78, +41 44 668 18 00"\nOther,12\n';
  const done = await importApp.importFile(file, { 0: 'title', 1: survey.keyOf('Phones') });
  await deployment.send('admin', 'PUT', '/config/site', { country: null });
  expect(done).toMatchObject({ processed: '2', errors: '1' });
  expect(await importApp.readPosts()).toMatchObject([
    { values: { [survey.keyOf('Phones')]: ['+4232345678', '+41446681800'] } },
  ]);
});

test('imports a file, and reports invalid rows by line and column', async () => {
  const file = [
    'Title;Where lat;Where lon;Injured;Seen;Needs;Kind',
    'Bridge gone;-1,28;36,82;1.200;13/02/2024;food, water,Shelter;Roads, bridges,water',
    'Too many;-1,28;36,82;many;31/02/2024;;',
    ';;;;;;',
    '"Two\nlines";95;36,82;;;Cake;Cakes',
    'Long;1;2;;;;;8',
    '"\'=Formula";;;0;;;',
  ].join('\r\n');
  const key = importApp.survey.keyOf;
  const maps_to = {
    0: 'title',
    1: `${key('Place')}.lat`,
    2: `${key('Place')}.lon`,
    3: key('Injured'),
    4: key('Seen'),
    5: key('Needs'),
    6: key('Kind'),
  };
  const done = await importApp.importFile(`\uFEFF${file}`, maps_to, { options: { decimal: ',' } });
  expect(done).toMatchObject({
    status: 'SUCCESS',
    completed: true,
    processed: '5',
    errors: '3',
    name: 'floods 2024.csv',
    progress: 1,
    posts: 2,
  });
  const [bridge, formula, ...none] = await importApp.readPosts();
  expect(none).toEqual([]);
  expect(bridge).toMatchObject({
    title: 'Bridge gone',
    status: 'draft',
    values: {
      [key('Place')]: [{ lat: -1.28, lon: 36.82 }],
      [key('Injured')]: [1200],
      [key('Seen')]: ['2024-02-13 00:00:00'],
      [key('Needs')]: ['Food, water', 'Shelter'],
    },
  });
  expect(formula).toMatchObject({ title: '=Formula', values: { [key('Injured')]: [0] } });
  const { body: post } = await importApp.deployment.send<{ tags: unknown[]; sets: string[] }>(
    'admin',
    'GET',
    `/posts/${bridge?.id}`,
  );
  expect(post.tags).toHaveLength(2);
  expect(post.sets).toEqual([String(done.collection_id)]);
  const set = await importApp.deployment.send('admin', 'GET', `/collections/${done.collection_id}`);
  expect(set.body).toMatchObject({
    name: 'floods 2024.csv',
    description: 'Import',
    view: 'data',
    featured: false,
    role: ['admin', 'reviewer', 'editor', 'reviewer-without-personal-data'],
  });
  const asVisitor = await importApp.deployment.send('visitor', 'GET', `/collections/${done.collection_id}`);
  expect(asVisitor.status).toBe(404);

  const rejected = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
  expect(
    rejected.body.results.map(({ row, line, errors }) => [row, line, errors.map((e) => [e.column, e.code])]),
  ).toEqual([
    [
      2,
      3,
      [
        ['Injured', 'valueType'],
        ['Seen', 'valueType'],
      ],
    ],
    [
      4,
      5,
      [
        ['Where lat', 'valueType'],
        ['Needs', 'valueOption'],
        ['Kind', 'valueExists'],
      ],
    ],
    [5, 7, [[null, 'csvCells']]],
  ]);
  const again = await importApp.request<string>('GET', `/csv/${done.id}/errors.csv`);
  expect(again.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': "attachment; filename*=UTF-8''rejected-floods%202024.csv",
  });
  const lines = again.body.split('\r\n');
  expect(lines[0]).toBe(
    '\uFEFFTitle;Where lat;Where lon;Injured;Seen;Needs;Kind;Import line;Import problems',
  );
  expect(lines[1]).toBe(
    'Too many;-1,28;36,82;many;31/02/2024;;;3;"Injured must be a whole number; Seen must be a date"',
  );
});

test('the status may come from a column', async () => {
  const done = await importApp.importFile(
    'Title,State\nA one,Published\nB two,under_review\nC three,Archived\nD four,open\n',
    ['title', 'status'],
    {
      fixed: importApp.fixed({}),
    },
  );
  expect(done).toMatchObject({ processed: '4', errors: '1' });
  expect((await importApp.readPosts()).map((post) => post.status)).toEqual([
    'published',
    'draft',
    'archived',
  ]);
  const { body } = await importApp.request<{ results: RejectedRow[] }>('GET', `/csv/${done.id}/errors`);
  expect(body.results[0]?.errors).toMatchObject([{ column: 'State', code: 'oneOf' }]);
});

describe('a preview', () => {
  const preview = (id: number, body: object) =>
    importApp.request<ImportPreview>('POST', `/csv/${id}/preview`, body);

  test('guesses the mapping from names and contents, and shows parsed values', async () => {
    const file =
      'id;title;Description;Latitude;Longitude;injured;Date;Kind;Other\n1;Bridge;Gone;-1,28;36,82;2;03/04/2024;Water|Cakes;x\n';
    const { body } = await importApp.upload(Buffer.from(file, 'latin1'));
    const { body: previewed } = await preview(body.id, { fixed: importApp.fixed() });
    const key = importApp.survey.keyOf;
    expect(previewed.maps_to).toEqual([
      null,
      'title',
      'content',
      `${key('Place')}.lat`,
      `${key('Place')}.lon`,
      key('Injured'),
      'post_date',
      key('Kind'),
      null,
    ]);
    expect(previewed.options).toMatchObject({
      delimiter: ';',
      decimal: ',',
      separator: '|',
      date_order: 'mdy',
      id_column: 0,
    });
    expect(previewed.date_is_ambiguous).toBe(true);
    expect(previewed.rows[0]?.read).toEqual([
      null,
      'Bridge',
      'Gone',
      '-1.28',
      '36.82',
      '2',
      '2024-03-04',
      'Water · Cakes',
      null,
    ]);
    expect(previewed.rows[0]?.errors).toMatchObject([{ column: 'Kind', code: 'valueExists' }]);
    const turned = await preview(body.id, {
      fixed: importApp.fixed(),
      options: { date_order: 'dmy', create_tags: true },
    });
    expect(turned.body.rows[0]).toMatchObject({ errors: [] });
    expect(turned.body.rows[0]?.read[6]).toBe('2024-04-03');
    expect(await importApp.readPosts()).toEqual([]);
  });

  test('accepts another encoding than the detected one', async () => {
    const { body } = await importApp.upload(
      Buffer.from('Title\n\u00cf\u00f0\u00e8\u00e2\u00e5\u00f2\n', 'latin1'),
    );
    const { body: previewed } = await preview(body.id, {
      fixed: importApp.fixed(),
      options: { encoding: 'windows-1251' },
    });
    expect(previewed.rows[0]?.read).toEqual(['Привет']);
  });
});

describe('errors', () => {
  test('rejects files that are no CSV', async () => {
    const faults = async (file: string | Buffer, name = 'a.csv') => {
      const reply = await importApp.upload(file, { name });
      return [reply.status, errorPointers(reply), errorCodes(reply)];
    };
    expect(await faults('')).toEqual([422, ['/size'], ['csvEmpty']]);
    expect(await faults('x'.repeat(400_001))).toEqual([422, ['/size'], ['fileSize']]);
    expect(await faults(Buffer.from([80, 75, 3, 4, 0, 0, 0, 0]), 'a.xlsx')).toEqual([
      422,
      ['/mime'],
      ['importBroken'],
    ]);
    expect(await faults(' ,\n,\n')).toEqual([422, ['/columns'], ['csvEmpty']]);
    const { rows } = await sql`select from imports`.execute(importApp.deployment.db);
    expect(rows).toHaveLength(0);
  });

  test('rejects invalid mappings', async () => {
    const { body } = await importApp.upload('A,B\n1,2\n');
    const put = async (maps_to: unknown, over?: object) => {
      const reply = await importApp.request('PUT', `/csv/${body.id}`, {
        maps_to,
        fixed: importApp.fixed(over),
      });
      return [reply.status, errorPointers(reply), errorCodes(reply)];
    };
    expect(await put([null, null])).toEqual([422, ['/maps_to'], ['csvNone']]);
    const injured = importApp.survey.keyOf('Injured');
    expect(await put([injured, injured])).toEqual([422, ['/maps_to'], ['csvTwice']]);
    expect(await put(['nothing', null])).toEqual([422, ['/maps_to'], ['csvUnknown']]);
    expect(await put(['title', 'status'])).toEqual([422, ['/maps_to'], ['csvStatus']]);
    expect(await put(['title'], { form: 999_999 })).toEqual([422, ['/fixed'], ['exists']]);
    expect(errorCodes(await importApp.request('POST', `/csv/${body.id}/import`, {}))).toEqual(['required']);
  });

  test('rejects imports of others, missing permission for categories, and a disabled feature', async () => {
    const { body } = await importApp.upload('Title,Kind\nA one,New kind\n');
    for (const path of ['', '/errors', '/errors.csv'])
      expect(
        (await importApp.request('GET', `/csv/${body.id}${path}`, undefined, importApp.tokens.other)).status,
      ).toBe(404);
    expect(
      (await importApp.request('POST', `/csv/${body.id}/import`, {}, importApp.tokens.other)).status,
    ).toBe(404);
    expect(
      (await importApp.request<{ results: unknown[] }>('GET', '/csv', undefined, importApp.tokens.other)).body
        .results,
    ).toEqual([]);
    expect(
      (await importApp.request<{ results: unknown[] }>('GET', '/csv', undefined, importApp.tokens.admin)).body
        .results,
    ).toHaveLength(1);
    expect((await importApp.deployment.send('reviewer', 'GET', '/csv')).status).toBe(403);
    const maps_to = ['title', importApp.survey.keyOf('Kind')];
    await importApp.request('PUT', `/csv/${body.id}`, {
      maps_to,
      fixed: importApp.fixed(),
      options: { create_tags: true },
    });
    expect((await importApp.request('POST', `/csv/${body.id}/import`, {})).status).toBe(403);
    const off = { features: { 'data-import': { enabled: false } } };
    await sql`insert into settings (name, value) values ('operator', ${JSON.stringify(off)})
      on conflict (name) do update set value = excluded.value`.execute(importApp.deployment.db);
    expect((await importApp.upload('a\n1\n')).status).toBe(403);
    expect((await importApp.request('GET', '/csv', undefined, importApp.tokens.admin)).status).toBe(403);
    await sql`delete from settings where name = 'operator'`.execute(importApp.deployment.db);
  });
});

test('creates missing categories once, if permitted and requested', async () => {
  const { body } = await importApp.upload('Title,Kind\nA one,New kind\nB two,"new kind,Water"\n', {
    token: importApp.tokens.admin,
  });
  const put = {
    maps_to: ['title', importApp.survey.keyOf('Kind')],
    fixed: importApp.fixed(),
    options: { create_tags: true },
  };
  await importApp.request('PUT', `/csv/${body.id}`, put, importApp.tokens.admin);
  await importApp.request('POST', `/csv/${body.id}/import`, {}, importApp.tokens.admin);
  await importApp.deployment.jobs.runPending();
  expect(
    (await importApp.request<Import>('GET', `/csv/${body.id}`, undefined, importApp.tokens.admin)).body,
  ).toMatchObject({ errors: '0' });
  const { body: tags } = await importApp.deployment.send<{ results: { tag: string }[] }>(
    'admin',
    'GET',
    '/tags?q=new kind',
  );
  expect(tags.results.map((tag) => tag.tag)).toEqual(['New kind']);
});
