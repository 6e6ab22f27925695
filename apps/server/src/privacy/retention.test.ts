/** Personal data that has become old goes, and only that: counted before, removed by the daily job, told in the log. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { aSurvey } from '../testing/a-survey.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { keepRetention } from './keep-retention.ts';

const secret = 'wombatfish';

let it: Deployment;
let oldPost: number;
let newPost: number;
let surveyKey: (name: string) => string;

const report = async (title: string, form: number, values: object) =>
  (
    await it.send<{ id: number }>('admin', 'POST', '/posts', {
      form,
      title,
      author_realname: `${secret} Abel`,
      author_email: `${secret}@example.org`,
      values,
    })
  ).body.id;

beforeAll(async () => {
  it = await startDeployment();
  const survey = await aSurvey(it.db, {
    words: { type: 'varchar', private: true },
    where: { type: 'point', input: 'location', private: true },
    open: { type: 'varchar' },
  });
  surveyKey = survey.key;
  const values = {
    [survey.key('words')]: [`${secret} private`],
    [survey.key('where')]: [{ lat: 1.5, lon: 2.5 }],
    [survey.key('open')]: ['Open'],
  };
  oldPost = await report('Old', survey.id, values);
  // So that the history holds them, too.
  await it.send('admin', 'PUT', `/posts/${oldPost}`, {
    author_realname: `${secret} Bea`,
    values: { ...values, [survey.key('words')]: [`${secret} changed`] },
  });
  // And another language.
  await it.send('admin', 'POST', `/posts/${oldPost}/translations`, {
    locale: 'sw',
    values: { [survey.key('words')]: [`${secret} siri`], [survey.key('open')]: ['Wazi'] },
  });
  newPost = await report('New', survey.id, values);
  await sql`update posts set created = now() - interval '40 days' where id = ${oldPost}`.execute(it.db);
  await sql`
    insert into contacts (type, contact, created) values
      ('phone', '4915112345678', now() - interval '50 days'),
      ('phone', '4915100000000', now() - interval '50 days'),
      ('phone', '4915199999999', now() - interval '50 days')`.execute(it.db);
  await sql`update contacts set stopped = now() where contact = '4915199999999'`.execute(it.db);
  await sql`
    insert into messages (contact_id, type, direction, status, message, title, created)
    select id, 'sms', 'incoming', 'received', ${`${secret} said`}, ${secret},
      now() - case contact when '4915100000000' then interval '1 day' else interval '50 days' end
    from contacts where contact like '49151%'`.execute(it.db);
  await sql`update audit set at = now() - interval '50 days' where id = 1`.execute(it.db);
});
afterAll(() => it.close());

const all = { authors: 30, private_answers: 30, messages: 30, contacts: 30, audit: 30 };
const preview = (query: string) =>
  it.send<Record<string, number>>('settings manager', 'GET', `/retention/preview?${query}`);
const queryOf = (days: object) =>
  Object.entries(days)
    .map(([rule, count]) => `${rule}=${count}`)
    .join('&');
async function work(): Promise<void> {
  await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, keepRetention, {}));
  await it.jobs.workOff();
}
const authorOf = async (id: number) =>
  (await it.send<{ author_realname: string | null }>('admin', 'GET', `/posts/${id}`)).body.author_realname;

test('without a number of days everything stays', async () => {
  await work();
  expect(await authorOf(oldPost)).toBe(`${secret} Bea`);
  expect((await preview('authors=&messages=')).body).toEqual({
    authors: 0,
    private_answers: 0,
    messages: 0,
    contacts: 0,
    audit: 0,
  });
});

test('it is counted before anything is decided, and wrong numbers are refused', async () => {
  const { body } = await preview(queryOf(all));
  expect(body).toMatchObject({ authors: 1, private_answers: 1, messages: 2, contacts: 1 });
  expect((await preview('authors=60')).body).toMatchObject({ authors: 0, messages: 0 });
  const save = (days: object) => it.send('settings manager', 'PUT', '/config/retention', days);
  for (const wrong of [0, -1, 36_501, 1.5, 'soon'])
    expect([wrong, (await save({ authors: wrong })).status]).toEqual([wrong, 422]);
  expect((await it.send('member', 'GET', '/retention/preview')).status).toBe(403);
  expect((await it.send('visitor', 'GET', '/config/retention')).status).toBe(403);
});

test('the daily job removes what is due, from the history too, and nothing else', async () => {
  expect((await it.send('settings manager', 'PUT', '/config/retention', all)).status).toBe(200);
  await work();
  expect(await authorOf(oldPost)).toBeNull();
  expect(await authorOf(newPost)).toBe(`${secret} Abel`);
  const values = async (id: number) =>
    (await it.send<{ values: Record<string, unknown> }>('admin', 'GET', `/posts/${id}`)).body.values;
  expect(await values(oldPost)).toEqual({ [surveyKey('open')]: ['Open'] });
  expect(Object.keys(await values(newPost)).sort()).toEqual(['open', 'where', 'words'].map(surveyKey).sort());
  const { rows } = await sql<{ text: string }>`
    select posts::text as text from posts where id = ${oldPost}
    union all select post_revisions::text from post_revisions where post_id = ${oldPost}
    union all select post_translations::text from post_translations where parent_id = ${oldPost}
    union all select post_places::text from post_places where post_id = ${oldPost}
    union all select post_words::text from post_words where post_id = ${oldPost}`.execute(it.db);
  expect(rows.map(({ text }) => text).join('\n')).not.toMatch(new RegExp(`${secret}|1\\.5,2\\.5`, 'i'));
  const translated = await it.send<{ values: object }>('admin', 'GET', `/posts/${oldPost}/translations/sw`);
  expect(translated.body.values).toEqual({ [surveyKey('open')]: ['Wazi'] });
  const said = await sql<{ message: string; contact: string }>`
    select message, contact from messages join contacts on contacts.id = contact_id order by messages.id`.execute(
    it.db,
  );
  expect(said.rows).toEqual([
    { message: '', contact: expect.stringMatching(/^erased-\d+$/) },
    { message: `${secret} said`, contact: '4915100000000' },
    // Who asked to hear nothing more is known, or they would be written to again.
    { message: '', contact: '4915199999999' },
  ]);
  const log = await it.send<{ results: object[] }>('admin', 'GET', '/audit?subject=retention');
  expect(log.body.results).toMatchObject([
    {
      action: 'delete',
      user: null,
      details: { authors: { from: 1, to: 0 }, messages: { from: 2, to: 0 }, contacts: { from: 1, to: 0 } },
    },
  ]);
  expect(JSON.stringify(log.body)).not.toContain(secret);
  await work();
  const again = await it.send<{ results: object[] }>('admin', 'GET', '/audit?subject=retention');
  expect(again.body.results).toHaveLength(1);
});
