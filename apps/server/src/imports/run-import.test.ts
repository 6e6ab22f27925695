import { limits } from '@waypost/contract/common/limits';
import type { Import, ImportPreview } from '@waypost/contract/imports/imports';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { errorCodes } from '../testing/app/test-app.ts';
import { ImportTestApp } from './import-app.fixture.ts';
import { importBatch } from './import-batch.ts';
import { deleteOldCsvFilesJob } from './imports.http.ts';
import { noPictures } from './pictures/row-pictures.ts';

let importApp: ImportTestApp;
beforeAll(async () => {
  importApp = await ImportTestApp.start();
});
afterAll(() => importApp.deployment.close());
afterEach(() => importApp.deletePosts());

test('rows with an id are imported once, from any file', async () => {
  const file = 'id,Title\n7,A one\n8,B two\n8,B two again\n8,B two\n,Without\n';
  const options = { id_column: 0 };
  expect(await importApp.importFile(file, [null, 'title'], { options })).toMatchObject({
    processed: '5',
    skipped: 1,
    posts: 4,
  });
  expect(await importApp.importFile(`${file}9,C three\n`, [null, 'title'], { options })).toMatchObject({
    skipped: 4,
    posts: 2,
  });
  expect((await importApp.readPosts()).map((post) => post.title)).toEqual([
    'A one',
    'B two',
    'B two again',
    'Without',
    'Without',
    'C three',
  ]);
});

test('the next file may use the same ids: a row is known by its id and its content', async () => {
  const options = { id_column: 0 };
  const may = 'ID,Title,Description\n1,Well dry,x\n2,Pump stolen,x\n3,Pipe burst,x\n';
  const june = 'ID,Title,Description\n1,Tank leaks,x\n2,Tap broken,x\n3,Meter gone,x\n';
  await importApp.importFile(may, [null, 'title', 'content'], { options });
  expect(await importApp.importFile(june, [null, 'title', 'content'], { options })).toMatchObject({
    skipped: 0,
    posts: 3,
  });
  const reordered = 'description,ID,title,Note\nx,3,Pipe burst,\ny,3,Pipe burst,\n';
  const { body } = await importApp.upload(reordered);
  const preview = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, {
    maps_to: ['content', null, 'title', null],
    fixed: importApp.fixed(),
    options: { id_column: 1 },
  });
  expect(preview.body.rows.map((row) => row.imported_before)).toEqual([true, false]);
  const again = await importApp.importFile(reordered, ['content', null, 'title', null], {
    options: { id_column: 1 },
  });
  expect(again).toMatchObject({ skipped: 1, posts: 1 });
});

test('columns of one heading, and rows of one content in a file', async () => {
  const settings = { options: { id_column: 0 } };
  const mapsTo = [null, 'title', 'content', null];
  await importApp.importFile('ID,Title,Note,Note\n1,A,x,y\n', mapsTo, settings);
  const { body } = await importApp.upload('ID,Title,Note,Note\n1,A,y,x\n1,A,y,x\n1,A,x,y\n');
  const request = { maps_to: mapsTo, fixed: importApp.fixed(), ...settings };
  const preview = await importApp.request<ImportPreview>('POST', `/csv/${body.id}/preview`, request);
  expect(preview.body.rows.map((row) => row.imported_before)).toEqual([false, true, true]);
  const beyond = await importApp.request('POST', `/csv/${body.id}/preview`, {
    ...request,
    options: { id_column: 4 },
  });
  expect([beyond.status, errorCodes(beyond)]).toEqual([422, ['invalid']]);
  expect((await importApp.request('PUT', `/csv/${body.id}`, { options: { id_column: 4 } })).status).toBe(422);
});

