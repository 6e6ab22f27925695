import type { Import } from '@waypost/contract/imports';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { rulesOf } from '../testing/deployment.ts';
import { Importing } from './imports.fixture.ts';
import { sweepImports } from './imports.http.ts';
import { bringIn } from './run-import.ts';

let here: Importing;
beforeAll(async () => {
  here = await Importing.start();
});
afterAll(() => here.it.close());
afterEach(() => here.clear());

test('rows with an id come in once, from whichever file', async () => {
  const file = 'id,Title\n7,A one\n8,B two\n8,B two again\n,Without\n';
  const options = { id_column: 0 };
  expect(await here.bring(file, [null, 'title'], { options })).toMatchObject({
    processed: '4',
    skipped: 1,
    posts: 3,
  });
  expect(await here.bring(`${file}9,C three\n`, [null, 'title'], { options })).toMatchObject({
    skipped: 3,
    posts: 2,
  });
  expect((await here.posts()).map((post) => post.title)).toEqual([
    'A one',
    'B two',
    'Without',
    'Without',
    'C three',
  ]);
});

test('an import is undone, and can be made again with another mapping', async () => {
  const done = await here.bring('Name,Text\nA one,More\nB two,More\n', ['title', 'content']);
  await here.it.send('admin', 'PUT', `/posts/${(await here.posts())[0]?.id}`, {
    content: 'Mended by the team',
  });
  expect(await here.read(done.id)).toMatchObject({ posts: 2, changed: 1 });
  expect((await here.ask('POST', `/csv/${done.id}/undo`, {}, here.tokens.admin)).body).toEqual({
    status: 'UNDOING',
  });
  expect(rulesOf(await here.ask('DELETE', `/csv/${done.id}`))).toEqual(['csvRunning']);
  await here.it.jobs.workOff();
  expect(await here.posts()).toEqual([]);
  expect(await here.read(done.id)).toMatchObject({
    status: 'UNDONE',
    posts: 0,
    collection_id: null,
    has_file: true,
  });
  expect(rulesOf(await here.ask('POST', `/csv/${done.id}/undo`, {}))).toEqual(['csvNothingToUndo']);
  await here.ask('PUT', `/csv/${done.id}`, { maps_to: ['content', 'title'] });
  await here.ask('POST', `/csv/${done.id}/import`, {});
  await here.it.jobs.workOff();
  expect((await here.posts()).map((post) => [post.title, post.content])).toEqual([
    ['More', 'A one'],
    ['More', 'B two'],
  ]);
  await here.ask('DELETE', `/csv/${done.id}`);
  expect(await here.posts()).toHaveLength(2);
});

test('who does not manage posts leaves alone what was changed since', async () => {
  const done = await here.bring('Name\nA one\nB two\n', ['title']);
  await here.it.send('admin', 'PUT', `/posts/${(await here.posts())[0]?.id}`, {
    content: 'Mended by the team',
  });
  await here.ask('POST', `/csv/${done.id}/undo`, {});
  await here.it.jobs.workOff();
  expect((await here.posts()).map((post) => post.title)).toEqual(['A one']);
});

test('an import that dies in the middle goes on where it was, and doubles nothing', async () => {
  const rows = Array.from({ length: 2500 }, (_, at) => `Row ${at + 1},${at % 100 === 50 ? 'many' : at}`);
  const { body } = await here.upload(['Title,Injured', ...rows].join('\n'));
  await here.ask('PUT', `/csv/${body.id}`, {
    maps_to: ['title', here.survey.key('Injured')],
    fixed: here.fixed(),
  });
  await here.ask('POST', `/csv/${body.id}/import`, {});
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
    here.it.db,
  );
  expect(await here.it.jobs.workOff()).toEqual([['import-csv', 'failed']]);
  expect(await here.read(body.id)).toMatchObject({ status: 'PENDING', processed: '1750' });
  await here.it.jobs.workOff({ later: true });
  await here.it.jobs.workOff({ later: true });
  await sql`drop trigger fail_once on imports; drop function fail_once; drop sequence failures`.execute(
    here.it.db,
  );
  expect(await here.read(body.id)).toMatchObject({
    status: 'SUCCESS',
    processed: '2500',
    errors: '25',
    posts: 2475,
  });
  const titles = (await here.posts()).map((post) => post.title);
  expect(new Set(titles).size).toBe(2475);
  // Another process that had the same rows in hand finds them done.
  await sql`update imports set status = 'PENDING'`.execute(here.it.db);
  const late = [{ row: 2001, line: 2002, cells: ['Row 2001', '1'] }];
  expect(await inTransaction(here.it.db, 'writes', (tx) => bringIn(tx, body.id, late, 1))).toBe(false);
  expect(await here.posts()).toHaveLength(2475);
});

