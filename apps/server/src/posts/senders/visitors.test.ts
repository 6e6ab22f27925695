/** Protection against floods and spam of visitors: proof of work under pressure, honeypot, holding, clean-up. */
import { createHash } from 'node:crypto';
import { proofOfWorkHeader } from '@waypost/contract/common/endpoint';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { createChallenge } from '../../kernel/limits/proof-of-work.ts';
import { RequestRate } from '../../kernel/limits/request-rate.ts';
import { createTestSurvey } from '../../testing/app/create-test-survey.ts';
import { type Actor, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { deleteOldSendersJob } from './senders.http.ts';

let app: TestApp;
let openSurveyId: number;
let moderatedSurveyId: number;
beforeAll(async () => {
  app = await startTestApp();
  openSurveyId = (await createTestSurvey(app.db, { words: { type: 'varchar' } }, { require_approval: false }))
    .id;
  moderatedSurveyId = (
    await createTestSurvey(app.db, { words: { type: 'varchar' } }, { require_approval: true })
  ).id;
});
afterAll(() => app.close());
const hold = (app: TestApp, hold_visitors: string) =>
  app.send('settings manager', 'PUT', '/config/site', { hold_visitors });
afterEach(() => hold(app, 'never'));

interface SentReport {
  as?: Exclude<Actor, 'passer-by'>;
  from?: string;
  headers?: Record<string, string>;
  more?: object;
}

async function report(app: TestApp, form: number, title: string, sentReport: SentReport = {}) {
  const { as = 'visitor', from = '198.51.100.7', headers = {}, more = {} } = sentReport;
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/v3/posts',
    remoteAddress: from,
    headers: { authorization: `Bearer ${await app.tokenOf(as)}`, ...headers },
    payload: { form, title, ...more },
  });
  const body: { id?: number; status?: string; errors?: { code: string; message: string }[] } =
    response.body === '' ? {} : response.json();
  return { status: response.statusCode, body };
}

const statusOf = async (app: TestApp, title: string) => {
  const { rows } = await sql<{ id: number; status: string; held: string | null }>`
    select id, status, hold_reason as held from posts left join post_senders on post_id = id where title = ${title}`.execute(
    app.db,
  );
  return rows[0];
};

function solveChallenge(challenge: string, bits: number): string {
  for (let nonce = 0; ; nonce++) {
    const text = `${challenge}:${nonce}`;
    if (createHash('sha256').update(text).digest().readUInt32BE(0) >>> (32 - bits) === 0) return text;
  }
}

test('a post that fills the honeypot is accepted like any other and held for review', async () => {
  const more = { website: 'https://pills.example', status: 'published' };
  expect(await report(app, openSurveyId, 'Buy now', { more })).toEqual({ status: 204, body: {} });
  expect(await statusOf(app, 'Buy now')).toMatchObject({ status: 'draft', held: 'trap' });
  const honest = await report(app, moderatedSurveyId, 'Seen');
  expect(honest).toEqual({ status: 204, body: {} });
  await report(app, openSurveyId, 'Empty trap', { more: { website: '' } });
  expect(await statusOf(app, 'Empty trap')).toMatchObject({ status: 'published', held: null });
  // Posts of users with an account are never held.
  expect((await report(app, openSurveyId, 'Member', { as: 'member', more })).body.status).toBe('published');
});

test('the team can hold all posts of visitors', async () => {
  await report(app, openSurveyId, 'Not held');
  await hold(app, 'always');
  expect((await report(app, openSurveyId, 'Held', { more: { status: 'published' } })).status).toBe(204);
  expect((await report(app, openSurveyId, 'Of a member', { as: 'member' })).body.status).toBe('published');
  expect(await statusOf(app, 'Not held')).toMatchObject({ status: 'published' });
  expect(await statusOf(app, 'Held')).toMatchObject({ status: 'draft', held: 'always' });
  expect((await hold(app, 'sometimes')).status).toBe(422);
});

test('the team sees why a post was held, also later', async () => {
  const heldOf = async (kind: Actor, title: string) => {
    const status = await statusOf(app, title);
    return app.send<{ held: string | null }>(kind, 'GET', `/posts/${status?.id}/sender`);
  };
  await report(app, openSurveyId, 'A program', { more: { website: 'https://pills.example' } });
  await report(app, openSurveyId, 'A person');
  expect((await heldOf('reviewer', 'A program')).body.held).toBe('trap');
  expect((await heldOf('reviewer', 'A person')).body.held).toBeNull();
  expect((await heldOf('member', 'A program')).status).toBe(403);
  await sql`delete from post_senders`.execute(app.db);
  expect((await heldOf('reviewer', 'A program')).body.held).toBe('trap');
});

