/** Posts of surveys that publish hours later. */
import type { Post } from '@waypost/contract/posts/posts';
import type { PublicView } from '@waypost/contract/posts/public-view';
import { findPublicFrom } from '@waypost/survey-logic/publication-delay';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { confirmContacts } from '../../testing/app/confirm-contacts.ts';
import { createTestSurvey, type TestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';

let app: TestApp;
let survey: TestSurvey;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  survey = await createTestSurvey(app.db, {}, { publication_delay_hours: 24 });
});

const publish = async (more: object = {}, actor: Actor = 'reviewer') =>
  (
    await app.send<Post>(actor, 'POST', '/posts', {
      form: survey.id,
      title: 'Seen',
      status: 'published',
      ...more,
    })
  ).body;
/** Lets hours pass for a post. */
async function wait(id: number, hours: number): Promise<void> {
  await sql`
    update posts set created = created - make_interval(hours => ${hours}), public_from = public_from - make_interval(hours => ${hours})
    where id = ${id}`.execute(app.db);
  await app.jobs.runPending();
}
const countFor = async (actor: Actor, query = '') =>
  (await app.send<{ total_count: number }>(actor, 'GET', `/posts?form=${survey.id}${query}`)).body
    .total_count;
const readStatus = async (actor: Actor, id: number) => (await app.send(actor, 'GET', `/posts/${id}`)).status;

test('a published post is public after the delay; its author and the team see it before', async () => {
  const { id, status, public_from, created } = await publish({}, 'member');
  expect([status, Date.parse(public_from ?? '') - Date.parse(created)]).toEqual([
    'published',
    24 * 3_600_000,
  ]);
  expect(await readStatus('visitor', id)).toBe(403);
  expect(await readStatus('settings manager', id)).toBe(403);
  expect([await readStatus('reviewer', id), await readStatus('member', id)]).toEqual([200, 200]);
  expect([
    await countFor('visitor'),
    await countFor('visitor', '&q=seen'),
    await countFor('reviewer'),
  ]).toEqual([0, 0, 1]);
  await wait(id, 23);
  expect(await countFor('visitor')).toBe(0);
  await wait(id, 1);
  expect([
    await countFor('visitor'),
    await countFor('visitor', '&q=seen'),
    await countFor('reviewer'),
  ]).toEqual([1, 1, 1]);
  const shown = await app.send<Post>('reviewer', 'GET', `/posts/${id}`);
  expect(shown.body.public_from).toBeUndefined();
});

test('forms say the same time as the server', async () => {
  for (const hide_time of [false, true]) {
    const { id } = await createTestSurvey(app.db, {}, { publication_delay_hours: 30, hide_time });
    const { body } = await app.send<Post>('reviewer', 'POST', '/posts', { form: id, title: 'Seen' });
    const expected = findPublicFrom({ hide_time, publication_delay_hours: 30 }, Date.parse(body.created));
    expect(Date.parse(body.public_from ?? '')).toBe(expected?.getTime());
  }
});

test('readers of a role wait, too', async () => {
  const { id } = await publish({ published_to: ['settings-manager'] });
  expect([await readStatus('settings manager', id), await countFor('settings manager')]).toEqual([403, 0]);
  await wait(id, 24);
  expect([await readStatus('settings manager', id), await countFor('settings manager')]).toEqual([200, 1]);
});

test('where the time is hidden, the moment tells only the day', async () => {
  await app.send('settings manager', 'PUT', `/forms/${survey.id}`, { hide_time: true });
  const { public_from = '', created } = await publish();
  const waits = (Date.parse(public_from) - Date.parse(created)) / 3_600_000;
  expect([public_from.slice(11, 19), waits > 24 && waits <= 48]).toEqual(['00:00:00', true]);
});

const setDelay = (hours: number) =>
  app.send('settings manager', 'PUT', `/forms/${survey.id}`, { publication_delay_hours: hours });

test.each([0, 1])('a delay of %s hours instead of 24 applies to later posts only', async (hours) => {
  const { id, public_from: promised } = await publish();
  await setDelay(hours);
  const later = await publish();
  expect(await readStatus('visitor', id)).toBe(403);
  expect((await app.send<Post>('reviewer', 'GET', `/posts/${id}`)).body.public_from).toBe(promised);
  await app.send('reviewer', 'PUT', `/posts/${id}`, { title: 'Edited' });
  await wait(later.id, hours);
  expect([await readStatus('visitor', id), await readStatus('visitor', later.id)]).toEqual([403, 200]);
  await wait(id, 24);
  expect(await readStatus('visitor', id)).toBe(200);
});

test('a longer delay applies to posts that exist', async () => {
  await setDelay(0);
  const { id } = await publish();
  expect(await readStatus('visitor', id)).toBe(200);
  await setDelay(1);
  expect(await readStatus('visitor', id)).toBe(403);
});

test('a draft that moves into the survey while it is published waits, too', async () => {
  const open = await createTestSurvey(app.db, {});
  const { id } = await publish({ form: open.id, status: 'draft' });
  await app.send('reviewer', 'PUT', `/posts/${id}`, { form: survey.id, status: 'published' });
  expect(await readStatus('visitor', id)).toBe(403);
});

test('subscribers and webhooks for public posts hear of it when it is public', async () => {
  const readEvents = async (id: number) =>
    (
      await sql<{ was_public: boolean; is_public: boolean }>`
        select was_public, is_public from webhook_events where post_id = ${id} and is_public`.execute(app.db)
    ).rows;
  await app.send('settings manager', 'POST', '/webhooks', {
    name: 'For everybody',
    url: 'https://hooks.example.org/',
    shared_secret: 'a secret of more than twenty',
    event_type: 'create',
    entity_type: 'post',
    content: 'public',
  });
  const member = await app.idOf('member');
  await app.db
    .insertInto('contacts')
    .values({ user_id: member, type: 'email', contact: 'subscriber@example.org', can_notify: true })
    .execute();
  await confirmContacts(app.db);
  const search = await app.send<{ id: number }>('admin', 'POST', '/savedsearches', {
    name: 'All of them',
    filter: { form: [survey.id] },
    featured: true,
  });
  await app.db.insertInto('notifications').values({ user_id: member, set_id: search.body.id }).execute();
  const countMails = async () => {
    await app.jobs.runPending({ includeScheduled: true });
    return (
      await app.db
        .selectFrom('outbox')
        .select('id')
        .where('recipient', '=', 'subscriber@example.org')
        .execute()
    ).length;
  };
  const { id } = await publish();
  expect([await readEvents(id), await countMails()]).toEqual([[], 0]);
  await sql`update posts set created = created - interval '1 day', public_from = public_from - interval '1 day' where id = ${id}`.execute(
    app.db,
  );
  await sql`select mask_posts(array[${id}::bigint])`.execute(app.db);
  expect(await readEvents(id)).toEqual([{ was_public: false, is_public: true }]);
  expect(await countMails()).toBe(1);
});

test('the preview says when it becomes public', async () => {
  const { body } = await app.send<PublicView>('member', 'POST', '/posts/public-view', {
    form: survey.id,
    title: 'Seen',
  });
  const hours = (Date.parse(body.public_from ?? '') - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThan(25);
});
