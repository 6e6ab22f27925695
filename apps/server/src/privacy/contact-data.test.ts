/** Export and erasure of all data about a person. */
import { readdir } from 'node:fs/promises';
import type { ExportJob } from '@waypost/contract/exports/exports';
import type { Import } from '@waypost/contract/imports/imports';
import type { ContactData, ContactDataCounts } from '@waypost/contract/privacy/contact-data';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { buildMultipart } from '../testing/app/multipart.ts';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';

const number = '254711222333';
const minaEmail = 'Mina@Relief.example.org';
const uniqueText = 'quokkafish';
const noCounts: ContactDataCounts = {
  contacts: 0,
  messages: 0,
  posts: 0,
  surveys: 0,
  imports: 0,
  accounts: 0,
};

let app: TestApp;
let survey: number;
beforeAll(async () => {
  app = await startTestApp({ simulatedPhones: true });
  survey = (await createTestSurvey(app.db, { words: { type: 'varchar' } })).id;
});
afterAll(() => app.close());

const requestContactData = <T>(what: '' | '/export' | '/erase', body: object) =>
  app.send<T>('admin', 'POST', `/contact-data${what}`, body);
const countContactData = async (contact: string) =>
  (await requestContactData<ContactDataCounts>('', { contact })).body;

const receiveText = (from: string, message: string, theirs: string | null = null) =>
  inTransaction(app.db, 'writes', (tx) =>
    receiveMessage(tx, {
      type: 'sms',
      from,
      message,
      survey,
      data_source: 'simulated',
      data_source_message_id: theirs,
    }),
  );