test('a repeated request creates one post, held or not', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await hold(app, 'always');
  for (const _ of [1, 2]) expect((await report(app, openSurveyId, 'Once', { headers })).status).toBe(204);
  await hold(app, 'never');
  expect((await report(app, openSurveyId, 'Once', { headers })).status).toBe(204);
  const { rows } = await sql<{ many: number }>`
    select count(*)::int as many from posts where title = 'Once'`.execute(app.db);
  expect(rows[0]?.many).toBe(1);
});

test('statements that store a report of a visitor end after ten seconds', async () => {
  // Writes the limit into the title.
  await sql`
    create function title_with_timeout() returns trigger language plpgsql as $$
    begin
      new.title := new.title || ' within ' || current_setting('statement_timeout');
      return new;
    end $$`.execute(app.db);
  await sql`create trigger title_with_timeout before insert on posts for each row execute function title_with_timeout()`.execute(
    app.db,
  );
  try {
    expect((await report(app, openSurveyId, 'Sent')).status).toBe(200);
    expect(await statusOf(app, 'Sent within 10s')).toBeDefined();
    expect((await report(app, openSurveyId, 'Sent', { as: 'member' })).status).toBe(200);
    expect(await statusOf(app, 'Sent within 1min')).toBeDefined();
  } finally {
    await sql`drop function title_with_timeout() cascade`.execute(app.db);
  }
});

test('under pressure visitors need a proof of work, which is valid once', async () => {
  const app = await startTestApp({ proofOfWorkThresholdPerMinute: 3 });
  try {
    const form = (await createTestSurvey(app.db, { words: { type: 'varchar' } }, { require_approval: false }))
      .id;
    const challenge = () =>
      app.send<{ challenge: string | null; bits: number }>('passer-by', 'GET', '/challenge');
    // Older clients do not use challenges.
    expect((await challenge()).body.challenge).toBeNull();
    for (let at = 0; at < 3; at++) expect((await report(app, form, `Calm ${at}`)).status).toBe(200);
    const refused = await report(app, form, 'Pressed');
    expect(refused.status).toBe(429);
    expect(refused.body.errors?.[0]).toMatchObject({ code: 'request.challenge' });
    expect(refused.body.errors?.[0]?.message).toMatch(/reports are arriving/);
    expect((await report(app, form, 'From elsewhere', { from: '203.0.113.9' })).status).toBe(429);
    expect((await report(app, form, 'A member', { as: 'member' })).status).toBe(200);

    const { body } = await challenge();
    expect(body.bits).toBeGreaterThanOrEqual(16);
    const proof = solveChallenge(body.challenge ?? '', body.bits);
    const headers = { [proofOfWorkHeader]: proof };
    for (const forged of ['', 'x', `${body.challenge}:`, proof.replace(/^\d+/, '01'), `${proof}x`])
      expect((await report(app, form, 'Forged', { headers: { [proofOfWorkHeader]: forged } })).status).toBe(
        429,
      );
    expect((await report(app, form, 'Proven', { headers })).status).toBe(200);
    expect((await report(app, form, 'Proven twice', { headers })).status).toBe(429);
    // A solved challenge that this server has not signed.
    const own = solveChallenge(
      `1.${Math.floor(Date.now() / 1000) + 60}.AAAAAAAAAAAAAAAA.${'A'.repeat(22)}`,
      1,
    );
    expect((await report(app, form, 'Own', { headers: { [proofOfWorkHeader]: own } })).status).toBe(429);

    await hold(app, 'pressure');
    const next = solveChallenge(await createChallenge(app.db, 4), 4);
    const waits = await report(app, form, 'Waits', { headers: { [proofOfWorkHeader]: next } });
    expect([waits.status, (await statusOf(app, 'Waits'))?.held]).toEqual([204, 'pressure']);
  } finally {
    await app.close();
  }
});

test('pressure is the number of requests in the last minute', () => {
  let now = 1_000_000;
  const flood = new RequestRate(10, () => now);
  const come = (many: number) => {
    for (let at = 0; at < many; at++) flood.count();
  };
  come(10);
  expect(flood.pressure).toBe(1);
  come(20);
  expect(flood.pressure).toBe(3);
  now += 60_000;
  expect(flood.pressure).toBe(3);
  now += 30_000;
  expect(flood.pressure).toBeCloseTo(1.5);
  now += 60_000;
  expect(flood.pressure).toBe(0);
  come(5);
  now -= 3_600_000;
  expect(flood.pressure).toBe(0);
  expect(new RequestRate(0, () => now).pressure).toBe(0);
});