test('a row that the database refuses is left out, and the others come in', async () => {
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.title = 'Row 7' then raise exception 'no' using errcode = '22003'; end if;
      return new;
    end $$;
    create trigger refuse before insert on posts for each row execute function refuse()`.execute(here.it.db);
  const rows = Array.from({ length: 40 }, (_, at) => `Row ${at + 1}`);
  const done = await here.bring(['Title', ...rows].join('\n'), ['title']);
  await sql`drop trigger refuse on posts; drop function refuse`.execute(here.it.db);
  expect(done).toMatchObject({ status: 'SUCCESS', processed: '40', errors: '1', posts: 39 });
  const { body } = await here.ask<{ results: { line: number }[] }>('GET', `/csv/${done.id}/errors`);
  expect(body.results.map((it) => it.line)).toEqual([8]);
});

test('it stops when it is undone while it runs', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `Row ${at + 1}`);
  const { body } = await here.upload(['Title', ...rows].join('\n'));
  await here.ask('PUT', `/csv/${body.id}`, { maps_to: ['title'], fixed: here.fixed() });
  await here.ask('POST', `/csv/${body.id}/import`, {});
  await here.ask('POST', `/csv/${body.id}/undo`, {});
  await here.it.jobs.workOff();
  expect(await here.read(body.id)).toMatchObject({ status: 'UNDONE', posts: 0 });
  expect(await here.posts()).toEqual([]);
});

test('whose job an administrator calls off, it has failed and may go on; one being undone goes on by itself', async () => {
  const callOff = async () => {
    const { body } = await here.ask<{ results: { id: string }[] }>(
      'GET',
      '/jobs?group=waiting',
      undefined,
      here.tokens.admin,
    );
    for (const { id } of body.results) await here.ask('DELETE', `/jobs/${id}`, undefined, here.tokens.admin);
    await here.it.jobs.workOff();
  };
  const sweep = async () => {
    await inTransaction(here.it.db, 'writes', (tx) => here.it.jobs.add(tx, sweepImports, {}));
    await here.it.jobs.workOff();
  };
  const id = await here.begin('Title\nA one\nB two\n', ['title']);
  await sweep();
  expect(await here.read(id)).toMatchObject({ status: 'SUCCESS', posts: 2 });
  await here.ask('POST', `/csv/${id}/undo`, {});
  await callOff();
  expect(await here.read(id)).toMatchObject({ status: 'UNDOING', posts: 2 });
  await sweep();
  expect(await here.read(id)).toMatchObject({ status: 'UNDONE', posts: 0 });
  await here.ask('POST', `/csv/${id}/import`, {});
  await callOff();
  expect(await here.read(id)).toMatchObject({ status: 'PENDING' });
  await sweep();
  expect(await here.read(id)).toMatchObject({ status: 'FAILED', failure: 'server' });
  await here.ask('POST', `/csv/${id}/import`, {});
  await here.it.jobs.workOff();
  expect(await here.read(id)).toMatchObject({ status: 'SUCCESS', posts: 2 });
});

test('it fails when its right or its file is gone, and says so', async () => {
  const start = async () => {
    const { body } = await here.upload('Title\nA one\n');
    await here.ask('PUT', `/csv/${body.id}`, { maps_to: ['title'], fixed: here.fixed() });
    await here.ask('POST', `/csv/${body.id}/import`, {});
    return body.id;
  };
  const first = await start();
  await sql`update roles set permissions = '{}' where name = 'importers'`.execute(here.it.db);
  await here.it.jobs.workOff();
  await sql`update roles set permissions = '{Bulk Data Import}' where name = 'importers'`.execute(here.it.db);
  expect(await here.read(first)).toMatchObject({ status: 'FAILED', failure: 'rights' });
  const second = await start();
  await sql`update imports set file = '.imports/0/none.csv' where id = ${second}`.execute(here.it.db);
  await here.it.jobs.workOff();
  expect(await here.read(second)).toMatchObject({ status: 'FAILED', failure: 'file' });
});

test('the limit of published posts holds for rows, too', async () => {
  const most = { features: { limits: { posts: 1 } } };
  await sql`insert into settings (name, value) values ('operator', ${JSON.stringify(most)})
    on conflict (name) do update set value = excluded.value`.execute(here.it.db);
  const done = await here.bring('Title\nA one\nB two\n', ['title'], {
    fixed: here.fixed({ status: 'published' }),
  });
  await sql`delete from settings where name = 'operator'`.execute(here.it.db);
  expect(done).toMatchObject({ posts: 1, errors: '1' });
});

test('the spec’s addresses are served as well', async () => {
  const { body } = await here.upload('Title\nA one\n', { path: '/dataimport' });
  await here.ask('PUT', `/dataimport/${body.id}`, { maps_to: ['title'], fixed: here.fixed() });
  expect((await here.ask('POST', `/dataimport/${body.id}/import`, {})).body).toEqual({ status: 'PENDING' });
  await here.it.jobs.workOff();
  expect((await here.ask<Import>('GET', `/dataimport/${body.id}`)).body).toMatchObject({
    url: expect.stringContaining('/csv/'),
  });
});
