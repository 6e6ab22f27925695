import type { Notification, Unsubscription } from '@waypost/contract/notifications/notifications';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { confirmContacts } from '../testing/app/confirm-contacts.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { compactDelivered } from './notifications.http.ts';

type Person = 'member' | 'reviewer' | 'admin';
const root = 'https://report.example.org';

let app: TestApp;
let survey: TestSurvey;
const addresses: Record<Person, string> = {
  member: 'mo@example.org',
  reviewer: 'rae@example.org',
  admin: 'ada@example.org',
};
const contacts: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  survey = await createTestSurvey(
    app.db,
    { kinds: { type: 'tags', input: 'tags', cardinality: 0 } },
    { require_approval: true },
  );
  for (const [kind, contact] of Object.entries(addresses) as [Person, string][]) {
    const body = { type: 'email', contact, can_notify: true };
    contacts[kind] = (await app.send<{ id: number }>(kind, 'POST', '/contacts', body)).body.id;
  }
  await confirmContacts(app.db);
});
afterAll(() => app.close());

interface SentMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
}
/** Mails in the outbox, after running all jobs. */
async function mails(): Promise<SentMail[]> {
  await app.jobs.runPending({ includeScheduled: true });
  const rows = await app.db.selectFrom('outbox').selectAll().orderBy('recipient').execute();
  return rows.map(({ recipient, subject, text, html, headers }) => ({
    to: recipient,
    subject,
    text: text ?? '',
    html: html ?? '',
    headers: headers ?? {},
  }));
}
afterEach(async () => {
  await app.jobs.runPending({ includeScheduled: true });
  await sql`delete from outbox; delete from notifications; delete from sets; delete from notification_deliveries;
    delete from delivered_post_ranges`.execute(app.db);
  await sql`update contacts set can_notify = true`.execute(app.db);
});

const createEntity = async (kind: Actor, path: string, body: object) =>
  (await app.send<{ id: number }>(kind, 'POST', path, body)).body.id;
const createSavedSearch = (filter: object, more: object = {}) =>
  createEntity('admin', '/savedsearches', { name: 'Floods', filter, ...more });
const createCollection = (more: object = {}) =>
  createEntity('admin', '/collections', { name: 'River gauges', ...more });
const subscribe = async (kind: Person, set: number, more: object = {}) =>
  (await app.send<Notification>(kind, 'POST', '/notifications', { set, ...more })).body;
const createPost = async (title: string, more: object = {}, kind: Actor = 'reviewer') => {
  const body = { form: survey.id, title, content: 'As seen from the road', values: {}, ...more };
  const created = await app.send<Post>(kind, 'POST', '/posts', body);
  if (created.body?.id) return created.body.id;
  const { id } = await app.db
    .selectFrom('posts')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
};
const createPublishedPost = (title: string, more: object = {}) =>
  createPost(title, { status: 'published', ...more });
const updatePost = (id: number, body: object) => app.send<Post>('reviewer', 'PUT', `/posts/${id}`, body);
const recipients = async () => (await mails()).map((mail) => mail.to);

test('a visitor’s report is notified once, when it is published, with links to the post and to unsubscribe', async () => {
  const set = await createSavedSearch({ q: 'flood' });
  await subscribe('member', set);
  const id = await createPost('Flood at <the> school', {}, 'visitor');
  expect(await mails()).toEqual([]);
  await updatePost(id, { status: 'published' });
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
  await updatePost(id, { title: 'Flood at the old school' });
  await updatePost(id, { status: 'draft' });
  await updatePost(id, { status: 'published' });
  expect(await mails()).toHaveLength(1);
});

