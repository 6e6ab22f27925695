import type { Notification, Unsubscription } from '@waypost/contract/notifications';
import type { Post } from '@waypost/contract/posts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { aSurvey, type MadeSurvey } from '../testing/a-survey.ts';
import { confirmContacts } from '../testing/confirm-contacts.ts';
import { type Deployment, type Kind, startDeployment } from '../testing/deployment.ts';
import { dueTime } from './digest-times.ts';
import { keepTold } from './notifications.http.ts';

type Person = 'member' | 'reviewer' | 'admin';
const root = 'https://report.example.org';

let it: Deployment;
let survey: MadeSurvey;
const addresses: Record<Person, string> = {
  member: 'mo@example.org',
  reviewer: 'rae@example.org',
  admin: 'ada@example.org',
};
const contacts: Record<string, number> = {};

beforeAll(async () => {
  it = await startDeployment();
  survey = await aSurvey(
    it.db,
    { kinds: { type: 'tags', input: 'tags', cardinality: 0 } },
    { require_approval: true },
  );
  for (const [kind, contact] of Object.entries(addresses) as [Person, string][]) {
    const body = { type: 'email', contact, can_notify: true };
    contacts[kind] = (await it.send<{ id: number }>(kind, 'POST', '/contacts', body)).body.id;
  }
  await confirmContacts(it.db);
});
afterAll(() => it.close());

interface Sent {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}
/** What is in the outbox by now. */
async function mails(): Promise<Sent[]> {
  await it.jobs.workOff({ later: true });
  const rows = await it.db.selectFrom('outbox').selectAll().orderBy('recipient').execute();
  return rows.map(({ recipient, subject, text, html, headers }) => ({
    to: recipient,
    subject,
    text: text ?? '',
    html: html ?? '',
    headers: headers ?? {},
  }));
}
afterEach(async () => {
  await it.jobs.workOff({ later: true });
  await sql`delete from outbox; delete from notifications; delete from sets; delete from told_posts;
    delete from told_before`.execute(it.db);
  await sql`update contacts set can_notify = true`.execute(it.db);
});

const make = async (kind: Kind, path: string, body: object) =>
  (await it.send<{ id: number }>(kind, 'POST', path, body)).body.id;
const search = (filter: object, more: object = {}) =>
  make('admin', '/savedsearches', { name: 'Floods', filter, ...more });
const collection = (more: object = {}) => make('admin', '/collections', { name: 'River gauges', ...more });
const subscribe = async (kind: Person, set: number, more: object = {}) =>
  (await it.send<Notification>(kind, 'POST', '/notifications', { set, ...more })).body;
const report = async (title: string, more: object = {}, kind: Kind = 'reviewer') => {
  const body = { form: survey.id, title, content: 'As seen from the road', values: {}, ...more };
  const made = await it.send<Post>(kind, 'POST', '/posts', body);
  if (made.body?.id) return made.body.id;
  const { id } = await it.db.selectFrom('posts').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  return id;
};
const published = (title: string, more: object = {}) => report(title, { status: 'published', ...more });
const change = (id: number, body: object) => it.send<Post>('reviewer', 'PUT', `/posts/${id}`, body);
const recipients = async () => (await mails()).map((mail) => mail.to);

test('a visitor’s report is told when it is published, once, with the way there and the way out', async () => {
  const set = await search({ q: 'flood' });
  await subscribe('member', set);
  const id = await report('Flood at <the> school', {}, 'visitor');
  expect(await mails()).toEqual([]);
  await change(id, { status: 'published' });
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: 'mo@example.org', subject: 'Waypost: Flood at <the> school' });
  expect(mail?.text).toContain(
    `New in “Floods”:\n\n* Flood at <the> school\n  As seen from the road\n  ${root}/posts/${id}\n`,
  );
  expect(mail?.html).toContain(`<a href="${root}/posts/${id}">Flood at &#60;the&#62; school</a>`);
  const [stop] = /https:\S+\/unsubscribe\/\S+/.exec(mail?.text ?? '') ?? [];
  expect(mail?.headers).toEqual({
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${stop}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  await change(id, { title: 'Flood at the old school' });
  await change(id, { status: 'draft' });
  await change(id, { status: 'published' });
  expect(await mails()).toHaveLength(1);
});

