/** The status of channels by what happened last, and tests with the words of the other side. */
import type { ChannelTestResult } from '@waypost/contract/channels/channels';
import { attemptLimits } from '@waypost/contract/common/attempt-limits';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorPointers, startTestApp, type TestApp } from '../testing/app/test-app.ts';
import { type GatewayServer, startGatewayServer } from '../testing/servers/gateway-server.ts';
import { type ImapServer, startImapServer } from '../testing/servers/imap-server.ts';
import { type SmtpServer, startSmtpServer } from '../testing/servers/smtp-server.ts';

const password = 'a password that nobody may read';

let app: TestApp;
let smtp: SmtpServer;
let imap: ImapServer;
let gateway: GatewayServer;
beforeAll(async () => {
  [smtp, imap, gateway] = await Promise.all([
    startSmtpServer({ username: 'reports', password }),
    startImapServer({ username: 'reports', password }),
    startGatewayServer(),
  ]);
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8', '::1'] });
});
afterAll(async () => {
  await app.close();
  await Promise.all([smtp.close(), imap.close(), gateway.close()]);
});
beforeEach(() => app.db.deleteFrom('throttles').execute());

const configure = async (id: string, own: object) => {
  const body = { providers: { [id]: true }, [id]: own };
  expect((await app.send('admin', 'PUT', '/config/data-provider', body)).status).toBe(200);
};
const outgoingMail = (change: object = {}) =>
  configure('outgoingemail', {
    outgoing_type: 'SMTP',
    outgoing_server: 'localhost',
    outgoing_port: String(smtp.port),
    outgoing_security: 'None',
    outgoing_username: 'reports',
    outgoing_password: password,
    from: 'reports@example.org',
    ...change,
  });
const mailbox = (change: object = {}) =>
  configure('email', {
    incoming_type: 'IMAP',
    incoming_server: 'localhost',
    incoming_port: String(imap.port),
    incoming_security: 'None',
    incoming_username: 'reports',
    incoming_password: password,
    ...change,
  });
const twilio = () =>
  configure('twilio', {
    from: '+15550000',
    account_sid: 'AC1',
    auth_token: password,
    sms_auto_response: 'Thanks',
    url: gateway.url,
  });
const readSource = async (id: string) =>
  (await app.send<DataProvider>('admin', 'GET', `/dataproviders/${id}`)).body;
const runTest = async (id: string, body: object = {}) =>
  (await app.send<ChannelTestResult>('admin', 'POST', `/dataproviders/${id}/test`, body)).body;
const tooMuch = new RegExp(`${password}|${Buffer.from(password).toString('base64')}`);

describe('outgoing mail', () => {
  test('is not configured at first, although it is switched on, and a test says so', async () => {
    expect(await readSource('outgoingemail')).toMatchObject({
      status: { state: 'not-configured', last_success: null },
      test: 'send',
    });
    expect(await runTest('outgoingemail')).toEqual({
      ok: false,
      error: { code: 'not-configured', message: null },
    });
  });

  test('fails with the words of the mail server and without the password, then works', async () => {
    await outgoingMail({ outgoing_username: 'someone' });
    expect((await readSource('outgoingemail')).status).toMatchObject({ state: 'unused' });
    const failed = await runTest('outgoingemail', { to: 'ines@example.org' });
    expect(failed).toMatchObject({ ok: false, error: { code: 'login' } });
    expect(failed.error?.message).toContain('Invalid username or password');
    const { status } = await readSource('outgoingemail');
    expect(status).toMatchObject({
      state: 'failing',
      failing_since: expect.any(String),
      error: { code: 'login' },
    });
    expect(JSON.stringify([failed, status])).not.toMatch(tooMuch);
    // Other settings: what happened before says nothing about them.
    await outgoingMail();
    expect((await readSource('outgoingemail')).status).toMatchObject({ state: 'unused', error: null });
    expect(await runTest('outgoingemail', { to: 'ines@example.org' })).toEqual({ ok: true, error: null });
    expect(smtp.received.at(-1)).toMatchObject({ to: ['ines@example.org'] });
    expect((await readSource('outgoingemail')).status).toMatchObject({
      state: 'working',
      last_success: expect.any(String),
    });
  });

  test.each([
    [{ outgoing_server: 'nowhere.invalid' }, 'dns'],
    [{ outgoing_port: '1' }, 'connection'],
    [{ outgoing_security: 'TLS' }, 'tls'],
  ])('with %o the error is named: %s', async (change, code) => {
    await outgoingMail(change);
    expect(await runTest('outgoingemail')).toMatchObject({ ok: false, error: { code } });
  });

  test('a server in a private network, stored before it was refused, is not connected to', async () => {
    await outgoingMail();
    await sql`update settings set value = jsonb_set(value, '{outgoingemail,outgoing_server}', '"10.255.255.1"')
      where name = 'data-provider'`.execute(app.db);
    expect(await runTest('outgoingemail')).toMatchObject({ ok: false, error: { code: 'address' } });
  });

  test('its test goes to an address, by somebody who may change it', async () => {
    await outgoingMail();
    const refused = await app.send('admin', 'POST', '/dataproviders/outgoingemail/test', { to: 'nobody' });
    expect(errorPointers(refused)).toEqual(['/to']);
    for (const kind of ['member', 'settings manager'] as const)
      expect((await app.send(kind, 'POST', '/dataproviders/outgoingemail/test')).status).toBe(403);
    const seen = await app.send<DataProvider>('settings manager', 'GET', '/dataproviders/outgoingemail');
    expect(seen.body.test).toBeNull();
    expect((await app.send('admin', 'POST', '/dataproviders/nothing/test')).status).toBe(404);
  });
});

