import type { Post } from '@waypost/contract/posts/posts';
import type { PostAssignment } from '@waypost/contract/review/assignments';
import type { ReviewSummary } from '@waypost/contract/review/review-summary';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { type ClaimedPosts, startAppWithTwoReviewers, type TestReviewer } from '../reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let boris: TestReviewer;
beforeAll(async () => {
  ({ app, amina, boris } = await startAppWithTwoReviewers());
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts where id <> ${app.publishedId}`.execute(app.db);
});

const assign = (by: TestReviewer, id: number, user: number | null) =>
  by.send<PostAssignment>('PUT', `/posts/${id}/assignment`, { user });
const claimIds = async (by: TestReviewer, input: object = {}) => {
  const { body } = await by.send<ClaimedPosts>('POST', '/review/claims', { count: 5, ...input });
  const ids = body.results.map(({ id }) => id);
  await by.send('DELETE', '/review/claims');
  return ids;
};
const listIds = async (actor: Actor | TestReviewer, query: string) => {
  const url = `/posts?status=all&orderby=id&order=asc&${query}`;
  const { body } =
    typeof actor === 'string'
      ? await app.send<{ results: Post[] }>(actor, 'GET', url)
      : await actor.send<{ results: Post[] }>('GET', url);
  return body.results.map(({ id }) => id);
};

test('a report is assigned, and its history and the audit log tell by whom', async () => {
  const [id = 0] = await app.addWaitingPosts(1);
  expect((await assign(amina, id, boris.id)).body).toMatchObject({
    post_id: id,
    user: { id: boris.id, realname: 'boris' },
    history: [{ user: { id: boris.id }, assigned_by: { id: amina.id } }],
  });
  // The same again changes nothing.
  await assign(boris, id, boris.id);
  await assign(boris, id, null);
  const { body } = await amina.send<PostAssignment>('GET', `/posts/${id}/assignment`);
  expect(body.user).toBeNull();
  expect(body.history.map((it) => [it.user?.id ?? null, it.assigned_by?.id])).toEqual([
    [null, boris.id],
    [boris.id, amina.id],
  ]);
  const audit = await app.send<{ results: { user: { id: number }; details: object }[] }>(
    'admin',
    'GET',
    `/audit?subject=posts&subject_id=${id}`,
  );
  expect(audit.body.results.map((it) => [it.user.id, it.details])).toEqual([
    [boris.id, { changed: ['assignee'], before: boris.id, after: null }],
    [amina.id, { changed: ['assignee'], before: null, after: boris.id }],
  ]);
});

test('the queue gives an assigned report to its assignee only, and to others who ask for it', async () => {
  const [first = 0, second = 0] = await app.addWaitingPosts(2);
  await assign(amina, first, boris.id);
  expect(await claimIds(amina)).toEqual([second]);
  expect(await claimIds(boris)).toEqual([first, second]);
  expect(await claimIds(boris, { assignee: 'me' })).toEqual([first]);
  expect(await claimIds(amina, { assignee: 'me' })).toEqual([]);
  expect(await claimIds(amina, { assignee: 'none' })).toEqual([second]);
  expect(await claimIds(amina, { assignee: [boris.id] })).toEqual([first]);
  const total = async (by: TestReviewer, query = '') =>
    (await by.send<ReviewSummary>('GET', `/review/summary${query}`)).body.total;
  expect([await total(amina), await total(boris), await total(boris, '?assignee=me')]).toEqual([1, 2, 1]);
  const assigned = async (by: TestReviewer) =>
    (await by.send<ReviewSummary>('GET', '/review/summary')).body.assigned;
  expect([await assigned(amina), await assigned(boris)]).toEqual([0, 1]);
});

test('a report of somebody who may no longer review goes to the others', async () => {
  const carl = await app.createReviewer('carl');
  const [id = 0] = await app.addWaitingPosts(1);
  await assign(amina, id, carl.id);
  expect(await claimIds(amina)).toEqual([]);
  await sql`update users set role = 'user' where id = ${carl.id}`.execute(app.db);
  expect(await claimIds(amina)).toEqual([id]);
  await sql`delete from users where id = ${carl.id}`.execute(app.db);
  expect((await amina.send<PostAssignment>('GET', `/posts/${id}/assignment`)).body).toMatchObject({
    user: null,
    history: [{ user: null, assigned_by: { id: amina.id } }],
  });
});

test('lists are filtered by assignee, for the team alone', async () => {
  const [first = 0, second = 0] = await app.addWaitingPosts(2);
  await assign(amina, first, amina.id);
  await assign(amina, app.publishedId, amina.id);
  expect(await listIds(amina, 'assignee=me')).toEqual([app.publishedId, first]);
  expect(await listIds(boris, 'assignee=me')).toEqual([]);
  expect(await listIds(boris, `assignee=${amina.id}`)).toEqual([app.publishedId, first]);
  expect(await listIds(boris, 'assignee=none')).toEqual([second]);
  expect(await listIds(boris, `assignee=none,${amina.id}`)).toEqual([app.publishedId, first, second]);
  for (const actor of ['passer-by', 'visitor', 'member'] as const) {
    expect(await listIds(actor, `assignee=${amina.id}`)).toEqual([]);
    expect(await listIds(actor, 'assignee=none')).toEqual([]);
  }
  // Lists are cached until something changes.
  await assign(amina, app.publishedId, null);
  expect(await listIds(amina, 'assignee=me')).toEqual([first]);
});

test('only members who may review get reports, and only they see who has one', async () => {
  const [id = 0] = await app.addWaitingPosts(1);
  for (const user of [await app.idOf('member'), 999_999]) {
    const refused = await assign(amina, id, user);
    expect([refused.status, errorPointers(refused), errorCodes(refused)]).toEqual([
      422,
      ['/user'],
      ['exists'],
    ]);
  }
  expect((await assign(amina, 999_999, amina.id)).status).toBe(404);
  for (const [actor, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
    ['settings manager', 403],
  ] as const) {
    expect((await app.send(actor, 'GET', `/posts/${id}/assignment`)).status).toBe(status);
    expect((await app.send(actor, 'PUT', `/posts/${id}/assignment`, { user: null })).status).toBe(status);
  }
});