test('each is told in their own language', async () => {
  const set = await search({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  await it.send('member', 'PUT', '/users/me', { language: 'es' });
  await published('Agua en el camino');
  await published('Puente cerrado');
  const [spanish, english] = await mails();
  expect(spanish?.subject).toBe('Waypost: 2 reportes nuevos en “Floods”');
  expect(spanish?.text).toContain('Nuevo en “Floods”:');
  expect(spanish?.text).toMatch(/\/unsubscribe\/\S+\?lang=es\n/);
  expect(spanish?.html).toContain('<html lang="es" dir="ltr">');
  expect(english?.subject).toBe('Waypost: 2 new reports in “Floods”');
  await it.send('member', 'PUT', '/users/me', { language: null });
});

describe('only what somebody may see is told them', () => {
  test('drafts to those who manage posts and ask for them', async () => {
    const drafts = await search({ status: ['draft'] });
    await subscribe('member', drafts);
    await subscribe('reviewer', drafts);
    await report('Under review', {}, 'visitor');
    expect(await recipients()).toEqual(['rae@example.org']);
  });

  test('what is for one role, to those who have it', async () => {
    const all = await search({});
    for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, all);
    await published('For members', { published_to: ['user'] });
    await published('For reviewers', { published_to: ['reviewer'] });
    const sent = await mails();
    expect(sent.map((mail) => [mail.to, mail.subject])).toEqual([
      ['mo@example.org', 'Waypost: For members'],
      ['rae@example.org', 'Waypost: 2 new reports in “Floods”'],
    ]);
  });

  test('a search about oneself to each of their own', async () => {
    const mine = await search({ user: 'me' });
    for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, mine);
    await published('Not the member’s');
    expect(await recipients()).toEqual(['rae@example.org']);
  });

  test('nothing of a set that is hidden from them since', async () => {
    const set = await search({});
    await subscribe('member', set);
    await it.send('admin', 'PUT', `/savedsearches/${set}`, { role: ['reviewer'] });
    await published('Anything');
    expect(await mails()).toEqual([]);
  });

  test('nothing that was taken back before it was told, and that later if it comes again', async () => {
    await subscribe('member', await search({}), { digest: 'daily' });
    const id = await published('Too early');
    await it.jobs.workOff();
    await change(id, { status: 'draft' });
    expect(await mails()).toEqual([]);
    await change(id, { status: 'published' });
    expect(await recipients()).toEqual(['mo@example.org']);
  });
});

describe('a collection', () => {
  test('tells what is put into it, and a draft in it once it is published; nothing twice', async () => {
    const gauges = await collection();
    await subscribe('member', gauges);
    await subscribe('member', await search({}));
    await subscribe('reviewer', gauges);
    const draft = await report('Gauge 7');
    await it.send('admin', 'POST', `/collections/${gauges}/posts`, { id: draft });
    expect(await recipients()).toEqual(['rae@example.org']);
    await change(draft, { status: 'published' });
    expect(await recipients()).toEqual(['mo@example.org', 'rae@example.org']);
    await it.send('admin', 'DELETE', `/collections/${gauges}/posts/${draft}`);
    await it.send('admin', 'POST', `/collections/${gauges}/posts`, { id: draft });
    expect(await mails()).toHaveLength(2);
  });

  test('tells nobody of what was in it before they asked', async () => {
    const gauges = await collection();
    const old = await published('Long there');
    await it.send('admin', 'POST', `/collections/${gauges}/posts`, { id: old });
    await subscribe('member', gauges);
    await change(old, { title: 'Long there, and mended' });
    expect(await mails()).toEqual([]);
  });
});

test('what was told long ago is packed, and told no second time', async () => {
  const set = await search({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  const ids = [];
  for (let at = 0; at < 3; at++) ids.push(await published(`Ford ${at}`));
  expect(await mails()).toHaveLength(2);
  await sql`update told_posts set told = told - interval '3 days'`.execute(it.db);
  const fresh = await published('Ford of today');
  await mails();
  for (let again = 0; again < 2; again++) {
    await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, keepTold, {}));
    await it.jobs.workOff();
  }
  const kept = await it.db.selectFrom('told_posts').select('post_id').distinct().execute();
  expect(kept).toEqual([{ post_id: fresh }]);
  await sql`delete from outbox`.execute(it.db);
  for (const id of [...ids, fresh]) for (const status of ['draft', 'published']) await change(id, { status });
  await make('admin', `/collections/${await collection()}/posts`, { id: ids[0] });
  expect(await mails()).toEqual([]);
  await published('Another ford');
  expect(await recipients()).toEqual(['mo@example.org', 'rae@example.org']);
});

