import type { UrgencyRule } from '@waypost/contract/review/urgency';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { receiveMessage } from '../../messages/messages.public.ts';
import { errorCodes, errorPointers } from '../../testing/app/test-app.ts';
import { type ClaimedPosts, startAppWithTwoReviewers, type TestReviewer } from '../reviewers.fixture.ts';
import { ageUrgencyJob } from './apply-rules.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let categories: { fire: number; forest: number; secret: number };

beforeAll(async () => {
  ({ app, amina } = await startAppWithTwoReviewers());
  const { rows } = await sql<{ id: number }>`
    insert into categories (tag, slug, role) values
      ('Fire', 'fire', null), ('Forest', 'forest', null), ('Secret', 'secret', '{admin}') returning id`.execute(
    app.db,
  );
  const [fire = 0, forest = 0, secret = 0] = rows.map(({ id }) => id);
  categories = { fire, forest, secret };
  await sql`update categories set parent_id = ${fire} where id = ${forest}`.execute(app.db);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from urgency_rules`.execute(app.db);
  await sql`delete from posts where id <> ${app.publishedId}`.execute(app.db);
  await sql`update urgency_state set applied = changed`.execute(app.db);
});

const add = async (rule: object) => {
  const { body, status } = await app.send<UrgencyRule>('admin', 'POST', '/review/urgency-rules', rule);
  expect(status).toBe(200);
  await app.jobs.runPending();
  return body.id;
};
const report = (body: object = {}) =>
  app.make('reviewer', { status: 'draft', title: 'Report', ...body }).then(({ id }) => id);
const claimIds = async (order = 'urgent') => {
  const { body } = await amina.send<ClaimedPosts>('POST', '/review/claims', { count: 5, order });
  await amina.send('DELETE', '/review/claims');
  return body.results.map(({ id }) => id);
};
const reasonsFor = async (id: number) => {
  const { body } = await amina.send<{ score: number; reasons: UrgencyRule[] }>('GET', `/posts/${id}/urgency`);
  return { score: body.score, kinds: body.reasons.map(({ kind }) => kind), reasons: body.reasons };
};
const preview = async (rule: object) =>
  (await app.send<{ count: number; total: number }>('admin', 'POST', '/review/urgency-rules/preview', rule))
    .body;

test('reports come by the sum of the weights of their rules, then the oldest first', async () => {
  const plain = await report();
  const fire = await report({ values: { [app.open.keyOf('kinds')]: [categories.forest] } });
  const trapped = await report({ title: 'People are TRAPPED in the cellar' });
  const both = await report({
    title: 'Trapped by fire',
    values: { [app.open.keyOf('kinds')]: [categories.fire] },
  });
  await add({ kind: 'category', tag: categories.fire, weight: 2 });
  await add({ kind: 'words', words: ['trapped', 'help us'], weight: 3 });
  expect(await claimIds()).toEqual([both, trapped, fire, plain]);
  expect(await claimIds('asc')).toEqual([plain, fire, trapped, both]);
  expect(await reasonsFor(both)).toMatchObject({ score: 5, kinds: ['words', 'category'] });
  expect((await reasonsFor(trapped)).reasons).toMatchObject([{ words: ['trapped'], weight: 3 }]);
  expect(await reasonsFor(plain)).toMatchObject({ score: 0, kinds: [] });
});

test('words match in any script, without case and accents, and a phrase needs all its words', async () => {
  const ids = [
    await report({ title: 'Há uma inundação' }),
    await report({ title: 'نحن محاصرون' }),
    await report({ title: '我们被困在屋顶上' }),
    await report({ title: 'Help: the bridge is down' }),
  ];
  const other = await report({ title: 'Help is on its way' });
  await add({ kind: 'words', words: ['INUNDACAO', 'محاصرون', '被困', 'bridge help'], weight: 1 });
  expect(await claimIds()).toEqual([...ids, other]);
  expect(await reasonsFor(other)).toMatchObject({ score: 0 });
});

test('a rule can be about the survey, an area, the age and a trusted sender', async () => {
  const where = app.open.keyOf('where');
  const near = await report({ values: { [where]: [{ lat: -1.29, lon: 36.82 }] } });
  const far = await report({ values: { [where]: [{ lat: 10, lon: 20 }] } });
  const old = await report();
  await sql`update posts set created = now() - interval '30 hours' where id = ${old}`.execute(app.db);
  const message = { type: 'sms', from: '+254700123', message: 'Hello' } as const;
  const { postId } = await inTransaction(app.db, 'writes', (tx) => receiveMessage(tx, message));
  const sent = postId ?? 0;
  await add({ kind: 'survey', form: app.open.id, weight: 1 });
  await add({ kind: 'area', name: 'Town', location: { lat: -1.28, lon: 36.82 }, within_km: 5, weight: 2 });
  await add({ kind: 'age', hours: 24, weight: 4 });
  await add({ kind: 'sender', weight: 8 });
  expect(await reasonsFor(near)).toMatchObject({ score: 3, kinds: ['area', 'survey'] });
  expect(await reasonsFor(far)).toMatchObject({ score: 1, kinds: ['survey'] });
  expect(await reasonsFor(old)).toMatchObject({ score: 5, kinds: ['age', 'survey'] });
  expect(await reasonsFor(sent)).toMatchObject({ score: 0 });
  await amina.send('PUT', `/posts/${sent}/sender`, { trusted: true });
  expect(await reasonsFor(sent)).toMatchObject({ score: 8, kinds: ['sender'] });
  await amina.send('PUT', `/posts/${sent}/sender`, { trusted: false });
  expect(await reasonsFor(sent)).toMatchObject({ score: 0 });
});

test('a report becomes urgent when it is changed, and as it grows older', async () => {
  await add({ kind: 'words', words: ['fire'], weight: 1 });
  await add({ kind: 'age', hours: 1, weight: 2 });
  const id = await report();
  expect(await reasonsFor(id)).toMatchObject({ score: 0 });
  await amina.send('PUT', `/posts/${id}`, { title: 'Fire in the forest' });
  expect(await reasonsFor(id)).toMatchObject({ score: 1, kinds: ['words'] });
  // An hour passes.
  await sql`update posts set created = now() - interval '61 minutes' where id = ${id}`.execute(app.db);
  await sql`update urgency_rules set checked_until = now() - interval '2 hours' where kind = 'age'`.execute(
    app.db,
  );
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, ageUrgencyJob, {}));
  await app.jobs.runPending();
  expect(await reasonsFor(id)).toMatchObject({ score: 3, kinds: ['age', 'words'] });
  await amina.send('PUT', `/posts/${id}`, { status: 'published' });
  const { rows } = await sql`select from post_urgency`.execute(app.db);
  expect(rows).toEqual([]);
});

test('a changed or deleted rule counts at once for all waiting reports', async () => {
  const [first, second] = [await report({ title: 'Fire' }), await report({ title: 'Flood' })];
  const ruleId = await add({ kind: 'words', words: ['flood'], weight: 1 });
  expect(await claimIds()).toEqual([second, first]);
  const url = `/review/urgency-rules/${ruleId}`;
  await app.send('admin', 'PUT', url, { kind: 'words', words: ['fire'], weight: 9 });
  await app.jobs.runPending();
  expect(await reasonsFor(second)).toMatchObject({ score: 0 });
  expect(await reasonsFor(first)).toMatchObject({ score: 9 });
  expect((await app.send('admin', 'DELETE', url)).status).toBe(200);
  await app.jobs.runPending();
  expect(await claimIds()).toEqual([first, second]);
  expect((await app.send('admin', 'DELETE', url)).status).toBe(404);
  const audit = await app.send<{ results: { details: object }[] }>('admin', 'GET', '/audit?subject=config');
  expect(audit.body.results.slice(0, 3).map(({ details }) => details)).toEqual([
    { changed: ['urgency_delete'] },
    { changed: ['urgency_update'] },
    { changed: ['urgency_create'] },
  ]);
});

test('a rule disappears with its category', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into categories (tag, slug) values ('Passing', 'passing') returning id`.execute(app.db);
  const passing = rows[0]?.id ?? 0;
  const id = await report({ values: { [app.open.keyOf('kinds')]: [passing] } });
  await add({ kind: 'category', tag: passing, weight: 1 });
  expect(await reasonsFor(id)).toMatchObject({ score: 1 });
  await app.send('admin', 'DELETE', `/tags/${passing}`);
  await app.jobs.runPending();
  expect(await reasonsFor(id)).toMatchObject({ score: 0 });
});

