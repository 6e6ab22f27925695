import { PassThrough } from 'node:stream';
import { webClient } from '@waypost/contract/users/oauth';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { errorCodes, errorPointers, startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type MailServer, startMailServer } from '../../testing/servers/mail-server.ts';
import { eventually } from '../../testing/time.ts';

interface OutboxList {
  results: { subject: string; to?: string; text?: string | null; state: string; fault: string | null }[];
}

const login = async (app: TestApp, password: string) => {
  const client = { client_id: webClient.id, client_secret: webClient.secret };
  const who = { username: 'member@example.org', password, scope: '*' };
  return (await app.send('passer-by', 'POST', '//oauth/token', { ...client, ...who, grant_type: 'password' }))
    .status;
};
const requestReset = (app: TestApp, email = 'member@example.org') =>
  app.send('passer-by', 'POST', '/passwordreset', { email });
const confirmReset = (app: TestApp, token: string | undefined, password = 'a new secret') =>
  app.send('passer-by', 'POST', '/passwordreset/confirm', { token, password });
const readOutbox = async (app: TestApp) =>
  (await app.send<OutboxList>('admin', 'GET', '/outbox')).body.results;

const tokenInLink = (text: string | null | undefined) =>
  decodeURIComponent(
    /https:\/\/report\.example\.org\/forgotpassword\/confirm\/(\S+)/.exec(text ?? '')?.[1] ?? '',
  );

/** Requests a link and reads the token from the mail. */
async function requestResetToken(app: TestApp): Promise<string> {
  const before = (await readOutbox(app)).length;
  await requestReset(app);
  await eventually(async () => expect(await readOutbox(app)).toHaveLength(before + 1));
  return tokenInLink((await readOutbox(app))[0]?.text);
}

describe('a password reset without a mail server', () => {
  const lines: string[] = [];
  let app: TestApp;
  beforeAll(async () => {
    const logTo = new PassThrough();
    logTo.on('data', (line) => lines.push(String(line)));
    app = await startTestApp({ logLevel: 'trace', logDestination: logTo });
  });
  afterEach(() => sql`delete from throttles`.execute(app.db));
  afterAll(() => app.close());

  test('answers alike for known and unknown addresses, and with 400 for a missing one', async () => {
    const existing = await requestReset(app, ' Member@Example.org ');
    const unknown = await requestReset(app, 'nobody@example.org');
    const nonsense = await requestReset(app, 'not an address');
    for (const answer of [existing, unknown, nonsense])
      expect([answer.status, answer.body]).toEqual([204, null]);
    expect(Object.keys(existing.headers)).toEqual(Object.keys(unknown.headers));
    expect((await app.send('passer-by', 'POST', '/passwordreset', {})).status).toBe(400);
    await eventually(async () => expect(await readOutbox(app)).toHaveLength(1));
    expect((await readOutbox(app))[0]).toMatchObject({ to: 'member@example.org', state: 'waiting' });
  });

  test('a link works once, signs the user out everywhere and sets the new password', async () => {
    const old = { authorization: `Bearer ${await app.tokenOf('member')}` };
    const token = await requestResetToken(app);
    expect(await login(app, 'wrong')).toBe(401);
    const short = await confirmReset(app, token, 'short');
    expect([short.status, errorPointers(short)]).toEqual([422, ['/password']]);
    expect((await confirmReset(app, token)).status).toBe(204);
    const again = await confirmReset(app, token, 'yet another');
    expect([again.status, errorPointers(again), errorCodes(again)]).toEqual([422, ['/token'], ['invalid']]);
    expect((await app.fastify.inject({ url: '/api/v3/users/me', headers: old })).statusCode).toBe(401);
    expect(await login(app, 'correct horse')).toBe(401);
    expect(await login(app, 'a new secret')).toBe(200);
  });

  test('of two concurrent uses of a link only one succeeds', async () => {
    const token = await requestResetToken(app);
    const both = await Promise.all(
      ['a new secret', 'another one'].map((word) => confirmReset(app, token, word)),
    );
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 422]);
  });

  test('rejects expired, superseded, unknown and missing tokens alike', async () => {
    const [first, second] = [await requestResetToken(app), await requestResetToken(app)];
    expect((await confirmReset(app, first)).status).toBe(204);
    expect((await confirmReset(app, second)).status).toBe(422);
    const late = await requestResetToken(app);
    await sql`update password_resets set expires = now() - interval '1 second'`.execute(app.db);
    for (const token of [late, 'made-up', undefined])
      expect(errorPointers(await confirmReset(app, token))).toEqual(['/token']);
  });

  test('a link is void after the password or address was changed otherwise', async () => {
    const id = await app.idOf('member');
    for (const change of [{ password: 'set by admin' }, { email: 'member@example.org' }]) {
      const token = await requestResetToken(app);
      await app.send('admin', 'PUT', `/users/${id}`, change);
      expect((await confirmReset(app, token)).status).toBe(422);
    }
  });

  test('sends at most three mails an hour, with the same answer', async () => {
    const before = (await readOutbox(app)).length;
    for (let round = 0; round < 5; round++) expect((await requestReset(app)).status).toBe(204);
    await eventually(async () => expect(await readOutbox(app)).toHaveLength(before + 3));
  });

  test('only administrators read the texts of mails', async () => {
    const response = await app.send<OutboxList>('settings manager', 'GET', '/outbox');
    expect(response.status).toBe(200);
    expect(JSON.stringify(response.body)).not.toMatch(/forgotpassword|member@/);
    expect((await app.send('reviewer', 'GET', '/outbox')).status).toBe(403);
  });

  test('writes no token or address to the log, and no token to its table', async () => {
    const token = await requestResetToken(app);
    const written = lines.join('');
    expect(written).toContain('neither SMTP_URL nor');
    for (const secret of [token, await app.tokenOf('admin'), 'member@example.org', 'a new secret'])
      expect(written).not.toContain(secret);
    const stored = await app.db.selectFrom('password_resets').selectAll().execute();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map((row) => row.hash.toString())).not.toContain(token);
  });

  test('works on a closed deployment', async () => {
    await app.send('admin', 'PUT', '/config/site', { private: true });
    expect((await requestReset(app)).status).toBe(204);
    expect((await confirmReset(app, 'made-up')).status).toBe(422);
    await app.send('admin', 'PUT', '/config/site', { private: false });
  });
});