test('notifications are in the language of each user', async () => {
  const set = await createSavedSearch({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  await app.send('member', 'PUT', '/users/me', { language: 'es' });
  await createPublishedPost('Agua en el camino');
  await createPublishedPost('Puente cerrado');
  const [spanish, english] = await mails();
  expect(spanish?.subject).toBe('Waypost: 2 reportes nuevos en “Floods”');
  expect(spanish?.text).toContain('Nuevo en “Floods”:');
  expect(spanish?.text).toMatch(/\/unsubscribe\/\S+\?lang=es\n/);
  expect(spanish?.html).toContain('<html lang="es" dir="ltr">');
  expect(english?.subject).toBe('Waypost: 2 new reports in “Floods”');
  await app.send('member', 'PUT', '/users/me', { language: null });
});

describe('users are notified only of posts that they may see', () => {
  test('drafts: those who manage posts and search for them', async () => {
    const drafts = await createSavedSearch({ status: ['draft'] });
    await subscribe('member', drafts);
    await subscribe('reviewer', drafts);
    await createPost('Under review', {}, 'visitor');
    expect(await recipients()).toEqual(['rae@example.org']);
  });

  test('posts for one role: users with that role', async () => {
    const all = await createSavedSearch({});
    for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, all);
    await createPublishedPost('For members', { published_to: ['user'] });
    await createPublishedPost('For reviewers', { published_to: ['reviewer'] });
    const sentMails = await mails();
    expect(sentMails.map((mail) => [mail.to, mail.subject])).toEqual([
      ['mo@example.org', 'Waypost: For members'],
      ['rae@example.org', 'Waypost: 2 new reports in “Floods”'],
    ]);
  });

  test('a search for own posts: each user of their own', async () => {
    const mine = await createSavedSearch({ user: 'me' });
    for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, mine);
    await createPublishedPost('Not the member’s');
    expect(await recipients()).toEqual(['rae@example.org']);
  });

  test('a set that was hidden from the user: none', async () => {
    const set = await createSavedSearch({});
    await subscribe('member', set);
    await app.send('admin', 'PUT', `/savedsearches/${set}`, { role: ['reviewer'] });
    await createPublishedPost('Anything');
    expect(await mails()).toEqual([]);
  });

  test('a post unpublished before delivery: none, until it is published again', async () => {
    await subscribe('member', await createSavedSearch({}), { digest: 'daily' });
    const id = await createPublishedPost('Too early');
    await app.jobs.runPending();
    await updatePost(id, { status: 'draft' });
    expect(await mails()).toEqual([]);
    await updatePost(id, { status: 'published' });
    expect(await recipients()).toEqual(['mo@example.org']);
  });
});

describe('a collection', () => {
  test('notifies of added posts, and of drafts once they are published; nothing twice', async () => {
    const gauges = await createCollection();
    await subscribe('member', gauges);
    await subscribe('member', await createSavedSearch({}));
    await subscribe('reviewer', gauges);
    const draft = await createPost('Gauge 7');
    await app.send('admin', 'POST', `/collections/${gauges}/posts`, { id: draft });
    expect(await recipients()).toEqual(['rae@example.org']);
    await updatePost(draft, { status: 'published' });
    expect(await recipients()).toEqual(['mo@example.org', 'rae@example.org']);
    await app.send('admin', 'DELETE', `/collections/${gauges}/posts/${draft}`);
    await app.send('admin', 'POST', `/collections/${gauges}/posts`, { id: draft });
    expect(await mails()).toHaveLength(2);
  });

  test('does not notify of posts that it contained before the subscription', async () => {
    const gauges = await createCollection();
    const old = await createPublishedPost('Long there');
    await app.send('admin', 'POST', `/collections/${gauges}/posts`, { id: old });
    await subscribe('member', gauges);
    await updatePost(old, { title: 'Long there, and mended' });
    expect(await mails()).toEqual([]);
  });
});

test('old deliveries are compacted, and their posts are not notified again', async () => {
  const set = await createSavedSearch({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  const ids = [];
  for (let at = 0; at < 3; at++) ids.push(await createPublishedPost(`Ford ${at}`));
  expect(await mails()).toHaveLength(2);
  await sql`update notification_deliveries set delivered = delivered - interval '3 days'`.execute(app.db);
  const fresh = await createPublishedPost('Ford of today');
  await mails();
  for (let again = 0; again < 2; again++) {
    await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, compactDelivered, {}));
    await app.jobs.runPending();
  }
  const storedPosts = await app.db
    .selectFrom('notification_deliveries')
    .select('post_id')
    .distinct()
    .execute();
  expect(storedPosts).toEqual([{ post_id: fresh }]);
  await sql`delete from outbox`.execute(app.db);
  for (const id of [...ids, fresh])
    for (const status of ['draft', 'published']) await updatePost(id, { status });
  await createEntity('admin', `/collections/${await createCollection()}/posts`, { id: ids[0] });
  expect(await mails()).toEqual([]);
  await createPublishedPost('Another ford');
  expect(await recipients()).toEqual(['mo@example.org', 'rae@example.org']);
});