interface Sender {
  kind: string;
  name: string | null;
  total: number;
  open: number;
  posts: { title: string; status: string }[];
  cleanups: { id: number; count: number }[];
}

test('all posts of one visitor of today are archived at once and restored unchanged', async () => {
  const from = '192.0.2.44';
  for (const [title, form] of [
    ['Spam a', openSurveyId],
    ['Spam b', openSurveyId],
    ['Spam c', moderatedSurveyId],
  ] as const)
    await report(app, form, title, { from });
  await report(app, openSurveyId, 'Neighbour', { from: '192.0.2.45' });
  const { id = 0 } = (await statusOf(app, 'Spam b')) ?? {};
  const sender = async () => (await app.send<Sender>('reviewer', 'GET', `/posts/${id}/sender`)).body;
  expect(await sender()).toMatchObject({ kind: 'visitor', name: null, total: 3, open: 3, cleanups: [] });
  expect((await sender()).posts.map(({ title }) => title)).toEqual(['Spam c', 'Spam b', 'Spam a']);

  const cleanup = await app.send<{ id: number; count: number }>('reviewer', 'POST', `/posts/${id}/sender`);
  expect([cleanup.status, cleanup.body.count]).toEqual([200, 3]);
  expect(await statusOf(app, 'Spam a')).toMatchObject({ status: 'archived' });
  expect(await statusOf(app, 'Neighbour')).toMatchObject({ status: 'published' });
  const listed = await app.send<{ results: { title: string }[] }>('visitor', 'GET', '/posts?limit=100');
  expect(listed.body.results.filter(({ title }) => title.startsWith('Spam'))).toEqual([]);
  expect(await sender()).toMatchObject({ open: 0, cleanups: [{ id: cleanup.body.id, count: 3 }] });
  const log = await app.send<{ results: object[] }>('admin', 'GET', '/audit?subject=cleanups');
  expect(log.body.results).toMatchObject([
    { action: 'create', subject_id: String(cleanup.body.id), details: { archived: { from: 0, to: 3 } } },
  ]);
  expect(JSON.stringify(log.body)).not.toContain('Spam');

  // A post that was restored by hand since keeps its status.
  const { id: touched } = (await statusOf(app, 'Spam a')) ?? { id: 0 };
  await app.send('reviewer', 'PUT', `/posts/${touched}`, { status: 'draft' });
  const undone = await app.send<{ count: number }>('reviewer', 'DELETE', `/cleanups/${cleanup.body.id}`);
  expect(undone.body.count).toBe(2);
  expect(await statusOf(app, 'Spam a')).toMatchObject({ status: 'draft' });
  expect(await statusOf(app, 'Spam b')).toMatchObject({ status: 'published' });
  expect(await statusOf(app, 'Spam c')).toMatchObject({ status: 'draft' });
  expect((await app.send('reviewer', 'DELETE', `/cleanups/${cleanup.body.id}`)).status).toBe(404);
  const history = await app.send<{ results: unknown[] }>('reviewer', 'GET', `/posts/${id}/revisions`);
  expect(history.body.results).toHaveLength(3);
});

test('posts of an account are grouped; an unknown sender has only the one post', async () => {
  const mine = await report(app, openSurveyId, 'Mine', { as: 'member' });
  await report(app, openSurveyId, 'Mine too', { as: 'member' });
  const sender = (id?: number) => app.send<Sender>('reviewer', 'GET', `/posts/${id}/sender`);
  const { body } = await sender(mine.body.id);
  expect(body).toMatchObject({ kind: 'account', name: 'A member' });
  expect(body.posts.map(({ title }) => title)).toEqual(expect.arrayContaining(['Mine', 'Mine too']));

  await report(app, openSurveyId, 'Old', { from: '192.0.2.77' });
  await report(app, openSurveyId, 'Old too', { from: '192.0.2.77' });
  const old = await statusOf(app, 'Old');
  expect((await sender(old?.id)).body).toMatchObject({ kind: 'visitor', total: 2 });
  await sql`update post_senders set created = now() - interval '31 days'`.execute(app.db);
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, deleteOldSendersJob, {}));
  await app.jobs.runPending();
  expect((await sender(old?.id)).body).toMatchObject({ kind: 'unknown', total: 1 });
});

test('no table of the database contains a network address', async () => {
  const from = '192.0.2.201';
  await report(app, openSurveyId, 'From an address', { from });
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(app.db);
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select t::text as text from ${sql.raw(name)} as t where t::text like '%192.0.2.%' limit 1`.execute(
      app.db,
    );
    expect([name, rows]).toEqual([name, []]);
  }
});
