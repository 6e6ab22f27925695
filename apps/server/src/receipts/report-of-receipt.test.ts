/** What the holder of a receipt and the team do with its report: write, correct, withdraw. */
import type { ReceiptReport, ReporterMessage, ReporterThread } from '@waypost/contract/receipts/receipts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { createTestSurvey } from '../testing/app/create-test-survey.ts';
import { type Actor, errorCodes, errorPointers } from '../testing/app/test-app.ts';
import { uploadPicture } from '../testing/security/owned-resources.ts';
import { startAppWithReceipts } from './receipts.fixture.ts';

type Fixture = Awaited<ReturnType<typeof startAppWithReceipts>>;

let fixture: Fixture;
let app: Fixture['app'];
let survey: Fixture['survey'];
let send: Fixture['send'];
beforeAll(async () => {
  fixture = await startAppWithReceipts();
  ({ app, survey, send } = fixture);
});
afterAll(() => app.close());

describe('the conversation', () => {
  const ask = (id: number, message: string, as: Actor = 'reviewer') =>
    app.send<ReporterMessage>(as, 'POST', `/posts/${id}/reporter-messages`, { message });
  const list = (id: number, as: Actor = 'reviewer') =>
    app.send<{ has_receipt: boolean; results: ReporterMessage[] }>(
      as,
      'GET',
      `/posts/${id}/reporter-messages`,
    );

  test('the team asks, and the reporter answers without learning who asked', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    expect((await ask(receipt.postId, ' Which street? ')).body).toMatchObject({
      from: 'team',
      message: 'Which street?',
      user: { realname: expect.any(String) },
    });
    const shown = await fixture.read(token);
    expect(shown.body.messages).toEqual([
      { id: expect.any(Number), from: 'team', message: 'Which street?', created: expect.any(String) },
    ]);
    const answered = await send('POST', '/receipts/messages', { token, body: { message: 'Harbour Street' } });
    expect(answered.status).toBe(200);
    const { body } = await list(receipt.postId);
    expect(body.has_receipt).toBe(true);
    expect(body.results.map(({ from, message, user }) => [from, message, user === null])).toEqual([
      ['team', 'Which street?', false],
      ['reporter', 'Harbour Street', true],
    ]);
  });

  test('only the team reads and asks, and only reporters with a receipt are asked', async () => {
    const receipt = await fixture.report();
    for (const actor of ['member', 'settings manager'] as const) {
      expect((await list(receipt.postId, actor)).status).toBe(403);
      expect((await ask(receipt.postId, 'Hello', actor)).status).toBe(403);
    }
    const { body: post } = await app.send<{ id: number }>('member', 'POST', '/posts', {
      form: survey.id,
      title: 'Mine',
    });
    expect((await list(post.id)).body).toMatchObject({ has_receipt: false, results: [] });
    expect((await ask(post.id, 'Hello')).status).toBe(404);
    expect((await ask(999_999, 'Hello')).status).toBe(404);
    expect(errorPointers(await ask(receipt.postId, '  '))).toEqual(['/message']);
    expect(errorPointers(await ask(receipt.postId, 'x'.repeat(2001)))).toEqual(['/message']);
  });

  test('the team finds what reporters wrote, and what of it nobody has seen', async () => {
    const threads = async (query = '', as: Actor = 'reviewer') =>
      app.send<{ total_count: number; results: ReporterThread[] }>(as, 'GET', `/receipts/threads?${query}`);
    const idsOf = async (query: string) => (await threads(query)).body.results.map(({ post_id }) => post_id);
    await sql`delete from receipt_messages`.execute(app.db);
    const askedReport = await fixture.report({ title: 'Bridge' });
    const answered = await fixture.report({ title: '' });
    await fixture.report({ title: 'Nobody wrote' });
    await ask(askedReport.postId, 'Which bridge?');
    await ask(answered.postId, 'Which street?');
    const token = await fixture.openToken(answered);
    for (const message of ['Harbour Street', 'By the school'])
      await send('POST', '/receipts/messages', { token, body: { message } });
    const { body } = await threads('limit=2');
    expect(body.results).toMatchObject([
      {
        post_id: answered.postId,
        title: 'A wall fell',
        unread: 2,
        is_waiting: true,
        message: 'By the school',
      },
      { post_id: askedReport.postId, title: 'Bridge', unread: 0, is_waiting: false, from: 'team' },
    ]);
    expect(await idsOf('state=unread')).toEqual([answered.postId]);
    expect(await idsOf('q=harbour')).toEqual([answered.postId]);
    expect(await idsOf('q=bridge')).toEqual([askedReport.postId]);
    expect((await threads('q=bridge&offset=5')).body).toMatchObject({ total_count: 1, results: [] });
    const [latest] = body.results;
    const path = `/posts/${answered.postId}/reporter-messages`;
    const seen = await app.send('reviewer', 'PUT', path, { seen: Number(latest?.message_id) - 1 });
    expect(seen.body).toEqual({ unread: 1 });
    expect((await app.send('reviewer', 'PUT', path, { seen: latest?.message_id })).body).toEqual({
      unread: 0,
    });
    expect(await idsOf('state=unread')).toEqual([]);
    expect(await idsOf('state=waiting')).toEqual([answered.postId]);
    const seenLast = { seen: latest?.message_id };
    await app.send('reviewer', 'PUT', path, { ...seenLast, done: true });
    expect(await idsOf('state=waiting')).toEqual([]);
    expect((await list(answered.postId)).body).toMatchObject({ is_waiting: false });
    await app.send('reviewer', 'PUT', path, { ...seenLast, done: false });
    expect((await list(answered.postId)).body).toMatchObject({ is_waiting: true });
    await app.send('reviewer', 'PUT', path, { ...seenLast, done: true });
    await send('POST', '/receipts/messages', { token, body: { message: 'And a roof' } });
    expect(await idsOf('state=waiting')).toEqual([answered.postId]);
    expect((await threads('', 'member')).status).toBe(403);
    expect(errorPointers(await app.send('reviewer', 'PUT', path, {}))).toEqual(['/seen']);
  });

  test('a report has a limited number of messages', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    await sql`insert into receipt_messages (post_id, from_team, message)
      select ${receipt.postId}, false, 'x' from generate_series(1, 200)`.execute(app.db);
    expect((await fixture.read(token)).body.can_answer).toBe(false);
    const refused = await send('POST', '/receipts/messages', { token, body: { message: 'One more' } });
    expect([refused.status, errorCodes(refused)]).toEqual([422, ['tooManyReceiptMessages']]);
  });
});