test('an edit that makes a post match is notified, unless the post is older than the subscription', async () => {
  const old = await createPublishedPost('Dry road');
  await subscribe('member', await createSavedSearch({ q: 'flood' }));
  const young = await createPublishedPost('Wet road');
  expect(await mails()).toEqual([]);
  await updatePost(old, { title: 'Flooded road, dry before' });
  await updatePost(young, { title: 'Flooded road' });
  expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: Flooded road']);
});

test('hundreds of posts at once are one mail, which lists some and counts the others', async () => {
  const set = await createSavedSearch({});
  await subscribe('member', set);
  await sql`
    insert into posts (survey_id, title, status)
    select ${survey.id}, 'Imported ' || n, 'published' from generate_series(1, 1200) as n`.execute(app.db);
  await sql`select mask_posts(array(select id from posts where title like 'Imported %'))`.execute(app.db);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Waypost: 1,200 new reports in “Floods”');
  expect(mail?.text.match(/^\* /gm)).toHaveLength(20);
  expect(mail?.text).toContain(`And 1,180 more: ${root}/savedsearches/${set}`);
  // The next mail is sent a quarter of an hour later.
  await createPublishedPost('One more');
  await app.jobs.runPending();
  const { rows } = await sql<{ in: number }>`
    select extract(epoch from start_after - now())::int as in from jobs.job
    where name = 'deliver-notification' and state = 'created'`.execute(app.db);
  expect(rows[0]?.in).toBeGreaterThan(800);
});

test('a failed attempt sends nothing twice, and users without a contact get nothing', async () => {
  const set = await createSavedSearch({});
  for (const kind of ['member', 'reviewer'] as const) await subscribe(kind, set);
  await app.send('reviewer', 'PUT', `/contacts/${contacts['reviewer']}`, {
    type: 'email',
    contact: addresses.reviewer,
    can_notify: false,
  });
  await createPublishedPost('Anything');
  await app.jobs.runPending();
  // Sequences are not rolled back, so only the first attempt fails.
  await sql`create sequence tries`.execute(app.db);
  await sql`alter table outbox add constraint full_up check (nextval('tries') > 1) not valid`.execute(app.db);
  const results = await app.jobs.runPending({ includeScheduled: true });
  expect(results).toEqual([
    ['deliver-notification', 'failed'],
    ['deliver-notification', 'done'],
  ]);
  await sql`alter table outbox drop constraint full_up`.execute(app.db);
  expect(await recipients()).toEqual(['mo@example.org']);
});