test.each([
  [{ incoming_server: 'nowhere.invalid' }, 'dns'],
  [{ incoming_port: '1' }, 'connection'],
  [{ incoming_security: 'TLS' }, 'tls'],
  [{ incoming_username: 'someone' }, 'login'],
])('a mailbox with %o: %s', async (change, code) => {
  await mailbox(change);
  const result = await runTest('email');
  expect(result).toMatchObject({ ok: false, error: { code } });
  expect(JSON.stringify(result)).not.toMatch(tooMuch);
  expect((await readSource('email')).status).toMatchObject({ state: 'failing', error: { code } });
});

test('a mailbox whose folder cannot be opened says so, and one that works is connected to', async () => {
  await mailbox();
  imap.refuseFolder('Mailbox is locked by another program');
  expect(await runTest('email')).toMatchObject({
    ok: false,
    error: { code: 'folder', message: 'Mailbox is locked by another program' },
  });
  imap.refuseFolder(null);
  expect(await runTest('email')).toEqual({ ok: true, error: null });
  expect((await readSource('email')).status).toMatchObject({ state: 'working' });
});

test('a mailbox can be tested before it is switched on', async () => {
  await mailbox();
  const switches = { providers: { email: false } };
  expect((await app.send('admin', 'PUT', '/config/data-provider', switches)).status).toBe(200);
  expect((await readSource('email')).status).toMatchObject({ state: 'off' });
  expect(await runTest('email')).toEqual({ ok: true, error: null });
  expect((await readSource('email')).status).toMatchObject({ state: 'off' });
});

describe('a gateway', () => {
  test('answers a test in its own words; a refused number does not make it fail', async () => {
    await twilio();
    gateway.respondWith(401, { code: 20003, message: `Authenticate with ${password}` });
    const failed = await runTest('twilio', { to: '+254700000001' });
    expect(failed).toEqual({ ok: false, error: { code: 'login', message: 'Authenticate with …' } });
    expect((await readSource('twilio')).status).toMatchObject({ state: 'failing' });
    gateway.respondWith(201, { sid: 'SM1' });
    expect(await runTest('twilio', { to: '+254 700 000001' })).toEqual({ ok: true, error: null });
    expect(gateway.requests.at(-1)?.body).toContain('To=%2B254700000001');
    // Where the country is known, a number without its code is enough.
    await app.send('admin', 'PUT', '/config/site', { country: 'KE' });
    expect(await runTest('twilio', { to: '0700 000002' })).toEqual({ ok: true, error: null });
    expect(gateway.requests.at(-1)?.body).toContain('To=%2B254700000002');
    gateway.respondWith(400, { code: 21211, message: 'The number +254700000001 is not valid' });
    expect(await runTest('twilio', { to: '+254700000001' })).toMatchObject({
      ok: false,
      error: { code: 'recipient', message: 'The number +254700000001 is not valid' },
    });
    expect((await readSource('twilio')).status).toMatchObject({ state: 'working' });
  });

  test('sends no test without a number, to a name, or by somebody who may not change it', async () => {
    for (const body of [{}, { to: 'CITYHALL' }])
      expect(errorPointers(await app.send('admin', 'POST', '/dataproviders/twilio/test', body))).toEqual([
        '/to',
      ]);
    const reply = await app.send('settings manager', 'POST', '/dataproviders/twilio/test', {
      to: '+254700000001',
    });
    expect(reply.status).toBe(403);
  });

  test('cannot be tested if it fetches its messages itself', async () => {
    expect((await readSource('smssync')).test).toBeNull();
    expect((await app.send('admin', 'POST', '/dataproviders/smssync/test')).status).toBe(403);
  });
});

test('the status page names what fails', async () => {
  await outgoingMail({ outgoing_port: '1' });
  await runTest('outgoingemail');
  const { body } = await app.send<Status>('admin', 'GET', '/status');
  expect(body.concerns).toContain('channels-failing');
  expect(body.channels).toContainEqual(
    expect.objectContaining({
      kind: 'source',
      id: 'outgoingemail',
      status: expect.objectContaining({ state: 'failing' }),
    }),
  );
});

test('the limit of tests is for each account, and refused calls do not count', async () => {
  await sql`delete from throttles`.execute(app.db);
  const max = attemptLimits.channelTestsPerTenMinutes;
  const testAs = async (actor: 'admin' | 'settings manager') =>
    (await app.send(actor, 'POST', '/dataproviders/rss/test')).status;
  for (let call = 0; call < max + 5; call += 1)
    expect((await app.send('member', 'POST', '/dataproviders/rss/test')).status).toBe(403);
  const statuses = [];
  for (let call = 0; call < max + 1; call += 1) statuses.push(await testAs('admin'));
  expect(statuses).toEqual([...Array.from({ length: max }, () => 200), 429]);
  expect(await testAs('settings manager')).toBe(200);
  expect((await app.send('member', 'POST', '/dataproviders/rss/test')).status).toBe(403);
});
