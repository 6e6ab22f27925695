import type { ReviewShift } from '@waypost/contract/review/shift';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAppWithTwoReviewers, type TestReviewer } from './reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let boris: TestReviewer;
beforeAll(async () => {
  ({ app, amina, boris } = await startAppWithTwoReviewers());
});
afterAll(() => app.close());

const read = async () => (await amina.send<ReviewShift>('GET', '/review/shift')).body;

test('nothing waits', async () => {
  expect(await read()).toMatchObject({
    total: 0,
    held: 0,
    median_minutes: null,
    by_locale: [],
    claims: [],
    decisions: null,
    decisions_total: 0,
  });
});

test('what waits is counted with its median age, languages and claims', async () => {
  const [old = 0, middle = 0] = await app.addWaitingPosts(3);
  await sql`update posts set created = now() - interval '2 days', locale = 'sw' where id = ${old}`.execute(
    app.db,
  );
  await sql`update posts set created = now() - interval '90 minutes' where id = ${middle}`.execute(app.db);
  // Assigned posts wait, too.
  await amina.send('PUT', `/posts/${middle}/assignment`, { user: amina.id });
  await boris.send('POST', '/review/claims', { count: 1 });
  await sql`update post_locks set expires = now() + interval '100 seconds'`.execute(app.db);
  const shift = await read();
  expect(shift).toMatchObject({ total: 3, held: 1, by_form: [{ name: 'Flood report', count: 3 }] });
  expect(shift.median_minutes).toBe(90);
  expect(shift.by_locale[1]).toEqual({ locale: 'sw', count: 1 });
  expect(shift.claims).toMatchObject([{ post_id: old, user: { id: boris.id }, title: 'Report 1' }]);
  expect(Math.abs((shift.claims[0]?.idle_seconds ?? 0) - 200)).toBeLessThan(30);
  // The coordinator gives it back to the queue.
  expect((await amina.send('DELETE', `/posts/${old}/lock`)).status).toBe(200);
  expect((await read()).claims).toEqual([]);
});

test('only claims count as held: an open editor is no reviewer at work', async () => {
  await sql`delete from posts where status = 'draft'`.execute(app.db);
  const [edited] = await app.addWaitingPosts(2);
  await app.send('admin', 'PUT', `/posts/${edited}/lock`);
  expect(await read()).toMatchObject({ total: 2, held: 0, claims: [] });
  await boris.send('POST', '/review/claims', { count: 1 });
  expect(await read()).toMatchObject({ total: 2, held: 1 });
});

test('decisions of the last hour are counted, by member only where the site wants it', async () => {
  const [first, second, third] = await app.addWaitingPosts(3);
  await amina.send('PUT', `/posts/${first}`, { status: 'published' });
  await amina.send('PUT', `/posts/${second}`, { status: 'archived' });
  await boris.send('PUT', `/posts/${third}`, { status: 'archived' });
  expect(await read()).toMatchObject({ decisions: null, decisions_total: 3 });
  // Other saves are no decisions, and one that is taken back does not count.
  await boris.send('PUT', `/posts/${third}`, { status: 'draft' });
  await boris.send('PUT', `/posts/${third}`, { title: 'Renamed' });
  expect(await read()).toMatchObject({ decisions_total: 2 });
  await boris.send('PUT', `/posts/${third}`, { status: 'published' });
  await boris.send('PUT', `/posts/${third}`, { status: 'archived' });
  expect(await read()).toMatchObject({ decisions_total: 3 });
  await app.send('admin', 'PUT', '/config/site', { show_decisions: true });
  const shift = await read();
  expect(shift.decisions?.map(({ user, count }) => [user.realname, count])).toEqual([
    ['amina', 2],
    ['boris', 1],
  ]);
  await sql`update post_revisions set created = now() - interval '61 minutes'`.execute(app.db);
  expect((await read()).decisions).toEqual([]);
});

test('only users with Manage Posts see it', async () => {
  for (const [actor, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
    ['settings manager', 403],
  ] as const)
    expect((await app.send(actor, 'GET', '/review/shift')).status).toBe(status);
});