describe('the unsubscribe link', () => {
  const keysIn = (text: string) =>
    [...text.matchAll(/\/unsubscribe\/(\S+)/g)].map(([, key]) => `/unsubscribe/${key}`);
  const linksToMember = async () => {
    const id = await createPublishedPost(`News ${crypto.randomUUID()}`);
    const mail = (await mails()).find((it) => it.to === 'mo@example.org' && it.text.includes(`/posts/${id}`));
    return keysIn(mail?.text ?? '');
  };

  test('shows what it unsubscribes, and works without login', async () => {
    const set = await createSavedSearch({});
    await subscribe('member', set);
    const [link = '', all = ''] = await linksToMember();
    const response = await app.send<Unsubscription>('passer-by', 'GET', link);
    expect([response.status, response.body]).toEqual([
      200,
      { site: 'Waypost', address: 'm…@example.org', all: false, set: 'Floods', ended: false },
    ]);
    expect((await app.send<Unsubscription>('passer-by', 'POST', link)).body).toMatchObject({ ended: true });
    expect((await app.send<Unsubscription>('passer-by', 'POST', link)).body).toMatchObject({ ended: true });
    expect((await app.send<{ results: object[] }>('member', 'GET', '/notifications')).body.results).toEqual(
      [],
    );
    await createPublishedPost('Afterwards');
    expect(await mails()).toHaveLength(1);
    expect((await app.send<Unsubscription>('passer-by', 'GET', all)).body).toMatchObject({
      all: true,
      ended: false,
    });
  });

  test('works by the one-click button of mail programs, for all notifications of the address', async () => {
    await subscribe('member', await createSavedSearch({}));
    const [, all = ''] = await linksToMember();
    const response = await app.fastify.inject({
      method: 'POST',
      url: all,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(response.statusCode).toBe(204);
    await createPublishedPost('Afterwards');
    expect(await mails()).toHaveLength(1);
    const { body } = await app.send<{ results: { can_notify: boolean }[] }>('member', 'GET', '/contacts');
    expect(body.results.map((contact) => contact.can_notify)).toEqual([false]);
  });

  test('cannot be guessed or derived from another', async () => {
    await subscribe('member', await createSavedSearch({}));
    const [link = ''] = await linksToMember();
    const forgedLink = link.replace(/^\/unsubscribe\/\d+/, `/unsubscribe/${contacts['admin']}`);
    for (const key of [forgedLink, '/unsubscribe/1-0-', '/unsubscribe/x', `/unsubscribe/${'a'.repeat(30)}`])
      for (const method of ['GET', 'POST'] as const)
        expect((await app.send('passer-by', method, key)).status).toBe(404);
    expect((await app.fastify.inject({ method: 'POST', url: forgedLink })).statusCode).toBe(404);
  });
});

describe('a post that matches two notifications', () => {
  test('is delivered by the other one if the first is deleted before delivery', async () => {
    const ended = await subscribe('member', await createSavedSearch({ q: 'bridge' }, { name: 'Bridges' }));
    const daily = { digest: 'daily' };
    await subscribe('member', await createSavedSearch({ q: 'east' }, { name: 'The east' }), daily);
    await subscribe('member', await createSavedSearch({ q: 'west' }, { name: 'The west' }), daily);
    const id = await createPublishedPost('Bridge in the east');
    const alone = await createPublishedPost('Bridge elsewhere');
    await app.jobs.runPending();
    expect((await app.send('member', 'DELETE', `/notifications/${ended.id}`)).status).toBe(200);
    // The nightly job must not delete it as a post without a subscription.
    await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, compactDelivered, {}));
    await app.jobs.runPending();
    const sentMails = await mails();
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]?.text).toContain(`New in “The east”:`);
    expect(sentMails[0]?.text).toContain(`/posts/${id}\n`);
    expect(sentMails[0]?.text).not.toContain(`/posts/${alone}`);
    await updatePost(id, { status: 'draft' });
    await updatePost(id, { status: 'published' });
    expect(await mails()).toHaveLength(1);
  });

  test('is delivered by the other one if the first set is deleted or hidden', async () => {
    const deletedSearch = await createSavedSearch({ q: 'ford' }, { name: 'Fords' });
    const hidden = await createSavedSearch({ q: 'ford' }, { name: 'Fords of ours' });
    for (const set of [deletedSearch, hidden]) await subscribe('member', set);
    await subscribe('member', await createSavedSearch({ q: 'ford' }, { name: 'All fords' }));
    await createPublishedPost('Ford of the kings');
    await app.jobs.runPending();
    await app.send('admin', 'DELETE', `/savedsearches/${deletedSearch}`);
    await app.send('admin', 'PUT', `/savedsearches/${hidden}`, { role: ['reviewer'] });
    const sentMails = await mails();
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]?.text).toContain('New in “All fords”:');
  });

  test('is delivered by the digest chosen since', async () => {
    const { id } = await subscribe('member', await createSavedSearch({ q: 'ferry' }));
    await createPublishedPost('Ferry aground');
    await app.jobs.runPending();
    await app.send('member', 'PUT', `/notifications/${id}`, { digest: 'daily' });
    expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: Ferry aground']);
  });
});

test('the digest of a notification can be changed, and is stored', async () => {
  const { id, digest } = await subscribe('member', await createSavedSearch({}));
  expect(digest).toBe('at_once');
  const changed = await app.send<Notification>('member', 'PUT', `/notifications/${id}`, { digest: 'daily' });
  expect(changed.body).toMatchObject({ id, digest: 'daily' });
  expect((await app.send('member', 'PUT', `/notifications/${id}`, { digest: 'never' })).status).toBe(422);
  await createPublishedPost('In time');
  expect(await app.jobs.runPending()).toEqual([['match-posts', 'done']]);
  expect((await mails()).map((mail) => mail.subject)).toEqual(['Waypost: In time']);
});