test('without a configured URL the mail contains the token, and never a URL from the request', async () => {
  const app = await startTestApp({ publicUrl: undefined });
  const headers = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' };
  const payload = { email: 'member@example.org' };
  await app.fastify.inject({ method: 'POST', url: '/api/v3/passwordreset', headers, payload });
  await eventually(async () => expect(await readOutbox(app)).toHaveLength(1));
  const { text } = (await readOutbox(app))[0] ?? {};
  expect(text).not.toMatch(/evil|https?:/);
  const token = /token:\s+(\S+)/.exec(text ?? '')?.[1];
  expect((await confirmReset(app, token)).status).toBe(204);
  await app.close();
});

describe('a password reset with a mail server', () => {
  let mail: MailServer;
  let app: TestApp;
  beforeAll(async () => {
    mail = await startMailServer();
    app = await startTestApp({ mail: { smtpUrl: mail.url, from: 'Waypost <reports@example.org>' } });
  });
  afterAll(async () => {
    await app.close();
    await mail.close();
  });

  test('sends the mail after the commit, deletes it once sent, and links to the client URL', async () => {
    await app.send('admin', 'PUT', '/config/site', { client_url: 'https://map.example.org/' });
    // The administrators are told of that.
    await app.jobs.runPending();
    await app.db.deleteFrom('outbox').execute();
    mail.received.length = 0;
    await requestReset(app);
    await eventually(async () => expect(await readOutbox(app)).toHaveLength(1), 10_000);
    expect(await app.jobs.runPending()).toEqual([['deliver-mail', 'done']]);
    const mailText = (mail.received[0] ?? '').replaceAll('=\r\n', '');
    expect(mailText).toMatch(/^From: Waypost <reports@example.org>/m);
    expect(mailText).toMatch(/^To: member@example.org/m);
    expect(mailText).toContain('https://map.example.org/forgotpassword/confirm/');
    expect((await readOutbox(app))[0]).toMatchObject({ state: 'sent', text: null });
  });

  test('retries with increasing delay when the mail server rejects the mail', async () => {
    mail.failNext(1);
    await requestReset(app);
    await eventually(async () => expect(await readOutbox(app)).toHaveLength(2), 10_000);
    expect(await app.jobs.runPending()).toEqual([['deliver-mail', 'failed']]);
    expect((await readOutbox(app))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      fault: expect.stringMatching(/^[^@]*451$/),
    });
    expect(await app.jobs.runPending()).toEqual([]);
    expect(await app.jobs.runPending({ includeScheduled: true })).toContainEqual(['deliver-mail', 'done']);
    expect(mail.received).toHaveLength(2);
    expect((await readOutbox(app))[0]).toMatchObject({ state: 'sent', attempts: 2, fault: null });
  });
});