/** All rows of all tables that contain a text. */
async function findTablesContaining(part: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(app.db);
  const matches = [];
  for (const { name } of rows) {
    const { rows: hits } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(name)} as row where row::text ilike ${`%${part}%`}`.execute(
      app.db,
    );
    if ((hits[0]?.count ?? 0) > 0) matches.push(name);
  }
  return matches.sort();
}

test('only administrators may request contact data, and must name a contact', async () => {
  for (const kind of ['member', 'reviewer', 'settings manager'] as const)
    for (const what of ['', '/export', '/erase'])
      expect((await app.send(kind, 'POST', `/contact-data${what}`, { contact: number })).status).toBe(403);
  const empty = await requestContactData('', {});
  expect([empty.status, errorPointers(empty)]).toEqual([422, ['/contact']]);
  expect(await countContactData('+1 555 0100')).toEqual(noCounts);
  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=contacts');
  expect(log.body.results).toEqual([]);
});

test('exports and erases a number; its post stays, and redelivered messages do not come back', async () => {
  const first = await receiveText(`+${number}`, `${uniqueText} one`);
  await receiveText(`00${number}`, `${uniqueText} two`, 'theirs 2');
  await app.send('admin', 'POST', '/messages', {
    message: `${uniqueText} answer`,
    contact_id: first.contactId,
    type: 'sms',
  });
  await receiveText('254700000000', 'Somebody else');
  await sql`
    insert into survey_contacts (survey_id, contact_id, post_id, data_source, country_code, state)
    values (${survey}, ${first.contactId}, ${first.postId}, 'simulated', 'KE', 'pending')`.execute(app.db);
  await sql`
    insert into incoming_queue (data_source, dedup_key, payload)
    values ('simulated', 'waits', ${JSON.stringify({ type: 'sms', from: `+${number}`, message: uniqueText, id: 'waits' })})`.execute(
    app.db,
  );
  expect(await countContactData('+254 711 222-333')).toEqual({
    contacts: 1,
    messages: 4,
    posts: 2,
    surveys: 1,
    imports: 0,
    accounts: 0,
  });
  const { body } = await requestContactData<ContactData>('/export', { contact: number });
  expect(body.contacts).toMatchObject([{ contact: `+${number}`, type: 'phone', stopped: null }]);
  expect(body.messages.map((message) => [message.direction, message.message])).toEqual([
    ['incoming', `${uniqueText} one`],
    ['incoming', `${uniqueText} two`],
    ['outgoing', `${uniqueText} answer`],
  ]);
  expect(body.arriving).toMatchObject([{ message: { message: uniqueText } }]);
  expect(body.surveys).toMatchObject([{ state: 'pending', post_id: first.postId }]);
  expect(body.posts.map((post) => post.content)).toEqual([`${uniqueText} one`, `${uniqueText} two`]);

  expect((await requestContactData<ContactDataCounts>('/erase', { contact: number })).body).toMatchObject({
    messages: 4,
  });
  expect(await countContactData(number)).toEqual(noCounts);
  expect(await findTablesContaining(number)).toEqual([]);
  // What was reported stays, and is nobody's.
  expect(await findTablesContaining(uniqueText)).toEqual(['post_search_index', 'posts']);
  const post = await app.send<{ contact: unknown; content: string }>(
    'admin',
    'GET',
    `/posts/${first.postId}`,
  );
  expect(post.body).toMatchObject({ content: `${uniqueText} one` });
  expect((await app.send('admin', 'GET', '/messages/threads')).status).not.toBe(500);
  // The gateway delivers one of them again.
  await receiveText(`+${number}`, `${uniqueText} two`, 'theirs 2');
  expect(await findTablesContaining(uniqueText)).toEqual(['post_search_index', 'posts']);

  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=contacts');
  expect(log.body.results).toMatchObject([
    { action: 'delete', details: { contacts: { from: 1, to: 0 }, messages: { from: 4, to: 0 } } },
    { action: 'create', details: {} },
  ]);
  expect(JSON.stringify(log.body)).not.toContain(number);
  expect(await countContactData('254700000000')).toMatchObject({ contacts: 1, messages: 1 });
});

test('national and international notation are one number, unless two countries share it', async () => {
  const home = await receiveText('0733 444 555', 'From home');
  await receiveText('+254733444555', 'From abroad');
  for (const contact of [
    '+254 733 444 555',
    '00254733444555',
    '254733444555',
    '0733-444-555',
    '(0733) 444 555',
  ])
    expect([
      contact,
      (await countContactData(contact)).contacts,
      (await countContactData(contact)).messages,
    ]).toEqual([contact, 2, 2]);
  // Somebody in another country is at home under the same number: then each is what is written.
  await receiveText('+255733444555', 'From Tanzania');
  expect([
    (await countContactData('+254733444555')).contacts,
    (await countContactData('0733444555')).contacts,
  ]).toEqual([1, 1]);
  await requestContactData('/erase', { contact: '+255 733 444 555' });
  expect(await countContactData('+255733444555')).toMatchObject({ contacts: 0 });
  const { body } = await requestContactData<ContactData>('/export', { contact: '+254 733 444 555' });
  expect(body.messages.map((message) => message.message)).toEqual(['From home', 'From abroad']);
  await requestContactData('/erase', { contact: '+254 733 444 555' });
  expect([await findTablesContaining('733444555'), await findTablesContaining('0733 444 555')]).toEqual([
    [],
    [],
  ]);
  expect((await app.send('admin', 'GET', `/posts/${home.postId}`)).status).toBe(200);
  // Numbers that merely end alike are others'.
  await receiveText('+1 202 555 0147', 'From Washington');
  expect(await countContactData('+44 20 2555 0147')).toEqual(noCounts);
  expect(await countContactData('0147')).toEqual(noCounts);
  await requestContactData('/erase', { contact: '+12025550147' });
});

test('erases the author of posts and revisions by e-mail address; the posts too on request', async () => {
  const report = async (title: string) =>
    (
      await app.send<{ id: number }>('admin', 'POST', '/posts', {
        form: survey,
        title,
        author_realname: 'Mina Wombat',
        author_email: minaEmail,
      })
    ).body.id;
  const id = await report('Bridge');
  await app.send('admin', 'PUT', `/posts/${id}`, { title: 'Bridge', author_email: 'other@example.org' });
  await sql`insert into outbox (recipient, subject, text, expires) values (${minaEmail}, 'News', 'x', now())`.execute(
    app.db,
  );
  expect(await countContactData('mina@relief.example.org')).toMatchObject({ contacts: 0, posts: 1 });
  await requestContactData('/erase', { contact: minaEmail.toUpperCase() });
  expect(await findTablesContaining('mina')).toEqual([]);
  expect((await app.send('admin', 'GET', `/posts/${id}`)).body).toMatchObject({ title: 'Bridge' });

  const erased = await report('Ford');
  const swahili = { locale: 'sw', title: 'Kivuko cha Wombat' };
  const { body } = await app.send<{ id: number }>('admin', 'POST', `/posts/${erased}/translations`, swahili);
  const exported = await requestContactData<ContactData>('/export', { contact: minaEmail });
  expect(exported.body.translations).toMatchObject([
    { id: body.id, parent: { id: erased }, title: swahili.title },
  ]);
  await requestContactData('/erase', { contact: minaEmail, posts: true });
  expect(await findTablesContaining('kivuko')).toEqual([]);
  expect((await app.send('admin', 'GET', `/posts/${erased}`)).status).toBe(404);
  expect((await app.send('admin', 'GET', `/posts/${id}`)).status).toBe(200);
});

test('a report that was given to another author keeps that one, and only loses its earlier versions', async () => {
  const person = { author_realname: 'Mina Wombat', author_email: minaEmail };
  const created = await app.send<{ id: number }>('admin', 'POST', '/posts', {
    form: survey,
    title: 'Bridge',
    ...person,
  });
  const path = `/posts/${created.body.id}`;
  const other = { author_realname: 'Juma', author_email: 'juma@example.org' };
  await app.send('admin', 'PUT', path, { title: 'Bridge', ...other });
  for (const posts of [false, true]) {
    await requestContactData('/erase', { contact: minaEmail, posts });
    expect((await app.send('admin', 'GET', path)).body).toMatchObject({ title: 'Bridge', ...other });
    expect(await findTablesContaining('mina')).toEqual([]);
  }
});

test('a report is the own one of a person whose name it got back', async () => {
  const created = await app.send<{ id: number }>('admin', 'POST', '/posts', {
    form: survey,
    title: 'Bridge',
    author_realname: 'Mina Wombat',
    author_email: minaEmail,
  });
  const path = `/posts/${created.body.id}`;
  const other = { author_realname: 'Juma', author_email: 'juma@example.org' };
  await app.send('admin', 'PUT', path, { title: 'Bridge', ...other });
  await app.send('admin', 'PUT', path, { title: 'Bridge', author_realname: 'Mina Wombat' });
  await requestContactData('/erase', { contact: minaEmail });
  expect(await findTablesContaining('mina')).toEqual([]);
});

test('an opt-out survives the erasure', async () => {
  const silent = '254733000111';
  const { contactId } = await receiveText(`+${silent}`, 'Hello');
  await sql`update contacts set opted_out = now() where id = ${contactId}`.execute(app.db);
  await requestContactData('/erase', { contact: silent });
  expect(await findTablesContaining(silent)).toEqual([]);
  const again = await receiveText(`+${silent}`, 'Hello again');
  const stopped = async (id: number | null) =>
    (
      await sql<{ stopped: Date | null }>`select opted_out as stopped from contacts where id = ${id}`.execute(
        app.db,
      )
    ).rows[0]?.stopped;
  expect(await stopped(again.contactId)).toBeInstanceOf(Date);
  await sql`update contacts set opted_out = null where id = ${again.contactId}`.execute(app.db);
  await requestContactData('/erase', { contact: silent });
  const third = await receiveText(`+${silent}`, 'And once more');
  expect(await stopped(third.contactId)).toBeNull();
});

test('erases the contact of an account and keeps the account', async () => {
  await app.send('member', 'POST', '/contacts', { type: 'email', contact: 'me@private.example.org' });
  expect(await countContactData('me@private.example.org')).toMatchObject({ contacts: 1, accounts: 1 });
  await requestContactData('/erase', { contact: 'me@private.example.org' });
  expect(await findTablesContaining('me@private')).toEqual([]);
  expect((await app.send('member', 'GET', '/users/me')).body).toMatchObject({ contacts: [] });
});

/** Names of the files in the store that are CSV. */
const csvFiles = async () =>
  (await readdir(app.storageDir, { recursive: true })).filter((name) => name.endsWith('.csv'));

async function upload(text: string): Promise<number> {
  const { payload, headers } = buildMultipart({}, { name: 'people.csv', bytes: Buffer.from(text) });
  const authorization = `Bearer ${await app.tokenOf('admin')}`;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/csv',
    payload,
    headers: { ...headers, authorization },
  });
  expect(response.statusCode).toBe(200);
  return response.json<{ id: number }>().id;
}

const readImport = async (id: number) => (await app.send<Import>('admin', 'GET', `/csv/${id}`)).body;

test('erases import files and rejected rows that mention the contact, and no others', async () => {
  const [phone, email] = ['+254 (722) 555-010', 'Asha.K@relief.example.org'];
  const long = 'F'.repeat(151);
  // Two titles are too long; the last number only begins like the one that is looked for.
  const rows = [
    `${long},"${phone}"`,
    `${long},"nobody@example.org"`,
    `Ford,"Asha <${email}>"`,
    `Weir,2547225550109`,
  ];
  const id = await upload(`Title,Whom\n${rows.join('\n')}\n`);
  const other = await upload('Title,Whom\nLock,254722555011 or jasha.k@relief.example.org\n');
  const mapped = await app.send('admin', 'PUT', `/csv/${id}`, {
    maps_to: ['title', null],
    fixed: { form: survey },
  });
  expect(mapped.status).toBe(200);
  await app.send('admin', 'POST', `/csv/${id}/import`, {});
  const earlyResponse = await requestContactData('/erase', { contact: phone });
  expect([earlyResponse.status, errorCodes(earlyResponse)]).toEqual([422, ['importRunning']]);
  await app.jobs.runPending();
  expect(await readImport(id)).toMatchObject({ status: 'SUCCESS', errors: '2', has_file: true });

  expect(await countContactData(phone)).toMatchObject({ contacts: 0, imports: 1 });
  expect(await countContactData(email)).toMatchObject({ imports: 1 });
  const { body } = await requestContactData<ContactData>('/export', { contact: '00254722555010' });
  expect(body.imports).toMatchObject([{ id, name: 'people.csv', in_file: true, rejected: [[long, phone]] }]);
  const before = (await csvFiles()).length;
  expect((await requestContactData<ContactDataCounts>('/erase', { contact: phone })).body).toMatchObject({
    imports: 1,
  });
  await app.jobs.runPending();
  expect((await csvFiles()).length).toBe(before - 1);
  expect(await readImport(id)).toMatchObject({ status: 'SUCCESS', has_file: false, posts: 2 });
  expect(await readImport(other)).toMatchObject({ has_file: true });
  const left = await app.send<{ results: { line: number }[] }>('admin', 'GET', `/csv/${id}/errors`);
  expect(left.body.results.map(({ line }) => line)).toEqual([3]);
  expect(await findTablesContaining('555-010')).toEqual([]);
  expect(await countContactData(phone)).toMatchObject({ imports: 0 });
  expect(await countContactData(email)).toMatchObject({ imports: 0 });
});

test('searches import files of any encoding to the end', async () => {
  const filling = 'Title,Whom\n'.padEnd(400_000, 'Weir,nobody\n');
  const text = `${filling}Ford,Ünal Çelik +90 532 555 01 02\n`;
  const { payload, headers } = buildMultipart(
    {},
    { name: 'utf-16.csv', bytes: Buffer.from(`\uFEFF${text}`, 'utf16le') },
  );
  const authorization = `Bearer ${await app.tokenOf('admin')}`;
  await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/csv',
    payload,
    headers: { ...headers, authorization },
  });
  expect(await countContactData('905325550102')).toMatchObject({ imports: 1 });
  expect(await countContactData('Ünal Çelik')).toMatchObject({ imports: 1 });
  expect(await countContactData('Ünal')).toMatchObject({ imports: 1 });
  expect(await countContactData('Çel')).toMatchObject({ imports: 0 });
});

test('removes finished export files, and restarts exports that are being written', async () => {
  const who = 'leaves@relief.example.org';
  const report = { form: survey, title: 'Sluice', author_realname: 'Lea', author_email: who };
  await app.send('admin', 'POST', '/posts', report);
  const exportPosts = async () =>
    (await app.send<ExportJob>('admin', 'POST', '/exports/jobs', { entity_type: 'post', fields: [] })).body
      .id;
  const exportOf = async (id: number) =>
    (await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${id}`)).body;
  const fetched = async ({ url }: ExportJob) =>
    app.fastify.inject({ url: url?.replace('https://report.example.org', '') ?? '' });
  const created = await exportPosts();
  await app.jobs.runPending();
  const finished = await exportOf(created);
  expect((await fetched(finished)).statusCode).toBe(200);

  const running = await exportPosts();
  await sql`update export_jobs set status = 'QUEUED' where id = ${running}`.execute(app.db);
  await requestContactData('/erase', { contact: who });
  expect(await exportOf(created)).toMatchObject({ status: 'SUCCESS', url: null });
  expect((await fetched(finished)).statusCode).toBe(404);
  expect(await exportOf(running)).toMatchObject({ status: 'PENDING' });
  await app.jobs.runPending();
  const again = await exportOf(running);
  expect(again.status).toBe('SUCCESS');
  expect((await fetched(again)).body).not.toContain(who);
});

test('an export that was running contains no erased data', async () => {
  // Set back while its first attempt runs.
  await sql`create sequence attempts`.execute(app.db);
  await sql`create function set_back() returns trigger language plpgsql as
    $$ begin if nextval('attempts') = 1 then new.status = 'PENDING'; end if; return new; end $$`.execute(
    app.db,
  );
  await sql`create trigger set_back before update on export_jobs for each row
    when (new.status = 'QUEUED') execute function set_back()`.execute(app.db);
  await app.send('admin', 'POST', '/posts', { form: survey, title: 'Dyke' });
  const input = { entity_type: 'post', fields: [] };
  const { id } = (await app.send<ExportJob>('admin', 'POST', '/exports/jobs', input)).body;
  const now = async () => (await app.send<ExportJob>('admin', 'GET', `/exports/jobs/${id}`)).body;
  await app.jobs.runPending();
  expect(await now()).toMatchObject({ status: 'PENDING', url: null });
  await app.jobs.runPending({ includeScheduled: true });
  expect(await now()).toMatchObject({ status: 'SUCCESS', url: expect.any(String) });
});
