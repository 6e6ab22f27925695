/** Everything that is kept about somebody is told to them on their wish, and gone from every table when they wish that. */
import { readdir } from 'node:fs/promises';
import type { ContactData, ContactDataCounts } from '@waypost/contract/contact-data';
import type { ExportJob } from '@waypost/contract/exports';
import type { Import } from '@waypost/contract/imports';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';
import { multipart } from '../testing/multipart.ts';

const number = '254711222333';
const mina = 'Mina@Relief.example.org';
const said = 'quokkafish';
const nothing: ContactDataCounts = {
  contacts: 0,
  messages: 0,
  posts: 0,
  surveys: 0,
  imports: 0,
  accounts: 0,
};

let it: Deployment;
let survey: number;
beforeAll(async () => {
  it = await startDeployment({ simulatedPhones: true });
  survey = (await aSurvey(it.db, { words: { type: 'varchar' } })).id;
});
afterAll(() => it.close());

const ask = <T>(what: '' | '/export' | '/erase', body: object) =>
  it.send<T>('admin', 'POST', `/contact-data${what}`, body);
const count = async (contact: string) => (await ask<ContactDataCounts>('', { contact })).body;

const text = (from: string, message: string, theirs: string | null = null) =>
  inTransaction(it.db, 'writes', (tx) =>
    receiveMessage(tx, {
      type: 'sms',
      from,
      message,
      survey,
      data_source: 'simulated',
      data_source_message_id: theirs,
    }),
  );