test('an edit that makes a post fit is told, unless the post is older than the wish', async () => {
  const old = await published('Dry road');
  await subscribe('member', await search({ q: 'flood' }));
  const young = await published('Wet road');
  expect(await mails()).toEqual([]);
  await change(old, { title: 'Flooded road, dry before' });
  await change(young, { title: 'Flooded road' });
  expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: Flooded road']);
});

test('hundreds at once are one mail, which names some and counts the others', async () => {
  const set = await search({});
  await subscribe('member', set);
  await sql`
    insert into posts (survey_id, title, status)
    select ${survey.id}, 'Imported ' || n, 'published' from generate_series(1, 1200) as n`.execute(it.db);
  await sql`select mask_posts(array(select id from posts where title like 'Imported %'))`.execute(it.db);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Waypost: 1,200 new reports in “Floods”');
  expect(mail?.text.match(/^\* /gm)).toHaveLength(20);
  expect(mail?.text).toContain(`And 1,180 more: ${root}/savedsearches/${set}`);
  // Told a moment ago, they are not told again before a quarter of an hour is over.
  await published('One more');
  await it.jobs.workOff();
  const { rows } = await sql<{ in: number }>`
    select extract(epoch from start_after - now())::int as in from jobs.job
    where name = 'tell-subscriber' and state = 'created'`.execute(it.db);
  expect(rows[0]?.in).toBeGreaterThan(800);
});

