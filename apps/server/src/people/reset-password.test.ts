import { PassThrough } from 'node:stream';
import { webClient } from '@waypost/contract/oauth';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Deployment, pointersOf, rulesOf, startDeployment } from '../testing/deployment.ts';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { eventually } from '../testing/time.ts';

interface Waiting {
  results: { subject: string; to?: string; text?: string | null; state: string; fault: string | null }[];
}

const login = async (it: Deployment, password: string) => {
  const client = { client_id: webClient.id, client_secret: webClient.secret };
  const who = { username: 'member@example.org', password, scope: '*' };
  return (await it.send('passer-by', 'POST', '//oauth/token', { ...client, ...who, grant_type: 'password' }))
    .status;
};
const ask = (it: Deployment, email = 'member@example.org') =>
  it.send('passer-by', 'POST', '/passwordreset', { email });
const confirm = (it: Deployment, token: string | undefined, password = 'a new secret') =>
  it.send('passer-by', 'POST', '/passwordreset/confirm', { token, password });
const outboxOf = async (it: Deployment) => (await it.send<Waiting>('admin', 'GET', '/outbox')).body.results;

const linkIn = (text: string | null | undefined) =>
  decodeURIComponent(
    /https:\/\/report\.example\.org\/forgotpassword\/confirm\/(\S+)/.exec(text ?? '')?.[1] ?? '',
  );

/** Asks for a link and takes the token out of the mail. */
async function tokenFor(it: Deployment): Promise<string> {
  const before = (await outboxOf(it)).length;
  await ask(it);
  await eventually(async () => expect(await outboxOf(it)).toHaveLength(before + 1));
  return linkIn((await outboxOf(it))[0]?.text);
}

describe('a password reset without a mail server', () => {
  const lines: string[] = [];
  let it: Deployment;
  beforeAll(async () => {
    const logTo = new PassThrough();
    logTo.on('data', (line) => lines.push(String(line)));
    it = await startDeployment({ logLevel: 'trace', logTo });
  });
  afterEach(() => sql`delete from throttles`.execute(it.db));
  afterAll(() => it.close());

  test('the answer is the same for everybody, and a missing address is malformed', async () => {
    const known = await ask(it, ' Member@Example.org ');
    const unknown = await ask(it, 'nobody@example.org');
    const nonsense = await ask(it, 'not an address');
    for (const answer of [known, unknown, nonsense])
      expect([answer.status, answer.body]).toEqual([204, null]);
    expect(Object.keys(known.headers)).toEqual(Object.keys(unknown.headers));
    expect((await it.send('passer-by', 'POST', '/passwordreset', {})).status).toBe(400);
    await eventually(async () => expect(await outboxOf(it)).toHaveLength(1));
    expect((await outboxOf(it))[0]).toMatchObject({ to: 'member@example.org', state: 'waiting' });
  });

  test('a link works once, signs out everywhere and lets the person in again', async () => {
    const old = { authorization: `Bearer ${await it.tokenOf('member')}` };
    const token = await tokenFor(it);
    expect(await login(it, 'wrong')).toBe(401);
    const short = await confirm(it, token, 'short');
    expect([short.status, pointersOf(short)]).toEqual([422, ['/password']]);
    expect((await confirm(it, token)).status).toBe(204);
    const again = await confirm(it, token, 'yet another');
    expect([again.status, pointersOf(again), rulesOf(again)]).toEqual([422, ['/token'], ['invalid']]);
    expect((await it.app.inject({ url: '/api/v3/users/me', headers: old })).statusCode).toBe(401);
    expect(await login(it, 'correct horse')).toBe(401);
    expect(await login(it, 'a new secret')).toBe(200);
  });

  test('a link tried twice at once works once', async () => {
    const token = await tokenFor(it);
    const both = await Promise.all(['a new secret', 'another one'].map((word) => confirm(it, token, word)));
    expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([204, 422]);
  });

  test('old, superseded, made-up and missing tokens are refused alike', async () => {
    const [first, second] = [await tokenFor(it), await tokenFor(it)];
    expect((await confirm(it, first)).status).toBe(204);
    expect((await confirm(it, second)).status).toBe(422);
    const late = await tokenFor(it);
    await sql`update password_resets set expires = now() - interval '1 second'`.execute(it.db);
    for (const token of [late, 'made-up', undefined])
      expect(pointersOf(await confirm(it, token))).toEqual(['/token']);
  });

  test('a new password or address set otherwise voids the link', async () => {
    const id = await it.idOf('member');
    for (const change of [{ password: 'set by admin' }, { email: 'member@example.org' }]) {
      const token = await tokenFor(it);
      await it.send('admin', 'PUT', `/users/${id}`, change);
      expect((await confirm(it, token)).status).toBe(422);
    }
  });

  test('nobody’s mailbox is filled: three mails an hour, and the same answer', async () => {
    const before = (await outboxOf(it)).length;
    for (let round = 0; round < 5; round++) expect((await ask(it)).status).toBe(204);
    await eventually(async () => expect(await outboxOf(it)).toHaveLength(before + 3));
  });

  test('what is in a mail is for administrators', async () => {
    const seen = await it.send<Waiting>('settings manager', 'GET', '/outbox');
    expect(seen.status).toBe(200);
    expect(JSON.stringify(seen.body)).not.toMatch(/forgotpassword|member@/);
    expect((await it.send('reviewer', 'GET', '/outbox')).status).toBe(403);
  });

  test('neither tokens nor addresses are in the log or, tokens, in their table', async () => {
    const token = await tokenFor(it);
    const written = lines.join('');
    expect(written).toContain('SMTP_URL is not set');
    for (const secret of [token, await it.tokenOf('admin'), 'member@example.org', 'a new secret'])
      expect(written).not.toContain(secret);
    const stored = await it.db.selectFrom('password_resets').selectAll().execute();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.map((row) => row.hash.toString())).not.toContain(token);
  });

  test('works on a closed deployment', async () => {
    await it.send('admin', 'PUT', '/config/site', { private: true });
    expect((await ask(it)).status).toBe(204);
    expect((await confirm(it, 'made-up')).status).toBe(422);
    await it.send('admin', 'PUT', '/config/site', { private: false });
  });
});

