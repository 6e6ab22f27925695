import type { Post } from '@waypost/contract/posts/posts';
import type { VerificationRecord } from '@waypost/contract/review/verifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Actor, errorPointers } from '../../testing/app/test-app.ts';
import { type ClaimedPosts, startAppWithTwoReviewers, type TestReviewer } from '../reviewers.fixture.ts';

let app: Awaited<ReturnType<typeof startAppWithTwoReviewers>>['app'];
let amina: TestReviewer;
let boris: TestReviewer;
let postId = 0;
beforeAll(async () => {
  ({ app, amina, boris } = await startAppWithTwoReviewers());
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from posts where id <> ${app.publishedId}`.execute(app.db);
  await app.send('admin', 'PUT', '/config/site', { show_verification: false });
  postId = (await app.make('member', {})).id;
});

const verify = (by: TestReviewer, body: object, id = postId) =>
  by.send<VerificationRecord>('POST', `/posts/${id}/verifications`, body);
const read = async (by: TestReviewer) =>
  (await by.send<VerificationRecord>('GET', `/posts/${postId}/verifications`)).body;
const readPost = async (actor: Actor, query = '?with=verification') =>
  (await app.send<Post>(actor, 'GET', `/posts/${postId}${query}`)).body;

test('entries tell who found what, when and why, and the latest one counts', async () => {
  expect(await read(amina)).toEqual({ post_id: postId, status: 'unverified', sources: null, history: [] });
  const first = await verify(amina, {
    status: 'verified',
    sources: 3,
    evidence: ' https://example.org/photo ',
    note: 'Called two people.',
  });
  expect([first.status, first.body]).toMatchObject([
    200,
    {
      status: 'verified',
      sources: 3,
      history: [
        {
          user: { id: amina.id, realname: 'amina' },
          evidence: 'https://example.org/photo',
          note: 'Called two people.',
          created: expect.any(String),
          withdrawn: null,
          withdrawn_by: null,
        },
      ],
    },
  ]);
  const second = await verify(boris, { status: 'disputed', sources: 2 });
  expect(second.body).toMatchObject({ status: 'disputed', sources: null, history: [{}, { sources: 3 }] });
});

test('withdrawing an entry lets the one before it count, exactly as it was, and can be undone', async () => {
  const before = (await verify(amina, { status: 'verified', sources: 2 })).body;
  const id = (await verify(boris, { status: 'false' })).body.history[0]?.id;
  const path = `/posts/${postId}/verifications/${id}`;
  const withdrawn = (await amina.send<VerificationRecord>('PUT', path, { withdrawn: true })).body;
  expect(withdrawn).toMatchObject({ status: 'verified', sources: 2 });
  expect(withdrawn.history[0]).toMatchObject({ status: 'false', withdrawn_by: { id: amina.id } });
  expect(withdrawn.history[1]).toEqual(before.history[0]);
  const again = (await amina.send<VerificationRecord>('PUT', path, { withdrawn: false })).body;
  expect(again).toMatchObject({ status: 'false', sources: null });
  const audit = await app.send<{ results: { details: object }[] }>(
    'admin',
    'GET',
    `/audit?subject=posts&subject_id=${postId}`,
  );
  expect(audit.body.results.map(({ details }) => details)).toMatchObject([
    { entry: id, withdrawn: false },
    { entry: id, withdrawn: true },
    { entry: id, status: 'false' },
    { status: 'verified' },
  ]);
});

test('everyone sees the result only where the site shows it, and only where it is requested', async () => {
  await verify(amina, { status: 'verified', sources: 2, note: 'The sender is my neighbour.' });
  const result = { status: 'verified', sources: 2 };
  expect((await readPost('admin')).verification).toEqual(result);
  expect(await readPost('admin', '')).not.toHaveProperty('verification');
  for (const actor of ['passer-by', 'visitor', 'member'] as const)
    expect(await readPost(actor)).not.toHaveProperty('verification');
  await app.send('admin', 'PUT', '/config/site', { show_verification: true });
  for (const actor of ['passer-by', 'visitor', 'member'] as const) {
    expect((await readPost(actor)).verification).toEqual(result);
    expect(await readPost(actor, '')).not.toHaveProperty('verification');
    const list = await app.send<{ results: Post[] }>(
      actor,
      'GET',
      `/posts?post_id=${postId}&with=verification`,
    );
    expect(list.body.results[0]?.verification).toEqual(result);
    expect(JSON.stringify(list.body)).not.toContain('neighbour');
  }
  const saved = await app.send<Post>('admin', 'PUT', `/posts/${postId}?with=verification`, {
    title: 'Renamed',
  });
  expect(saved.body.verification).toEqual(result);
});

test('lists and the queue are filtered by it, for the team alone', async () => {
  const [verified = 0, disputed = 0, open = 0] = await app.addWaitingPosts(3);
  await verify(amina, { status: 'verified' }, verified);
  await verify(amina, { status: 'disputed' }, disputed);
  const listIds = async (actor: Actor, filter: string) =>
    (
      await app.send<{ results: Post[] }>(
        actor,
        'GET',
        `/posts?status=draft&orderby=id&order=asc&verification=${filter}`,
      )
    ).body.results.map(({ id }) => id);
  expect(await listIds('admin', 'verified,false')).toEqual([verified]);
  expect(await listIds('admin', 'unverified')).toEqual([open]);
  expect(await listIds('admin', 'unverified,disputed')).toEqual([disputed, open]);
  expect(await listIds('admin', 'unverified,verified,disputed,false')).toEqual([verified, disputed, open]);
  const published = `/posts?verification=unverified`;
  for (const actor of ['passer-by', 'member'] as const)
    expect((await app.send<{ results: Post[] }>(actor, 'GET', published)).body.results).toEqual([]);
  const { body } = await amina.send<ClaimedPosts>('POST', '/review/claims', {
    count: 5,
    verification: ['disputed'],
  });
  expect(body.results.map(({ id }) => id)).toEqual([disputed]);
});

describe('an export', () => {
  const readCsv = async (actor: 'admin') => {
    const headers = { authorization: `Bearer ${await app.tokenOf(actor)}` };
    const url = '/api/v3/posts/export?status[]=published';
    return (await app.fastify.inject({ url, headers })).body;
  };

  test('has no further column while nothing is verified', async () => {
    expect(await readCsv('admin')).not.toContain('Verification');
  });

  test('has a further column for the team', async () => {
    await verify(amina, { status: 'verified', sources: 2, evidence: 'A neighbour', note: 'Private' });
    const [heading = '', ...lines] = (await readCsv('admin')).trim().split('\r\n');
    expect(heading).toMatch(/,Verification,Post Status Label$/);
    expect(lines.find((line) => line.startsWith(`${postId},`) || line.startsWith(`"${postId}"`))).toMatch(
      /,verified,Published$/,
    );
    expect(lines.join()).not.toMatch(/neighbour|Private/);
  });
});

test('invalid entries are refused with the name of the field', async () => {
  const refused: [object, string][] = [
    [{}, '/status'],
    [{ status: 'maybe' }, '/status'],
    [{ status: 'verified', sources: 0 }, '/sources'],
    [{ status: 'verified', sources: 100 }, '/sources'],
    [{ status: 'false', note: 'x'.repeat(2001) }, '/note'],
  ];
  for (const [body, pointer] of refused) expect(errorPointers(await verify(amina, body))).toEqual([pointer]);
  for (const [actor, status] of [
    ['passer-by', 401],
    ['visitor', 403],
    ['member', 403],
    ['settings manager', 403],
  ] as const) {
    expect((await app.send(actor, 'GET', `/posts/${postId}/verifications`)).status).toBe(status);
    expect(
      (await app.send(actor, 'POST', `/posts/${postId}/verifications`, { status: 'false' })).status,
    ).toBe(status);
  }
});