describe('corrections', () => {
  test('a published report is under review again once it is corrected', async () => {
    const receipt = await fixture.report();
    await fixture.publish(receipt.postId);
    const token = await fixture.openToken(receipt);
    const corrected = await send<ReceiptReport>('PUT', '/receipts/report', {
      token,
      body: { content: 'Two walls fell' },
    });
    expect(corrected.body).toMatchObject({ state: 'under-review', post: { content: 'Two walls fell' } });
    expect((await app.send('passer-by', 'GET', `/posts/${receipt.postId}`)).status).toBe(401);
  });

  test('cannot publish, assign or date the report', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    const memberId = await app.idOf('member');
    const body = {
      status: 'published',
      user_id: memberId,
      author_email: 'x@example.org',
      published_to: ['admin'],
      title: 'New title',
    };
    const corrected = await send<ReceiptReport>('PUT', '/receipts/report', { token, body });
    expect(corrected.body).toMatchObject({
      state: 'under-review',
      post: { title: 'New title', published_to: [] },
    });
    const { rows } =
      await sql`select user_id, author_email, status from posts where id = ${receipt.postId}`.execute(app.db);
    expect(rows).toEqual([{ user_id: null, author_email: null, status: 'draft' }]);
  });

  test('a correction that is based on an earlier state is refused', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    await app.send('reviewer', 'PUT', `/posts/${receipt.postId}`, { title: 'By the team' });
    const refused = await send('PUT', '/receipts/report', { token, body: { title: 'Mine', based_on: 1 } });
    expect(errorPointers(refused)).toEqual(['/based_on']);
  });

  test('adds pictures, which only the holder and the team see before the report is published', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    const picture = await uploadPicture(app, undefined);
    const values = { [survey.keyOf('photo')]: [picture.id] };
    const stranger = await send('PUT', '/receipts/report', { token, body: { values } });
    expect(errorPointers(stranger)).toEqual(['/values']);
    const body = { values, media_claims: [picture['claim']] };
    const corrected = await send<ReceiptReport>('PUT', '/receipts/report', { token, body });
    expect(corrected.body.pictures).toMatchObject([{ id: picture.id }]);
    const file = new URL(corrected.body.pictures[0]?.thumbnail_url ?? '');
    expect((await app.send('passer-by', 'GET', `/${file.pathname}${file.search}`)).status).toBe(200);
    expect((await app.send('passer-by', 'GET', `/${file.pathname}`)).status).toBe(404);
    const removed = await send<ReceiptReport>('PUT', '/receipts/report', {
      token,
      body: { values: { [survey.keyOf('photo')]: [] } },
    });
    expect(removed.body.pictures).toEqual([]);
    const { rows } = await sql`select from media where id = ${picture.id}`.execute(app.db);
    expect(rows).toEqual([]);
  });

  test('a merged report is corrected under review: neither its primary nor splitting shows the new text', async () => {
    const [receipt, primary] = [await fixture.report(), await fixture.report()];
    await fixture.publish(receipt.postId);
    await fixture.publish(primary.postId);
    await app.send('reviewer', 'POST', `/posts/${primary.postId}/merged`, { post_ids: [receipt.postId] });
    const token = await fixture.openToken(receipt);
    const body = { content: 'Never reviewed' };
    expect((await send('PUT', '/receipts/report', { token, body })).status).toBe(200);
    const merged = await app.send('visitor', 'GET', `/posts/${primary.postId}/merged`);
    expect(JSON.stringify(merged.body)).not.toContain('Never reviewed');
    await app.send('reviewer', 'POST', `/posts/${primary.postId}/split`, { post_ids: [receipt.postId] });
    const { body: post } = await app.send<{ status: string }>('admin', 'GET', `/posts/${receipt.postId}`);
    expect(post.status).toBe('draft');
  });

  test('a report that is published while it is corrected is under review afterwards', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    const correcting = await inTransaction(app.db, 'writes', async (tx) => {
      await sql`update posts set status = 'published' where id = ${receipt.postId}`.execute(tx);
      const body = { content: 'Changed' };
      const request = send<ReceiptReport>('PUT', '/receipts/report', { token, body });
      await expect
        .poll(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
            app.db,
          );
          return rows.length;
        })
        .toBe(1);
      return { request };
    });
    expect((await correcting.request).body).toMatchObject({ state: 'under-review', is_public: false });
  });

  test('a report that somebody of the team edits is withdrawn all the same, and no name is told', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    await app.send('reviewer', 'PUT', `/posts/${receipt.postId}/lock`, {});
    const refused = await send('PUT', '/receipts/report', { token, body: { title: 'Mine' } });
    const { body: reviewer } = await app.send<{ realname: string }>('reviewer', 'GET', '/users/me');
    expect(JSON.stringify(refused.body)).not.toContain(reviewer.realname);
    expect((await send('DELETE', '/receipts/report', { token })).status).toBe(200);
  });

  test('a receipt ends when the team makes an account the author', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    const user = { id: await app.idOf('member') };
    expect((await app.send('admin', 'PUT', `/posts/${receipt.postId}`, { user })).status).toBe(200);
    expect([(await fixture.read(token)).status, (await fixture.open(receipt.key)).status]).toEqual([
      401, 404,
    ]);
  });

  test('waits while somebody of the team edits the report', async () => {
    const receipt = await fixture.report();
    const token = await fixture.openToken(receipt);
    await app.send('reviewer', 'PUT', `/posts/${receipt.postId}/lock`, {});
    const refused = await send('PUT', '/receipts/report', { token, body: { title: 'Mine' } });
    expect(errorCodes(refused)).toEqual(['postLocked']);
  });
});