test('without a configured address the mail has the token, and never the caller’s word for where we are', async () => {
  const it = await startDeployment({ publicUrl: undefined });
  const headers = { host: 'evil.example.com', 'x-forwarded-host': 'evil.example.com' };
  const payload = { email: 'member@example.org' };
  await it.app.inject({ method: 'POST', url: '/api/v3/passwordreset', headers, payload });
  await eventually(async () => expect(await outboxOf(it)).toHaveLength(1));
  const { text } = (await outboxOf(it))[0] ?? {};
  expect(text).not.toMatch(/evil|https?:/);
  const token = /token:\s+(\S+)/.exec(text ?? '')?.[1];
  expect((await confirm(it, token)).status).toBe(204);
  await it.close();
});

describe('a password reset with a mail server', () => {
  let mail: MailServer;
  let it: Deployment;
  beforeAll(async () => {
    mail = await startMailServer();
    it = await startDeployment({ mail: { smtpUrl: mail.url, from: 'Waypost <reports@example.org>' } });
  });
  afterAll(async () => {
    await it.close();
    await mail.close();
  });

  test('leaves after the commit, is forgotten once sent, and leads to the client’s address', async () => {
    await it.send('admin', 'PUT', '/config/site', { client_url: 'https://map.example.org/' });
    // The administrators are told of that.
    await it.jobs.workOff();
    await it.db.deleteFrom('outbox').execute();
    mail.received.length = 0;
    await ask(it);
    await eventually(async () => expect(await outboxOf(it)).toHaveLength(1), 10_000);
    expect(await it.jobs.workOff()).toEqual([['deliver-mail', 'done']]);
    const whole = (mail.received[0] ?? '').replaceAll('=\r\n', '');
    expect(whole).toMatch(/^From: Waypost <reports@example.org>/m);
    expect(whole).toMatch(/^To: member@example.org/m);
    expect(whole).toContain('https://map.example.org/forgotpassword/confirm/');
    expect((await outboxOf(it))[0]).toMatchObject({ state: 'sent', text: null });
  });

  test('is tried again when the server does not take it, later each time', async () => {
    mail.refuse(1);
    await ask(it);
    await eventually(async () => expect(await outboxOf(it)).toHaveLength(2), 10_000);
    expect(await it.jobs.workOff()).toEqual([['deliver-mail', 'failed']]);
    expect((await outboxOf(it))[0]).toMatchObject({
      state: 'waiting',
      attempts: 1,
      fault: expect.stringMatching(/^[^@]*451$/),
    });
    expect(await it.jobs.workOff()).toEqual([]);
    expect(await it.jobs.workOff({ later: true })).toContainEqual(['deliver-mail', 'done']);
    expect(mail.received).toHaveLength(2);
    expect((await outboxOf(it))[0]).toMatchObject({ state: 'sent', attempts: 2, fault: null });
  });
});