/** What every table says, as far as a text is in it. */
async function tablesWith(part: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(it.db);
  const found = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} as row where row::text ilike ${`%${part}%`}`.execute(
      it.db,
    );
    if ((hits[0]?.count ?? 0) > 0) found.push(name);
  }
  return found.sort();
}

test('only administrators ask, and for somebody', async () => {
  for (const kind of ['member', 'reviewer', 'settings manager'] as const)
    for (const what of ['', '/export', '/erase'])
      expect((await it.send(kind, 'POST', `/contact-data${what}`, { contact: number })).status).toBe(403);
  const empty = await ask('', {});
  expect([empty.status, pointersOf(empty)]).toEqual([422, ['/contact']]);
  expect(await count('+1 555 0100')).toEqual(nothing);
  const log = await it.send<{ results: object[] }>('admin', 'GET', '/audit?subject=contacts');
  expect(log.body.results).toEqual([]);
});

test('a number: told with all that was said, then gone, while its post stays and nothing comes back', async () => {
  const first = await text(`+${number}`, `${said} one`);
  await text(`00${number}`, `${said} two`, 'theirs 2');
  await it.send('admin', 'POST', '/messages', { message: `${said} answer`, contact_id: first.contactId });
  await text('254700000000', 'Somebody else');
  await sql`
    insert into survey_contacts (survey_id, contact_id, post_id, data_source, country_code, state)
    values (${survey}, ${first.contactId}, ${first.postId}, 'simulated', 'KE', 'pending')`.execute(it.db);
  await sql`
    insert into arrivals (data_source, key, payload)
    values ('simulated', 'waits', ${JSON.stringify({ type: 'sms', from: `+${number}`, message: said, id: 'waits' })})`.execute(
    it.db,
  );
  expect(await count('+254 711 222-333')).toEqual({
    contacts: 1,
    messages: 4,
    posts: 2,
    surveys: 1,
    imports: 0,
    accounts: 0,
  });
  const { body } = await ask<ContactData>('/export', { contact: number });
  expect(body.contacts).toMatchObject([{ contact: `+${number}`, type: 'phone', stopped: null }]);
  expect(body.messages.map((it) => [it.direction, it.message])).toEqual([
    ['incoming', `${said} one`],
    ['incoming', `${said} two`],
    ['outgoing', `${said} answer`],
  ]);
  expect(body.arriving).toMatchObject([{ message: { message: said } }]);
  expect(body.surveys).toMatchObject([{ state: 'pending', post_id: first.postId }]);
  expect(body.posts.map((post) => post.content)).toEqual([`${said} one`, `${said} two`]);

  expect((await ask<ContactDataCounts>('/erase', { contact: number })).body).toMatchObject({ messages: 4 });
  expect(await count(number)).toEqual(nothing);
  expect(await tablesWith(number)).toEqual([]);
  // What was reported stays, and is nobody's.
  expect(await tablesWith(said)).toEqual(['post_words', 'posts']);
  const post = await it.send<{ contact: unknown; content: string }>('admin', 'GET', `/posts/${first.postId}`);
  expect(post.body).toMatchObject({ content: `${said} one` });
  expect((await it.send('admin', 'GET', '/messages/threads')).status).not.toBe(500);
  // The gateway delivers one of them again.
  await text(`+${number}`, `${said} two`, 'theirs 2');
  expect(await tablesWith(said)).toEqual(['post_words', 'posts']);

  const log = await it.send<{ results: object[] }>('admin', 'GET', '/audit?subject=contacts');
  expect(log.body.results).toMatchObject([
    { action: 'delete', details: { contacts: { from: 1, to: 0 }, messages: { from: 4, to: 0 } } },
    { action: 'create', details: {} },
  ]);
  expect(JSON.stringify(log.body)).not.toContain(number);
  expect(await count('254700000000')).toMatchObject({ contacts: 1, messages: 1 });
});

test('a number as it is written at home and from abroad is one person’s, unless two countries share it', async () => {
  const home = await text('0733 444 555', 'From home');
  await text('+254733444555', 'From abroad');
  for (const contact of [
    '+254 733 444 555',
    '00254733444555',
    '254733444555',
    '0733-444-555',
    '(0733) 444 555',
  ])
    expect([contact, (await count(contact)).contacts, (await count(contact)).messages]).toEqual([
      contact,
      2,
      2,
    ]);
  // Somebody in another country is at home under the same number: then each is what is written.
  await text('+255733444555', 'From Tanzania');
  expect([(await count('+254733444555')).contacts, (await count('0733444555')).contacts]).toEqual([1, 1]);
  await ask('/erase', { contact: '+255 733 444 555' });
  expect(await count('+255733444555')).toMatchObject({ contacts: 0 });
  const { body } = await ask<ContactData>('/export', { contact: '+254 733 444 555' });
  expect(body.messages.map((it) => it.message)).toEqual(['From home', 'From abroad']);
  await ask('/erase', { contact: '+254 733 444 555' });
  expect([await tablesWith('733444555'), await tablesWith('0733 444 555')]).toEqual([[], []]);
  expect((await it.send('admin', 'GET', `/posts/${home.postId}`)).status).toBe(200);
  // Numbers that merely end alike are others'.
  await text('+1 202 555 0147', 'From Washington');
  expect(await count('+44 20 2555 0147')).toEqual(nothing);
  expect(await count('0147')).toEqual(nothing);
  await ask('/erase', { contact: '+12025550147' });
});

test('an address: the author of posts is gone, from their history too; with the posts where that is wished', async () => {
  const report = async (title: string) =>
    (
      await it.send<{ id: number }>('admin', 'POST', '/posts', {
        form: survey,
        title,
        author_realname: 'Mina Wombat',
        author_email: mina,
      })
    ).body.id;
  const id = await report('Bridge');
  await it.send('admin', 'PUT', `/posts/${id}`, { title: 'Bridge', author_email: 'other@example.org' });
  await sql`insert into outbox (recipient, subject, text, expires) values (${mina}, 'News', 'x', now())`.execute(
    it.db,
  );
  expect(await count('mina@relief.example.org')).toMatchObject({ contacts: 0, posts: 1 });
  await ask('/erase', { contact: mina.toUpperCase() });
  expect(await tablesWith('mina')).toEqual([]);
  expect((await it.send('admin', 'GET', `/posts/${id}`)).body).toMatchObject({ title: 'Bridge' });

  const gone = await report('Ford');
  const swahili = { locale: 'sw', title: 'Kivuko cha Wombat' };
  const { body } = await it.send<{ id: number }>('admin', 'POST', `/posts/${gone}/translations`, swahili);
  const told = await ask<ContactData>('/export', { contact: mina });
  expect(told.body.translations).toMatchObject([{ id: body.id, parent: { id: gone }, title: swahili.title }]);
  await ask('/erase', { contact: mina, posts: true });
  expect(await tablesWith('kivuko')).toEqual([]);
  expect((await it.send('admin', 'GET', `/posts/${gone}`)).status).toBe(404);
  expect((await it.send('admin', 'GET', `/posts/${id}`)).status).toBe(200);
});

test('who wanted to hear nothing is not written to when they are named again, until they say so', async () => {
  const silent = '254733000111';
  const { contactId } = await text(`+${silent}`, 'Hello');
  await sql`update contacts set stopped = now() where id = ${contactId}`.execute(it.db);
  await ask('/erase', { contact: silent });
  expect(await tablesWith(silent)).toEqual([]);
  const again = await text(`+${silent}`, 'Hello again');
  const stopped = async (id: number | null) =>
    (await sql<{ stopped: Date | null }>`select stopped from contacts where id = ${id}`.execute(it.db))
      .rows[0]?.stopped;
  expect(await stopped(again.contactId)).toBeInstanceOf(Date);
  await sql`update contacts set stopped = null where id = ${again.contactId}`.execute(it.db);
  await ask('/erase', { contact: silent });
  const third = await text(`+${silent}`, 'And once more');
  expect(await stopped(third.contactId)).toBeNull();
});

test('a contact of an account goes from the account, which stays', async () => {
  await it.send('member', 'POST', '/contacts', { type: 'email', contact: 'me@private.example.org' });
  expect(await count('me@private.example.org')).toMatchObject({ contacts: 1, accounts: 1 });
  await ask('/erase', { contact: 'me@private.example.org' });
  expect(await tablesWith('me@private')).toEqual([]);
  expect((await it.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [] });
});

/** Names of the files in the store that are CSV. */
const csvFiles = async () =>
  (await readdir(it.storageDir, { recursive: true })).filter((name) => name.endsWith('.csv'));

async function upload(text: string): Promise<number> {
  const { payload, headers } = multipart({}, { name: 'people.csv', bytes: Buffer.from(text) });
  const authorization = `Bearer ${await it.tokenOf('admin')}`;
  const answer = await it.app.inject({
    method: 'POST',
    url: '/api/v3/csv',
    payload,
    headers: { ...headers, authorization },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<{ id: number }>().id;
}

const readImport = async (id: number) => (await it.send<Import>('admin', 'GET', `/csv/${id}`)).body;

test('files that came in and rows that were not taken go where they name somebody, and no others', async () => {
  const [phone, email] = ['+254 (722) 555-010', 'Asha.K@relief.example.org'];
  // Two titles are too short; the last number only begins like the one that is looked for.
  const rows = [`F,"${phone}"`, `W,"nobody@example.org"`, `Ford,"Asha <${email}>"`, `Weir,2547225550109`];
  const id = await upload(`Title,Whom\n${rows.join('\n')}\n`);
  const other = await upload('Title,Whom\nLock,254722555011 or jasha.k@relief.example.org\n');
  const mapped = await it.send('admin', 'PUT', `/csv/${id}`, {
    maps_to: ['title', null],
    fixed: { form: survey },
  });
  expect(mapped.status).toBe(200);
  await it.send('admin', 'POST', `/csv/${id}/import`, {});
  const early = await ask('/erase', { contact: phone });
  expect([early.status, rulesOf(early)]).toEqual([422, ['importRunning']]);
  await it.jobs.workOff();
  expect(await readImport(id)).toMatchObject({ status: 'SUCCESS', errors: '2', has_file: true });

  expect(await count(phone)).toMatchObject({ contacts: 0, imports: 1 });
  expect(await count(email)).toMatchObject({ imports: 1 });
  const { body } = await ask<ContactData>('/export', { contact: '00254722555010' });
  expect(body.imports).toMatchObject([{ id, name: 'people.csv', in_file: true, rejected: [['F', phone]] }]);
  const before = (await csvFiles()).length;
  expect((await ask<ContactDataCounts>('/erase', { contact: phone })).body).toMatchObject({ imports: 1 });
  expect((await csvFiles()).length).toBe(before - 1);
  expect(await readImport(id)).toMatchObject({ status: 'SUCCESS', has_file: false, posts: 2 });
  expect(await readImport(other)).toMatchObject({ has_file: true });
  const left = await it.send<{ results: { line: number }[] }>('admin', 'GET', `/csv/${id}/errors`);
  expect(left.body.results.map(({ line }) => line)).toEqual([3]);
  expect(await tablesWith('555-010')).toEqual([]);
  expect(await count(phone)).toMatchObject({ imports: 0 });
  expect(await count(email)).toMatchObject({ imports: 0 });
});

test('a file in whatever letters is looked through to its end', async () => {
  const filling = 'Title,Whom\n'.padEnd(400_000, 'Weir,nobody\n');
  const text = `${filling}Ford,Ünal Çelik +90 532 555 01 02\n`;
  const { payload, headers } = multipart(
    {},
    { name: 'utf-16.csv', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') },
  );
  const authorization = `Bearer ${await it.tokenOf('admin')}`;
  await it.app.inject({
    method: 'POST',
    url: '/api/v3/csv',
    payload,
    headers: { ...headers, authorization },
  });
  expect(await count('905325550102')).toMatchObject({ imports: 1 });
  expect(await count('Ünal Çelik')).toMatchObject({ imports: 1 });
  expect(await count('Ünal')).toMatchObject({ imports: 1 });
  expect(await count('Çel')).toMatchObject({ imports: 0 });
});

test('files of exports that were made before are gone, and one that is being written is begun anew', async () => {
  const who = 'leaves@relief.example.org';
  const report = { form: survey, title: 'Sluice', author_realname: 'Lea', author_email: who };
  await it.send('admin', 'POST', '/posts', report);
  const exportPosts = async () =>
    (await it.send<ExportJob>('admin', 'POST', '/exports/jobs', { entity_type: 'post', fields: [] })).body.id;
  const exportOf = async (id: number) =>
    (await it.send<ExportJob>('admin', 'GET', `/exports/jobs/${id}`)).body;
  const fetched = async ({ url }: ExportJob) =>
    it.app.inject({ url: url?.replace('https://report.example.org', '') ?? '' });
  const made = await exportPosts();
  await it.jobs.workOff();
  const whole = await exportOf(made);
  expect((await fetched(whole)).statusCode).toBe(200);

  const running = await exportPosts();
  await sql`update export_jobs set status = 'QUEUED' where id = ${running}`.execute(it.db);
  await ask('/erase', { contact: who });
  expect(await exportOf(made)).toMatchObject({ status: 'SUCCESS', url: null });
  expect((await fetched(whole)).statusCode).toBe(404);
  expect(await exportOf(running)).toMatchObject({ status: 'PENDING' });
  await it.jobs.workOff();
  const again = await exportOf(running);
  expect(again.status).toBe('SUCCESS');
  expect((await fetched(again)).body).not.toContain(who);
});

test('what was erased while an export was written is in no file of it', async () => {
  // Set back while its first attempt runs.
  await sql`create sequence attempts`.execute(it.db);
  await sql`create function set_back() returns trigger language plpgsql as
    $$ begin if nextval('attempts') = 1 then new.status = 'PENDING'; end if; return new; end $$`.execute(
    it.db,
  );
  await sql`create trigger set_back before update on export_jobs for each row
    when (new.status = 'QUEUED') execute function set_back()`.execute(it.db);
  await it.send('admin', 'POST', '/posts', { form: survey, title: 'Dyke' });
  const asked = { entity_type: 'post', fields: [] };
  const { id } = (await it.send<ExportJob>('admin', 'POST', '/exports/jobs', asked)).body;
  const now = async () => (await it.send<ExportJob>('admin', 'GET', `/exports/jobs/${id}`)).body;
  await it.jobs.workOff();
  expect(await now()).toMatchObject({ status: 'PENDING', url: null });
  await it.jobs.workOff({ later: true });
  expect(await now()).toMatchObject({ status: 'SUCCESS', url: expect.any(String) });
});
