/** Receipts: who opens which report with one, and what they leave behind. */
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db/database.ts';
import { replaceFileUrlKey } from '../settings/settings.public.ts';
import { errorPointers } from '../testing/app/test-app.ts';
import { createKey, errorCodes, hashOf, startAppWithReceipts } from './receipts.fixture.ts';

type Fixture = Awaited<ReturnType<typeof startAppWithReceipts>>;

let logged = '';
let fixture: Fixture;
let app: Fixture['app'];
let survey: Fixture['survey'];
let send: Fixture['send'];
beforeAll(async () => {
  const logDestination = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  fixture = await startAppWithReceipts({ logDestination, logLevel: 'info' });
  ({ app, survey, send } = fixture);
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`delete from throttles`.execute(app.db);
});

const report: Fixture['report'] = (...input) => fixture.report(...input);
const open: Fixture['open'] = (...input) => fixture.open(...input);
const openToken: Fixture['openToken'] = (receipt) => fixture.openToken(receipt);
const read: Fixture['read'] = (token) => fixture.read(token);
const publish: Fixture['publish'] = (id) => fixture.publish(id);
/** What ending all access does to tokens of receipts; the request itself would log the test's users out. */
const replaceKey = () => inTransaction(app.db, 'writes', replaceFileUrlKey);

test('a reporter without an account sees with the receipt what they sent, and how far it is', async () => {
  const receipt = await report({ values: { [survey.keyOf('words')]: ['Two people'] } });
  const opened = await open(receipt.key);
  expect(opened).toMatchObject({ status: 200, body: { expires_in: 1800 } });
  const { status, body, headers } = await read(opened.body.token);
  expect(status).toBe(200);
  expect(headers['cache-control']).toContain('no-store');
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

test('a report that is sent again keeps its first receipt', async () => {
  const [first, second] = [createKey(), createKey()];
  for (const key of [first, second]) {
    const { statusCode } = await app.fastify.inject({
      method: 'POST',
      url: '/api/v3/posts',
      headers: { authorization: `Bearer ${await app.tokenOf('visitor')}`, 'idempotency-key': 'sent-twice' },
      payload: { form: survey.id, title: 'Sent twice', receipt: hashOf(key) },
    });
    expect(statusCode).toBe(204);
  }
  expect([(await open(first)).status, (await open(second)).status]).toEqual([200, 404]);
});

test('a receipt that is sent with a second report opens the first one alone', async () => {
  const first = await report();
  await report({ receipt: hashOf(first.key), title: 'The second one' });
  expect((await read(await openToken(first))).body.post.id).toBe(first.postId);
});

test('a wrong code, a forged token and an expired one open nothing', async () => {
  const [mine, other] = [await report(), await report()];
  const wrong = await open(createKey());
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

test('guesses are throttled by network address, and a holder behind the same address is not', async () => {
  const receipt = await report();
  const guess = (from: string) => open(createKey(), from);
  for (let attempt = 0; attempt < 10; attempt++) expect((await guess('203.0.113.5')).status).toBe(404);
  const refused = await guess('203.0.113.5');
  expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
  for (let attempt = 0; attempt < 12; attempt++)
    expect((await open(receipt.key, '203.0.113.5')).status).toBe(200);
  expect((await guess('203.0.113.5')).status).toBe(429);
});

test('after a hundred guesses from one address no code is looked up, until a minute has passed', async () => {
  const receipt = await report();
  const from = '203.0.113.9';
  const statuses = await Promise.all(
    Array.from({ length: 110 }, async () => (await open(createKey(), from)).status),
  );
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(10);
  expect((await open(receipt.key, from)).status).toBe(429);
  expect((await open(receipt.key, '203.0.113.10')).status).toBe(200);
  await sql`update throttles set expires = now() where expires < now() + interval '2 minutes'`.execute(
    app.db,
  );
  expect((await open(receipt.key, from)).status).toBe(200);
});

test('too many guesses of everybody slow each network address down, and block none', async () => {
  const receipt = await report();
  await open(createKey(), '203.0.113.6');
  await sql`update throttles set count = 6000 where expires > now() + interval '10 minutes'`.execute(app.db);
  // Somebody who mistypes the code four times opens the report with the fifth attempt.
  for (let attempt = 0; attempt < 4; attempt++)
    expect((await open(createKey(), '203.0.113.7')).status).toBe(404);
  expect((await open(receipt.key, '203.0.113.7')).status).toBe(200);
  expect((await open(createKey(), '203.0.113.7')).status).toBe(404);
  expect((await open(createKey(), '203.0.113.7')).status).toBe(429);
  expect((await open(receipt.key, '203.0.113.8')).status).toBe(200);
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