test('a failed attempt tells nothing twice, and somebody without an address is not told at all', async () => {
  const set = await search({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  await it.send('reviewer', 'PUT', `/contacts/${contacts['reviewer']}`, {
    type: 'email',
    contact: addresses.reviewer,
    can_notify: false,
  });
  await published('Anything');
  await it.jobs.workOff();
  // Sequences are not rolled back: it is the first try that fails.
  await sql`create sequence tries`.execute(it.db);
  await sql`alter table outbox add constraint full_up check (nextval('tries') > 1) not valid`.execute(it.db);
  const told = await it.jobs.workOff({ later: true });
  expect(told).toEqual([
    ['tell-subscriber', 'failed'],
    ['tell-subscriber', 'done'],
  ]);
  await sql`alter table outbox drop constraint full_up`.execute(it.db);
  expect(await recipients()).toEqual(['mo@example.org']);
});

describe('the link in the mail', () => {
  const keysIn = (text: string) =>
    [...text.matchAll(/\/unsubscribe\/(\S+)/g)].map(([, key]) => `/unsubscribe/${key}`);
  const linksToMember = async () => {
    const id = await published(`News ${crypto.randomUUID()}`);
    const mail = (await mails()).find((it) => it.to === 'mo@example.org' && it.text.includes(`/posts/${id}`));
    return keysIn(mail?.text ?? '');
  };

  test('shows what it ends, and ends it without a login', async () => {
    const set = await search({});
    await subscribe('member', set);
    const [one = '', all = ''] = await linksToMember();
    const asked = await it.send<Unsubscription>('passer-by', 'GET', one);
    expect([asked.status, asked.body]).toEqual([
      200,
      { site: 'Waypost', address: 'm…@example.org', all: false, set: 'Floods', ended: false },
    ]);
    expect((await it.send<Unsubscription>('passer-by', 'POST', one)).body).toMatchObject({ ended: true });
    expect((await it.send<Unsubscription>('passer-by', 'POST', one)).body).toMatchObject({ ended: true });
    expect((await it.send<{ results: object[] }>('member', 'GET', '/notifications')).body.results).toEqual(
      [],
    );
    await published('Afterwards');
    expect(await mails()).toHaveLength(1);
    expect((await it.send<Unsubscription>('passer-by', 'GET', all)).body).toMatchObject({
      all: true,
      ended: false,
    });
  });

  test('a mail program’s button ends it too, for the whole address where it says so', async () => {
    await subscribe('member', await search({}));
    const [, all = ''] = await linksToMember();
    const answer = await it.app.inject({
      method: 'POST',
      url: all,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(204);
    await published('Afterwards');
    expect(await mails()).toHaveLength(1);
    const { body } = await it.send<{ results: { can_notify: boolean }[] }>('member', 'GET', '/contacts');
    expect(body.results.map((contact) => contact.can_notify)).toEqual([false]);
  });

  test('cannot be guessed, nor made from another', async () => {
    await subscribe('member', await search({}));
    const [one = ''] = await linksToMember();
    const other = one.replace(/^\/unsubscribe\/\d+/, `/unsubscribe/${contacts['admin']}`);
    for (const key of [other, '/unsubscribe/1-0-', '/unsubscribe/x', `/unsubscribe/${'a'.repeat(30)}`])
      for (const method of ['GET', 'POST'] as const)
        expect((await it.send('passer-by', method, key)).status).toBe(404);
    expect((await it.app.inject({ method: 'POST', url: other })).statusCode).toBe(404);
  });
});

describe('what fits two wishes', () => {
  test('is told by the other when the one is ended before it was told', async () => {
    const ended = await subscribe('member', await search({ q: 'bridge' }, { name: 'Bridges' }));
    const daily = { digest: 'daily' };
    await subscribe('member', await search({ q: 'east' }, { name: 'The east' }), daily);
    await subscribe('member', await search({ q: 'west' }, { name: 'The west' }), daily);
    const id = await published('Bridge in the east');
    const alone = await published('Bridge elsewhere');
    await it.jobs.workOff();
    expect((await it.send('member', 'DELETE', `/notifications/${ended.id}`)).status).toBe(200);
    // The nightly job does not take it for something that nobody wishes to hear.
    await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, keepTold, {}));
    await it.jobs.workOff();
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain(`New in “The east”:`);
    expect(sent[0]?.text).toContain(`/posts/${id}\n`);
    expect(sent[0]?.text).not.toContain(`/posts/${alone}`);
    await change(id, { status: 'draft' });
    await change(id, { status: 'published' });
    expect(await mails()).toHaveLength(1);
  });

  test('is told by the other when the set of the one is deleted or hidden', async () => {
    const gone = await search({ q: 'ford' }, { name: 'Fords' });
    const hidden = await search({ q: 'ford' }, { name: 'Fords of ours' });
    for (const set of [gone, hidden]) await subscribe('member', set);
    await subscribe('member', await search({ q: 'ford' }, { name: 'All fords' }));
    await published('Ford of the kings');
    await it.jobs.workOff();
    await it.send('admin', 'DELETE', `/savedsearches/${gone}`);
    await it.send('admin', 'PUT', `/savedsearches/${hidden}`, { role: ['reviewer'] });
    const sent = await mails();
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toContain('New in “All fords”:');
  });

  test('is told in the rhythm that was chosen since', async () => {
    const { id } = await subscribe('member', await search({ q: 'ferry' }));
    await published('Ferry aground');
    await it.jobs.workOff();
    await it.send('member', 'PUT', `/notifications/${id}`, { digest: 'daily' });
    expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: Ferry aground']);
  });
});

test('the rhythm is chosen for each, and kept', async () => {
  const { id, digest } = await subscribe('member', await search({}));
  expect(digest).toBe('at_once');
  const changed = await it.send<Notification>('member', 'PUT', `/notifications/${id}`, { digest: 'daily' });
  expect(changed.body).toMatchObject({ id, digest: 'daily' });
  expect((await it.send('member', 'PUT', `/notifications/${id}`, { digest: 'never' })).status).toBe(422);
  await published('In time');
  expect(await it.jobs.workOff()).toEqual([['match-posts', 'done']]);
  expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: In time']);
});

test.each<[Parameters<typeof dueTime>[0], string, string, string | undefined, string]>([
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', undefined, '2026-03-01T10:00:03Z'],
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', '2026-03-01T09:50:00Z', '2026-03-01T10:05:00Z'],
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', '2026-03-01T09:00:00Z', '2026-03-01T10:00:03Z'],
  ['hourly', '2026-03-01T10:00:00Z', 'UTC', undefined, '2026-03-01T11:00:00Z'],
  ['daily', '2026-03-01T04:59:00Z', 'Africa/Nairobi', undefined, '2026-03-01T05:00:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Africa/Nairobi', undefined, '2026-03-02T05:00:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Asia/Kathmandu', undefined, '2026-03-02T02:15:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Nowhere/Atall', undefined, '2026-03-01T08:00:00Z'],
  ['daily', '2026-03-28T20:00:00Z', 'Europe/Berlin', undefined, '2026-03-29T06:00:00Z'],
])('%s at %s in %s, last told %s, is %s', (digest, now, timezone, last, expected) => {
  const times = { now: new Date(now), last: last === undefined ? undefined : new Date(last), timezone };
  expect(dueTime(digest, times)).toEqual(new Date(expected));
});