test('an import is undone, and can be repeated with another mapping', async () => {
  const finished = await importApp.importFile('Name,Text\nA one,More\nB two,More\n', ['title', 'content']);
  await importApp.deployment.send('admin', 'PUT', `/posts/${(await importApp.readPosts())[0]?.id}`, {
    content: 'Mended by the team',
  });
  expect(await importApp.readImport(finished.id)).toMatchObject({ posts: 2, changed: 1 });
  expect(
    (await importApp.request('POST', `/csv/${finished.id}/undo`, {}, importApp.tokens.admin)).body,
  ).toEqual({
    status: 'UNDOING',
  });
  expect((await importApp.request('DELETE', `/csv/${finished.id}`)).status).toBe(409);
  await importApp.deployment.jobs.runPending();
  expect(await importApp.readPosts()).toEqual([]);
  expect(await importApp.readImport(finished.id)).toMatchObject({
    status: 'UNDONE',
    posts: 0,
    collection_id: null,
    has_file: true,
  });
  expect(errorCodes(await importApp.request('POST', `/csv/${finished.id}/undo`, {}))).toEqual([
    'csvNothingToUndo',
  ]);
  await importApp.request('PUT', `/csv/${finished.id}`, { maps_to: ['content', 'title'] });
  await importApp.request('POST', `/csv/${finished.id}/import`, {});
  await importApp.deployment.jobs.runPending();
  expect((await importApp.readPosts()).map((post) => [post.title, post.content])).toEqual([
    ['More', 'A one'],
    ['More', 'B two'],
  ]);
  await importApp.request('DELETE', `/csv/${finished.id}`);
  expect(await importApp.readPosts()).toHaveLength(2);
});

test('only files that wait to be imported count towards those of an account', async () => {
  const addFiles = (status: string | null, count: number) =>
    sql`insert into imports (user_id, name, file, mime, size, columns, options, status)
      select id, 'a.csv', '.imports/' || n, 'text/csv', 3, '{title}', '{}'::jsonb, ${status}
      from users, generate_series(1, ${count}) as n where email = 'importer@example.org'`.execute(
      importApp.deployment.db,
    );
  await addFiles('SUCCESS', limits.csvFilesPerAccount);
  await addFiles('UNDONE', limits.csvFilesPerAccount);
  await addFiles('FAILED', 1);
  await addFiles(null, limits.csvFilesPerAccount - 2);
  expect((await importApp.upload('Name\nA\n')).status).toBe(200);
  const refused = await importApp.upload('Name\nA\n');
  expect([refused.status, errorCodes(refused)]).toEqual([422, ['limitPerAccount']]);
});

test('a change or deletion right after the start waits for the import, and names no field', async () => {
  const id = await importApp.startImport('Name\nA one\nB two\n', ['title']);
  const repeated: [string, 'DELETE' | 'PUT' | 'POST', string][] = [
    ['deletion', 'DELETE', `/csv/${id}`],
    ['deletion by its other address', 'DELETE', `/dataimport/${id}`],
    ['change', 'PUT', `/csv/${id}`],
    ['second start', 'POST', `/csv/${id}/import`],
  ];
  for (const [what, method, url] of repeated) {
    const { status, body, headers } = await importApp.request<{ errors: object[] }>(method, url, {});
    expect([what, status, Number(headers['retry-after']) > 0]).toEqual([what, 409, true]);
    expect(body.errors).toEqual([
      { status: 409, code: 'import.running', message: expect.any(String), params: {} },
    ]);
    expect((await importApp.request(method, url, {}, importApp.tokens.other)).status).toBe(404);
  }
  await importApp.deployment.jobs.runPending();
  expect(await importApp.readPosts()).toHaveLength(2);
  expect(errorCodes(await importApp.request('PUT', `/csv/${id}`, { maps_to: ['content'] }))).toEqual([
    'csvDone',
  ]);
  expect((await importApp.request('DELETE', `/csv/${id}`)).status).toBe(200);
  expect((await importApp.request('DELETE', `/csv/${id}`)).status).toBe(404);
});

