/** Receipts: who may do what with one, and what they leave behind. */
import { createHash, randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { receiptHeader } from '@waypost/contract/common/endpoint';
import type { ReceiptReport, ReporterMessage } from '@waypost/contract/receipts/receipts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { replaceFileUrlKey } from '../settings/settings.public.ts';
import { createTestSurvey, type TestSurvey } from '../testing/app/create-test-survey.ts';
import {
  type Actor,
  errorPointers,
  errorCodes as fieldErrorCodes,
  startTestApp,
  type TestApp,
} from '../testing/app/test-app.ts';
import { uploadPicture } from '../testing/security/owned-resources.ts';

let app: TestApp;
let survey: TestSurvey;
let logged = '';
beforeAll(async () => {
  const logDestination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  app = await startTestApp({ logDestination, logLevel: 'info' });
  survey = await createTestSurvey(
    app.db,
    { words: { type: 'varchar' }, photo: { type: 'media', input: 'upload' } },
    { require_approval: true, hide_author: true, hide_time: true },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttles`.execute(app.db);
});

interface Receipt {
  key: string;
  postId: number;
}

interface SendOptions {
  token?: string;
  body?: object;
  as?: Actor;
  from?: string;
}

// The caller declares the type of the body.
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
async function send<T = Record<string, never>>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body, as = 'passer-by', from = '198.51.100.7' }: SendOptions = {},
) {
  const response = await app.fastify.inject({
    method,
    url: `/api/v3${path}`,
    remoteAddress: from,
    headers: {
      ...(token === undefined ? {} : { [receiptHeader]: token }),
      ...(as === 'passer-by' ? {} : { authorization: `Bearer ${await app.tokenOf(as)}` }),
    },
    ...(body === undefined ? {} : { payload: body }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: response.body === '' ? (null as T) : response.json<T>(),
  };
}

const errorCodes = ({ body }: { body: unknown }) =>
  (body as { errors: { code: string }[] }).errors.map(({ code }) => code);

/** What ending all access does to tokens of receipts; the request itself would log the test's users out. */
const replaceKey = () => inTransaction(app.db, 'writes', replaceFileUrlKey);

const hashOf = (key: string) =>
  createHash('sha256').update(Buffer.from(key, 'base64url')).digest('base64url');

/** Sends a report without an account, as a client that shows a receipt does. */
async function report(more: object = {}, as: Actor = 'visitor'): Promise<Receipt> {
  const key = randomBytes(32).toString('base64url');
  const title = `Report ${key.slice(0, 8)}`;
  const body = { form: survey.id, title, content: 'A wall fell', receipt: hashOf(key), ...more };
  const { status } = await send('POST', '/posts', { as, body });
  expect(status).toBe(as === 'visitor' ? 204 : 200);
  const { rows } = await sql<{ id: number }>`select id from posts where title = ${title}`.execute(app.db);
  return { key, postId: rows[0]?.id ?? 0 };
}

const open = (key: string, from?: string) =>
  send<{ token: string; expires_in: number }>('POST', '/receipts', {
    body: { key },
    ...(from ? { from } : {}),
  });
const openToken = async (receipt: Receipt) => (await open(receipt.key)).body.token;
const read = (token: string) => send<ReceiptReport>('GET', '/receipts/report', { token });
const publish = (id: number) => app.send('reviewer', 'PUT', `/posts/${id}`, { status: 'published' });

test('a reporter without an account sees with the receipt what they sent, and how far it is', async () => {
  const receipt = await report({ values: { [survey.keyOf('words')]: ['Two people'] } });
  const opened = await open(receipt.key);
  expect(opened).toMatchObject({ status: 200, body: { expires_in: 1800 } });
  const { status, body } = await read(opened.body.token);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    state: 'under-review',
    is_public: false,
    messages: [],
    can_answer: true,
    post: { id: receipt.postId, content: 'A wall fell', values: { [survey.keyOf('words')]: ['Two people'] } },
  });
  expect(body.post.allowed_privileges.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'create',
    'delete',
    'read',
    'search',
    'update',
  ]);
  await publish(receipt.postId);
  expect((await read(opened.body.token)).body).toMatchObject({ state: 'published', is_public: true });
  await app.send('reviewer', 'PUT', `/posts/${receipt.postId}`, { status: 'archived' });
  expect((await read(opened.body.token)).body).toMatchObject({ state: 'archived', is_public: false });
});

test('nobody else gets a receipt, and requests without one are answered as before', async () => {
  const member = await report({}, 'member');
  expect((await open(member.key)).status).toBe(404);
  const { status, body } = await send('POST', '/posts', {
    as: 'visitor',
    body: { form: survey.id, title: 'Without a receipt' },
  });
  expect([status, body]).toEqual([204, null]);
  const invalid = await send('POST', '/posts', {
    as: 'visitor',
    body: { form: survey.id, title: 'x', receipt: 'short' },
  });
  expect(errorPointers(invalid)).toEqual(['/receipt']);
});

test('a receipt that is sent with a second report opens the first one alone', async () => {
  const first = await report();
  await report({ receipt: hashOf(first.key), title: 'The second one' });
  expect((await read(await openToken(first))).body.post.id).toBe(first.postId);
});

test('a wrong code, a forged token and an expired one open nothing', async () => {
  const [mine, other] = [await report(), await report()];
  const wrong = await open(randomBytes(32).toString('base64url'));
  expect([wrong.status, errorCodes(wrong)]).toEqual([404, ['receipt.not-found']]);
  const token = await openToken(mine);
  const [id, until, seal] = token.split('.');
  const forged = [
    '',
    'x',
    `${other.postId}.${until}.${seal}`,
    `${id}.${Number(until) + 60}.${seal}`,
    `${id}.1.${seal}`,
  ];
  for (const each of forged) {
    for (const [method, path] of [
      ['GET', '/receipts/report'],
      ['PUT', '/receipts/report'],
      ['DELETE', '/receipts/report'],
      ['POST', '/receipts/messages'],
    ] as const) {
      const reply = await send(method, path, { token: each, body: {} });
      expect([each, reply.status, errorCodes(reply)]).toEqual([each, 401, ['receipt.expired']]);
    }
  }
  expect((await read(token)).status).toBe(200);
});

test('a receipt gives no right on other posts, and none outside of its own endpoints', async () => {
  const receipt = await report();
  const token = await openToken(receipt);
  const path = `/posts/${receipt.postId}`;
  expect((await send('GET', path, { token })).status).toBe(401);
  expect((await send('PUT', path, { token, as: 'visitor', body: { title: 'Changed' } })).status).toBe(404);
  expect((await send('GET', `${path}/reporter-messages`, { token, as: 'visitor' })).status).toBe(403);
});

test('guesses are throttled by network address, and the holder is not', async () => {
  const receipt = await report();
  const guess = (from: string) => open(randomBytes(32).toString('base64url'), from);
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess('203.0.113.5')).status).toBe(404);
  const refused = await guess('203.0.113.5');
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  for (let attempt = 0; attempt < 12; attempt++) expect((await open(receipt.key)).status).toBe(200);
});

test('too many guesses of everybody slow each network address down, and block none', async () => {
  const receipt = await report();
  await open(randomBytes(32).toString('base64url'), '203.0.113.6');
  await sql`update throttles set count = 600 where expires > now() + interval '10 minutes'`.execute(app.db);
  expect((await open(receipt.key, '203.0.113.7')).status).toBe(200);
  expect((await open(randomBytes(32).toString('base64url'), '203.0.113.7')).status).toBe(404);
  expect((await open(randomBytes(32).toString('base64url'), '203.0.113.7')).status).toBe(429);
});

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
    const receipt = await report();
    const token = await openToken(receipt);
    expect((await ask(receipt.postId, ' Which street? ')).body).toMatchObject({
      from: 'team',
      message: 'Which street?',
      user: { realname: expect.any(String) },
    });
    const shown = await read(token);
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
    const receipt = await report();
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

  test('a report has a limited number of messages', async () => {
    const receipt = await report();
    const token = await openToken(receipt);
    await sql`insert into receipt_messages (post_id, from_team, message)
      select ${receipt.postId}, false, 'x' from generate_series(1, 200)`.execute(app.db);
    expect((await read(token)).body.can_answer).toBe(false);
    const refused = await send('POST', '/receipts/messages', { token, body: { message: 'One more' } });
    expect([refused.status, fieldErrorCodes(refused)]).toEqual([422, ['tooManyReceiptMessages']]);
  });
});

describe('corrections', () => {
  test('a published report is under review again once it is corrected', async () => {
    const receipt = await report();
    await publish(receipt.postId);
    const token = await openToken(receipt);
    const corrected = await send<ReceiptReport>('PUT', '/receipts/report', {
      token,
      body: { content: 'Two walls fell' },
    });
    expect(corrected.body).toMatchObject({ state: 'under-review', post: { content: 'Two walls fell' } });
    expect((await app.send('passer-by', 'GET', `/posts/${receipt.postId}`)).status).toBe(401);
  });

  test('cannot publish, assign or date the report', async () => {
    const receipt = await report();
    const token = await openToken(receipt);
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
    const receipt = await report();
    const token = await openToken(receipt);
    await app.send('reviewer', 'PUT', `/posts/${receipt.postId}`, { title: 'By the team' });
    const refused = await send('PUT', '/receipts/report', { token, body: { title: 'Mine', based_on: 1 } });
    expect(errorPointers(refused)).toEqual(['/based_on']);
  });

  test('adds pictures, which only the holder and the team see before the report is published', async () => {
    const receipt = await report();
    const token = await openToken(receipt);
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
  });

  test('waits while somebody of the team edits the report', async () => {
    const receipt = await report();
    const token = await openToken(receipt);
    await app.send('reviewer', 'PUT', `/posts/${receipt.postId}/lock`, {});
    const refused = await send('PUT', '/receipts/report', { token, body: { title: 'Mine' } });
    expect(fieldErrorCodes(refused)).toEqual(['postLocked']);
  });
});

test('a withdrawn report is gone with everything that hangs on it, and the log tells the team', async () => {
  const receipt = await report();
  await publish(receipt.postId);
  const token = await openToken(receipt);
  await app.send('reviewer', 'POST', `/posts/${receipt.postId}/reporter-messages`, {
    message: 'Are you safe?',
  });
  expect(await send('DELETE', '/receipts/report', { token })).toMatchObject({
    status: 200,
    body: { withdrawn: true },
  });
  expect((await app.send('admin', 'GET', `/posts/${receipt.postId}`)).status).toBe(404);
  expect((await read(token)).status).toBe(401);
  expect((await open(receipt.key)).status).toBe(404);
  const { rows } = await sql`select from receipt_messages where post_id = ${receipt.postId}`.execute(app.db);
  expect(rows).toEqual([]);
  const { body: log } = await app.send<{ results: { subject_id: string; action: string; user: null }[] }>(
    'admin',
    'GET',
    '/audit?subject=receipts',
  );
  expect(log.results).toMatchObject([{ action: 'delete', subject_id: String(receipt.postId), user: null }]);
});

test('the holder of a report that was combined with another one still sees and withdraws it', async () => {
  const [receipt, primary] = [await report(), await report()];
  const merged = await app.send('reviewer', 'POST', `/posts/${primary.postId}/merged`, {
    post_ids: [receipt.postId],
  });
  expect(merged.status).toBe(200);
  const token = await openToken(receipt);
  expect((await read(token)).body).toMatchObject({ state: 'combined', is_public: false });
  expect((await send('PUT', '/receipts/report', { token, body: { title: 'Corrected' } })).status).toBe(200);
  expect((await send('DELETE', '/receipts/report', { token })).status).toBe(200);
  expect((await app.send('admin', 'GET', `/posts/${primary.postId}`)).status).toBe(200);
});

test('a receipt works in a private deployment, and ends when all access is ended', async () => {
  const receipt = await report();
  const token = await openToken(receipt);
  await app.send('settings manager', 'PUT', '/config/site', { private: true });
  expect((await read(token)).status).toBe(200);
  expect((await open(receipt.key)).status).toBe(200);
  await app.send('settings manager', 'PUT', '/config/site', { private: false });
  await replaceKey();
  expect((await read(token)).status).toBe(401);
  expect((await open(receipt.key)).status).toBe(200);
});

test('no code, key or address is stored, logged or shown to the team', async () => {
  const receipt = await report();
  const token = await openToken(receipt);
  await send('POST', '/receipts/messages', { token, body: { message: 'Hello' } });
  const [, , seal = 'x'] = token.split('.');
  for (const secret of [receipt.key, hashOf(receipt.key), token, seal, '198.51.100.7'])
    expect(logged).not.toContain(secret);
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(receipts)::text || coalesce((select string_agg(to_jsonb(m)::text, '') from receipt_messages m), '') as text
    from receipts`.execute(app.db);
  const stored = rows.map(({ text }) => text).join(' ');
  expect(stored).not.toContain(Buffer.from(receipt.key, 'base64url').toString('hex'));
  expect(stored).not.toContain('198.51.100.7');
  const { body: post } = await app.send('admin', 'GET', `/posts/${receipt.postId}`);
  const { body: log } = await app.send('admin', 'GET', '/audit');
  expect(JSON.stringify([post, log])).not.toContain(hashOf(receipt.key));
});