test('a category that not everyone may see makes nothing urgent: the order would reveal it', async () => {
  const rule = { kind: 'category', tag: categories.secret, weight: 1 };
  const refused = await app.send('admin', 'POST', '/review/urgency-rules', rule);
  expect([errorCodes(refused), errorPointers(refused)]).toEqual([['exists'], ['/tag']]);
  const id = await report({ values: { [app.open.keyOf('kinds')]: [categories.forest] } });
  await add({ kind: 'category', tag: categories.forest, weight: 1 });
  expect(await reasonsFor(id)).toMatchObject({ score: 1 });
  await sql`update categories set role = '{admin}' where id = ${categories.fire}`.execute(app.db);
  await amina.send('PUT', `/posts/${id}`, { title: 'Changed' });
  expect(await reasonsFor(id)).toMatchObject({ score: 0 });
  await sql`update categories set role = null where id = ${categories.fire}`.execute(app.db);
});

test('the preview counts waiting reports and stores nothing', async () => {
  await report({ title: 'Fire in the forest' });
  await report({ title: 'Flood' });
  expect(await preview({ kind: 'words', words: ['fire'] })).toEqual({ count: 1, total: 2 });
  expect(await preview({ kind: 'survey', form: app.open.id })).toEqual({ count: 2, total: 2 });
  expect(await preview({ kind: 'age', hours: 5 })).toEqual({ count: 0, total: 2 });
  const rules = await app.send<{ count: number }>('admin', 'GET', '/review/urgency-rules');
  expect(rules.body.count).toBe(0);
});

test.each([
  [{ kind: 'category' }, '/tag', 'required'],
  [{ kind: 'category', tag: 99_999 }, '/tag', 'exists'],
  [{ kind: 'survey', form: 99_999 }, '/form', 'exists'],
  [{ kind: 'words', words: [] }, '/words', 'required'],
  [{ kind: 'area', within_km: 5 }, '/location', 'required'],
  [{ kind: 'age' }, '/hours', 'required'],
])('the rule %j is refused at %s', async (rule, pointer, code) => {
  const reply = await app.send('admin', 'POST', '/review/urgency-rules', rule);
  expect([reply.status, errorPointers(reply), errorCodes(reply)]).toEqual([422, [pointer], [code]]);
});