test('undoing without Manage Posts keeps changed posts', async () => {
  const finished = await importApp.importFile('Name\nA one\nB two\n', ['title']);
  await importApp.deployment.send('admin', 'PUT', `/posts/${(await importApp.readPosts())[0]?.id}`, {
    content: 'Mended by the team',
  });
  await importApp.request('POST', `/csv/${finished.id}/undo`, {});
  await importApp.deployment.jobs.runPending();
  expect((await importApp.readPosts()).map((post) => post.title)).toEqual(['A one']);
});

test('an interrupted import resumes without duplicates', async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => `Row ${at + 1},${at % 100 === 50 ? 'many' : at}`);
  const { body } = await importApp.upload(['Title,Injured', ...rows].join('\n'));
  await importApp.request('PUT', `/csv/${body.id}`, {
    maps_to: ['title', importApp.survey.keyOf('Injured')],
    fixed: importApp.fixed(),
  });
  await importApp.request('POST', `/csv/${body.id}/import`, {});
  // The batch that ends with row 2,000 fails once, as if the database went away.
  await sql`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if exists (select from pg_sequences where sequencename = 'failures' and last_value >= 2) then return new; end if;
      if new.last_row = 2000 then
        perform nextval('failures');
        raise exception 'gone';
      end if;
      return new;
    end $$;
    create sequence failures;
    create trigger fail_once before update on imports for each row execute function fail_once()`.execute(
    importApp.deployment.db,
  );
  expect(await importApp.deployment.jobs.runPending()).toContainEqual(['import-csv', 'failed']);
  expect(await importApp.readImport(body.id)).toMatchObject({ status: 'PENDING', processed: '1750' });
  await importApp.deployment.jobs.runPending({ includeScheduled: true });
  await importApp.deployment.jobs.runPending({ includeScheduled: true });
  await sql`drop trigger fail_once on imports; drop function fail_once; drop sequence failures`.execute(
    importApp.deployment.db,
  );
  expect(await importApp.readImport(body.id)).toMatchObject({
    status: 'SUCCESS',
    processed: '2500',
    errors: '25',
    posts: 2475,
  });
  const titles = (await importApp.readPosts()).map((post) => post.title);
  expect(new Set(titles).size).toBe(2475);
  // Another process that had the same rows in hand finds them done.
  await sql`update imports set status = 'PENDING'`.execute(importApp.deployment.db);
  const { options = {} } = await importApp.readImport(body.id);
  const late = {
    rows: [{ row: 2001, line: 2002, cells: ['Row 2001', '1'] }],
    afterRow: 2000,
    progress: 1,
    options,
    taken: noPictures,
  };
  expect(await inTransaction(importApp.deployment.db, 'writes', (tx) => importBatch(tx, body.id, late))).toBe(
    false,
  );
  expect(await importApp.readPosts()).toHaveLength(2475);
});

