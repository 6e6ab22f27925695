/** Five reviewers do the same at once: one of them wins, and nothing is decided twice, lost or half done. */
import type { AuditEntry } from '@waypost/contract/audit/audit';
import type { MergedPosts } from '@waypost/contract/posts/merged-posts';
import type { PostRevision } from '@waypost/contract/posts/post-revisions';
import type { Post } from '@waypost/contract/posts/posts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { errorCodes } from '../testing/app/test-app.ts';
import { type ClaimedPosts, startAppWithReviewers, type TestReviewer } from './reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithReviewers>>;
let reviewers: TestReviewer[];
let amina: TestReviewer;
let boris: TestReviewer;
beforeAll(async () => {
  app = await startAppWithReviewers();
  amina = await app.createReviewer('amina');
  boris = await app.createReviewer('boris');
  const others = ['chen', 'dalia', 'emeka'].map((name) => app.createReviewer(name));
  reviewers = [amina, boris, ...(await Promise.all(others))];
});
afterAll(() => app.close());

const read = async (id: number) => (await amina.send<Post>('GET', `/posts/${id}`)).body;
const listRevisions = async (id: number) =>
  (await amina.send<{ results: PostRevision[] }>('GET', `/posts/${id}/revisions`)).body.results;
const listDecisions = async (id: number) =>
  (
    await app.send<{ results: AuditEntry[] }>('admin', 'GET', `/audit?subject=posts&subject_id=${id}`)
  ).body.results.filter(({ details }) => 'status' in details);
const claim = (reviewer: TestReviewer, body: object) =>
  reviewer.send<ClaimedPosts>('POST', '/review/claims', body);

test('each report is decided once when all decide it at once', async () => {
  const ids = await app.addWaitingPosts(10);
  const requests = ids.flatMap((id) =>
    reviewers.map((reviewer, index) =>
      reviewer.send('PUT', `/posts/${id}`, { status: index % 2 ? 'archived' : 'published', based_on: 1 }),
    ),
  );
  const replies = await Promise.all(requests);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(ids.length * (reviewers.length - 1));
  for (const reply of refused) expect([reply.status, errorCodes(reply)]).toEqual([422, ['postChanged']]);
  for (const id of ids) {
    expect((await read(id)).revision).toBe(2);
    expect(await listRevisions(id)).toHaveLength(2);
    expect(await listDecisions(id)).toHaveLength(1);
  }
});

test('nobody decides, merges or takes a report that somebody else holds', async () => {
  const [held = 0, free = 0] = await app.addWaitingPosts(2);
  expect((await claim(amina, { count: 1, post_id: [held] })).body.count).toBe(1);
  const attempts = await Promise.all([
    boris.send('PUT', `/posts/${held}`, { status: 'published' }),
    boris.send('PUT', `/posts/${held}`, { status: 'archived', based_on: 1 }),
    boris.send('POST', `/posts/${free}/merged`, { post_ids: [held] }),
  ]);
  expect(attempts.map((reply) => [reply.status, errorCodes(reply)])).toEqual([
    [422, ['postLocked']],
    [422, ['postLocked']],
    [422, ['postLocked']],
  ]);
  expect((await claim(boris, { count: 1, post_id: [held] })).body.count).toBe(0);
  await boris.send('DELETE', `/review/claims?claimed_posts=${held}`);
  expect((await boris.send('PUT', `/posts/${held}`, { status: 'published' })).status).toBe(422);
  expect(await read(held)).toMatchObject({ status: 'draft', revision: 1 });
});

test('merges into a merged report, and second splits, are refused and change nothing', async () => {
  const [primary = 0, one = 0, two = 0] = await app.addWaitingPosts(3);
  const merges = await Promise.all([
    amina.send('POST', `/posts/${primary}/merged`, { post_ids: [one] }),
    boris.send('POST', `/posts/${one}/merged`, { post_ids: [two] }),
    reviewers[2]?.send('POST', `/posts/${two}/merged`, { post_ids: [primary] }),
  ]);
  const succeeded = merges.filter((reply) => reply?.status === 200).length;
  expect(succeeded).toBeGreaterThan(0);
  expect(merges.every((reply) => reply?.status === 200 || reply?.status === 422)).toBe(true);
  const { rows: chains } = await sql`
    select from posts merged join posts whole on whole.id = merged.merged_into
    where merged.id = any(${[primary, one, two]}) and whole.merged_into is not null`.execute(app.db);
  expect(chains).toEqual([]);

  const [whole = 0, part = 0] = await app.addWaitingPosts(2);
  await amina.send('POST', `/posts/${whole}/merged`, { post_ids: [part] });
  const splits = await Promise.all(
    reviewers.map((reviewer) => reviewer.send('POST', `/posts/${whole}/split`, { post_ids: [part] })),
  );
  expect(splits.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
  expect((await amina.send<MergedPosts>('GET', `/posts/${whole}/merged`)).body.count).toBe(0);
  expect(await read(part)).toMatchObject({ status: 'draft' });
});

test('an undo that is based on an older version does not undo what somebody else did since', async () => {
  const [id = 0] = await app.addWaitingPosts(1);
  await amina.send('PUT', `/posts/${id}`, { status: 'published', based_on: 1 });
  await boris.send('PUT', `/posts/${id}`, { status: 'archived', based_on: 2 });
  const undo = await amina.send('PUT', `/posts/${id}`, { status: 'draft', based_on: 2 });
  expect([undo.status, errorCodes(undo)]).toEqual([422, ['postChanged']]);
  expect(await read(id)).toMatchObject({ status: 'archived', revision: 3 });
  const suggestion = await amina.send('POST', `/posts/${id}/suggestions/undo`, { based_on: 3 });
  expect(suggestion.status).toBe(422);
  expect((await listDecisions(id)).map(({ user }) => user?.id)).toEqual([boris.id, amina.id]);
});

test('a required task keeps a report from being published, also when its completion is taken back at once', async () => {
  const survey = await createTestSurvey(app.db, { place: { type: 'varchar' } }, { require_approval: true });
  const stages = `/forms/${survey.id}/stages`;
  const task = await app.send<{ id: number }>('admin', 'POST', stages, {
    label: 'Check',
    type: 'task',
    required: true,
  });
  const { id } = (
    await app.send<Post>('member', 'POST', '/posts', { form: survey.id, title: 'Bridge', content: 'x' })
  ).body;
  const publish = (completed_stages: number[]) =>
    amina.send('PUT', `/posts/${id}`, { status: 'published', completed_stages });
  expect((await publish([])).status).toBe(422);
  const replies = await Promise.all([
    publish([task.body.id]),
    boris.send('PUT', `/posts/${id}`, { completed_stages: [] }),
    publish([]),
  ]);
  expect(replies.every(({ status }) => status === 200 || status === 422)).toBe(true);
  const { status, completed_stages } = await read(id);
  if (status === 'published') expect([[task.body.id], []]).toContainEqual(completed_stages);
});
