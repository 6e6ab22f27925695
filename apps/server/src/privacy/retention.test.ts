/** Retention: preview, daily job and audit log. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { applyRetention } from './apply-retention.ts';

const secret = 'wombatfish';

let app: TestApp;
let oldPost: number;
let newPost: number;
let surveyKey: (name: string) => string;

const createReport = async (title: string, form: number, values: object) =>
  (
    await app.send<{ id: number }>('admin', 'POST', '/posts', {
      form,
      title,
      author_realname: `${secret} Abel`,
      author_email: `${secret}@example.org`,
      values,
    })
  ).body.id;

beforeAll(async () => {
  app = await startTestApp();
  const survey = await createTestSurvey(app.db, {
    words: { type: 'varchar', private: true },
    where: { type: 'point', input: 'location', private: true },
    open: { type: 'varchar' },
  });
  surveyKey = survey.keyOf;
  const values = {
    [survey.keyOf('words')]: [`${secret} private`],
    [survey.keyOf('where')]: [{ lat: 1.5, lon: 2.5 }],
    [survey.keyOf('open')]: ['Open'],
  };
  oldPost = await createReport('Old', survey.id, values);
  // So that the history holds them, too.
  await app.send('admin', 'PUT', `/posts/${oldPost}`, {
    author_realname: `${secret} Bea`,
    values: { ...values, [survey.keyOf('words')]: [`${secret} changed`] },
  });
  // And another language.
  await app.send('admin', 'POST', `/posts/${oldPost}/translations`, {
    locale: 'sw',
    values: { [survey.keyOf('words')]: [`${secret} siri`], [survey.keyOf('open')]: ['Wazi'] },
  });
  newPost = await createReport('New', survey.id, values);
  await sql`update posts set created = now() - interval '40 days' where id = ${oldPost}`.execute(app.db);
  await sql`
    insert into contacts (type, contact, created) values
      ('phone', '4915112345678', now() - interval '50 days'),
      ('phone', '4915100000000', now() - interval '50 days'),
      ('phone', '4915199999999', now() - interval '50 days')`.execute(app.db);
  await sql`update contacts set opted_out = now() where contact = '4915199999999'`.execute(app.db);
  await sql`
    insert into messages (contact_id, type, direction, status, message, title, created)
    select id, 'sms', 'incoming', 'received', ${`${secret} said`}, ${secret},
      now() - case contact when '4915100000000' then interval '1 day' else interval '50 days' end
    from contacts where contact like '49151%'`.execute(app.db);
  await sql`update audit_log set created = now() - interval '50 days' where id = 1`.execute(app.db);
  await sql`
    insert into receipt_messages (post_id, from_team, message, created) values
      (${newPost}, false, ${`${secret} answered`}, now() - interval '50 days'),
      (${newPost}, false, 'Still here', now())`.execute(app.db);
});
afterAll(() => app.close());

const allRules = { authors: 30, private_answers: 30, messages: 30, contacts: 30, audit: 30 };
const preview = (query: string) =>
  app.send<Record<string, number>>('settings manager', 'GET', `/retention/preview?${query}`);
const toQuery = (days: object) =>
  Object.entries(days)
    .map(([rule, count]) => `${rule}=${count}`)
    .join('&');
async function runRetention(): Promise<void> {
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, applyRetention, {}));
  await app.jobs.runPending();
}
const readAuthor = async (id: number) =>
  (await app.send<{ author_realname: string | null }>('admin', 'GET', `/posts/${id}`)).body.author_realname;

test('without a number of days nothing is removed', async () => {
  await runRetention();
  expect(await readAuthor(oldPost)).toBe(`${secret} Bea`);
  expect((await preview('authors=&messages=')).body).toEqual({
    authors: 0,
    private_answers: 0,
    messages: 0,
    contacts: 0,
    audit: 0,
  });
});

test('the preview counts rows, and invalid numbers are rejected', async () => {
  const { body } = await preview(toQuery(allRules));
  expect(body).toMatchObject({ authors: 1, private_answers: 1, messages: 3, contacts: 1 });
  expect((await preview('authors=60')).body).toMatchObject({ authors: 0, messages: 0 });
  const save = (days: object) => app.send('settings manager', 'PUT', '/config/retention', days);
  for (const wrong of [0, -1, 36_501, 1.5, 'soon'])
    expect([wrong, (await save({ authors: wrong })).status]).toEqual([wrong, 422]);
  expect((await app.send('member', 'GET', '/retention/preview')).status).toBe(403);
  expect((await app.send('visitor', 'GET', '/config/retention')).status).toBe(403);
});

test('the daily job removes expired data, from revisions too, and nothing else', async () => {
  expect((await app.send('settings manager', 'PUT', '/config/retention', allRules)).status).toBe(200);
  await runRetention();
  expect(await readAuthor(oldPost)).toBeNull();
  expect(await readAuthor(newPost)).toBe(`${secret} Abel`);
  const values = async (id: number) =>
    (await app.send<{ values: Record<string, unknown> }>('admin', 'GET', `/posts/${id}`)).body.values;
  expect(await values(oldPost)).toEqual({ [surveyKey('open')]: ['Open'] });
  expect(Object.keys(await values(newPost)).sort()).toEqual(['open', 'where', 'words'].map(surveyKey).sort());
  const { rows } = await sql<{ text: string }>`
    select posts::text as text from posts where id = ${oldPost}
    union all select post_revisions::text from post_revisions where post_id = ${oldPost}
    union all select post_translations::text from post_translations where parent_id = ${oldPost}
    union all select post_places::text from post_places where post_id = ${oldPost}
    union all select post_search_index::text from post_search_index where post_id = ${oldPost}`.execute(
    app.db,
  );
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(new RegExp(`${secret}|1\\.5,2\\.5`, 'i'));
  const translated = await app.send<{ values: object }>('admin', 'GET', `/posts/${oldPost}/translations/sw`);
  expect(translated.body.values).toEqual({ [surveyKey('open')]: ['Wazi'] });
  const messages = await sql<{ message: string; contact: string }>`
    select message, contact from messages join contacts on contacts.id = contact_id order by messages.id`.execute(
    app.db,
  );
  expect(messages.rows).toEqual([
    { message: '', contact: expect.stringMatching(/^erased-\d+$/) },
    { message: `${secret} said`, contact: '4915100000000' },
    // Who asked to hear nothing more is known, or they would be written to again.
    { message: '', contact: '4915199999999' },
  ]);
  const receiptMessages = await sql<{ message: string }>`select message from receipt_messages`.execute(
    app.db,
  );
  expect(receiptMessages.rows).toEqual([{ message: 'Still here' }]);
  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=retention');
  expect(log.body.results).toMatchObject([
    {
      action: 'delete',
      user: null,
      details: { authors: { from: 1, to: 0 }, messages: { from: 3, to: 0 }, contacts: { from: 1, to: 0 } },
    },
  ]);
  expect(JSON.stringify(log.body)).not.toContain(secret);
  await runRetention();
  const again = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=retention');
  expect(again.body.results).toHaveLength(1);
});

test('the mails that a contact quoted, and its signature, expire with the contact', async () => {
  const days = { authors: null, private_answers: null, messages: null, contacts: 30, audit: null };
  expect((await app.send('settings manager', 'PUT', '/config/retention', days)).status).toBe(200);
  await sql`
    with contact as (
      insert into contacts (type, contact, created) values ('email', 'ines@example.org', now() - interval '50 days') returning id)
    insert into messages (contact_id, type, direction, status, message, additional_data, created)
    select id, 'email', 'incoming', 'received', 'Still closed', ${JSON.stringify({ quoted_text: 'Ines, 0733 444' })},
      now() - interval '50 days'
    from contact`.execute(app.db);
  await runRetention();
  const { rows } = await sql<{ contact: string; additional_data: unknown }>`
    select contact, additional_data from messages join contacts on contacts.id = contact_id
    where message = 'Still closed'`.execute(app.db);
  expect(rows).toEqual([{ contact: expect.stringMatching(/^erased-\d+$/), additional_data: null }]);
});