test('a row that the database rejects does not stop the others', async () => {
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.title = 'Row 7' then raise exception 'no' using errcode = '22003'; end if;
      return new;
    end $$;
    create trigger refuse before insert on posts for each row execute function refuse()`.execute(
    importApp.deployment.db,
  );
  const rows = Array.from({ length: 40 }, (_, at) => `Row ${at + 1}`);
  const finished = await importApp.importFile(['Title', ...rows].join('\n'), ['title']);
  await sql`drop trigger refuse on posts; drop function refuse`.execute(importApp.deployment.db);
  expect(finished).toMatchObject({ status: 'SUCCESS', processed: '40', errors: '1', posts: 39 });
  const { body } = await importApp.request<{ results: { line: number }[] }>(
    'GET',
    `/csv/${finished.id}/errors`,
  );
  expect(body.results.map((rejected) => rejected.line)).toEqual([8]);
});

test('undoing stops a running import', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `Row ${at + 1}`);
  const { body } = await importApp.upload(['Title', ...rows].join('\n'));
  await importApp.request('PUT', `/csv/${body.id}`, { maps_to: ['title'], fixed: importApp.fixed() });
  await importApp.request('POST', `/csv/${body.id}/import`, {});
  await importApp.request('POST', `/csv/${body.id}/undo`, {});
  await importApp.deployment.jobs.runPending();
  expect(await importApp.readImport(body.id)).toMatchObject({ status: 'UNDONE', posts: 0 });
  expect(await importApp.readPosts()).toEqual([]);
});

test('an import whose job was cancelled fails and can be resumed; an undo is restarted', async () => {
  const callOff = async () => {
    const { body } = await importApp.request<{ results: { id: string }[] }>(
      'GET',
      '/jobs?group=waiting',
      undefined,
      importApp.tokens.admin,
    );
    for (const { id } of body.results)
      await importApp.request('DELETE', `/jobs/${id}`, undefined, importApp.tokens.admin);
    await importApp.deployment.jobs.runPending();
  };
  const sweep = async () => {
    await inTransaction(importApp.deployment.db, 'writes', (tx) =>
      importApp.deployment.jobs.add(tx, deleteOldCsvFilesJob, {}),
    );
    await importApp.deployment.jobs.runPending();
  };
  const id = await importApp.startImport('Title\nA one\nB two\n', ['title']);
  await sweep();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'SUCCESS', posts: 2 });
  await importApp.request('POST', `/csv/${id}/undo`, {});
  await callOff();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'UNDOING', posts: 2 });
  await sweep();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'UNDONE', posts: 0 });
  await importApp.request('POST', `/csv/${id}/import`, {});
  await callOff();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'PENDING' });
  await sweep();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'FAILED', failure: 'server' });
  await importApp.request('POST', `/csv/${id}/import`, {});
  await importApp.deployment.jobs.runPending();
  expect(await importApp.readImport(id)).toMatchObject({ status: 'SUCCESS', posts: 2 });
});

test('fails with the reason when permission or file is gone', async () => {
  const start = async () => {
    const { body } = await importApp.upload('Title\nA one\n');
    await importApp.request('PUT', `/csv/${body.id}`, { maps_to: ['title'], fixed: importApp.fixed() });
    await importApp.request('POST', `/csv/${body.id}/import`, {});
    return body.id;
  };
  const first = await start();
  await sql`update roles set permissions = '{}' where name = 'importers'`.execute(importApp.deployment.db);
  await importApp.deployment.jobs.runPending();
  await sql`update roles set permissions = '{Bulk Data Import}' where name = 'importers'`.execute(
    importApp.deployment.db,
  );
  expect(await importApp.readImport(first)).toMatchObject({ status: 'FAILED', failure: 'rights' });
  const second = await start();
  await sql`update imports set file = '.imports/0/none.csv' where id = ${second}`.execute(
    importApp.deployment.db,
  );
  await importApp.deployment.jobs.runPending();
  expect(await importApp.readImport(second)).toMatchObject({ status: 'FAILED', failure: 'file' });
});

test('enforces the limit of published posts', async () => {
  const operatorSettings = { features: { limits: { posts: 1 } } };
  await sql`insert into settings (name, value) values ('operator', ${JSON.stringify(operatorSettings)})
    on conflict (name) do update set value = excluded.value`.execute(importApp.deployment.db);
  const finished = await importApp.importFile('Title\nA one\nB two\n', ['title'], {
    fixed: importApp.fixed({ status: 'published' }),
  });
  await sql`delete from settings where name = 'operator'`.execute(importApp.deployment.db);
  expect(finished).toMatchObject({ posts: 1, errors: '1' });
});

test('serves the paths of the specification too', async () => {
  const { body } = await importApp.upload('Title\nA one\n', { path: '/dataimport' });
  await importApp.request('PUT', `/dataimport/${body.id}`, { maps_to: ['title'], fixed: importApp.fixed() });
  expect((await importApp.request('POST', `/dataimport/${body.id}/import`, {})).body).toEqual({
    status: 'PENDING',
  });
  await importApp.deployment.jobs.runPending();
  expect((await importApp.request<Import>('GET', `/dataimport/${body.id}`)).body).toMatchObject({
    url: expect.stringContaining('/csv/'),
  });
});