test('a withdrawn report is gone with everything that hangs on it, and the log tells the team', async () => {
  const receipt = await fixture.report();
  await fixture.publish(receipt.postId);
  const token = await fixture.openToken(receipt);
  await app.send('reviewer', 'POST', `/posts/${receipt.postId}/reporter-messages`, {
    message: 'Are you safe?',
  });
  expect(await send('DELETE', '/receipts/report', { token })).toMatchObject({
    status: 200,
    body: { withdrawn: true },
  });
  expect((await app.send('admin', 'GET', `/posts/${receipt.postId}`)).status).toBe(404);
  expect((await fixture.read(token)).status).toBe(401);
  expect((await fixture.open(receipt.key)).status).toBe(404);
  const { rows } = await sql`select from receipt_messages where post_id = ${receipt.postId}`.execute(app.db);
  expect(rows).toEqual([]);
  const { body: log } = await app.send<{ results: { subject_id: string; action: string; user: null }[] }>(
    'admin',
    'GET',
    '/audit?subject=receipts&limit=1',
  );
  expect(log.results).toMatchObject([{ action: 'delete', subject_id: String(receipt.postId), user: null }]);
});

test('finished exports that may contain a withdrawn report are removed, older ones stay', async () => {
  const exportPosts = async (filters: object = {}) => {
    const created = await app.send<{ id: number }>('admin', 'POST', '/exports/jobs', {
      entity_type: 'post',
      fields: [],
      filters,
    });
    expect(created.status).toBe(200);
    await app.jobs.runPending();
    return created.body.id;
  };
  const urlOf = async (id: number) =>
    (await app.send<{ url: string | null }>('admin', 'GET', `/exports/jobs/${id}`)).body.url;
  const other = await createTestSurvey(app.db, {});
  await app.send('admin', 'POST', '/posts', { form: other.id, title: 'Elsewhere' });
  const older = await exportPosts();
  const receipt = await fixture.report();
  const newer = await exportPosts();
  const ofOtherSurvey = await exportPosts({ form: [other.id] });
  const { pathname, search } = new URL((await urlOf(newer)) ?? '', 'http://localhost');
  const download = async () => (await app.fastify.inject({ url: `${pathname}${search}` })).statusCode;
  expect([await urlOf(older), await urlOf(ofOtherSurvey), await download()]).toEqual([
    expect.any(String),
    expect.any(String),
    200,
  ]);
  const token = await fixture.openToken(receipt);
  expect((await send('DELETE', '/receipts/report', { token })).status).toBe(200);
  expect([await urlOf(newer), await urlOf(older), await urlOf(ofOtherSurvey)]).toEqual([
    null,
    expect.any(String),
    expect.any(String),
  ]);
  expect(await download()).toBe(404);
});

test('the holder of a report that was combined with another one still sees and withdraws it', async () => {
  const [receipt, primary] = [await fixture.report(), await fixture.report()];
  const merged = await app.send('reviewer', 'POST', `/posts/${primary.postId}/merged`, {
    post_ids: [receipt.postId],
  });
  expect(merged.status).toBe(200);
  const token = await fixture.openToken(receipt);
  expect((await fixture.read(token)).body).toMatchObject({ state: 'combined', is_public: false });
  expect((await send('PUT', '/receipts/report', { token, body: { title: 'Corrected' } })).status).toBe(200);
  expect((await send('DELETE', '/receipts/report', { token })).status).toBe(200);
  expect((await app.send('admin', 'GET', `/posts/${primary.postId}`)).status).toBe(200);
});
