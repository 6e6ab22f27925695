/** Secrets of providers are bound to the server that they were entered for, and account mail is sent by a safe transport only. */
import { randomBytes } from 'node:crypto';
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import type { DataProvider } from '@waypost/contract/data-sources/data-sources';
import type { OutboxMail, OutgoingState } from '@waypost/contract/mail/outbox';
import type { Status } from '@waypost/contract/status/status';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { SecretBox } from '../../kernel/security/secret-box.ts';
import { readActiveProviders } from '../../settings/settings.public.ts';
import {
  type Actor,
  errorCodes,
  errorPointers,
  startTestApp,
  type TestApp,
} from '../../testing/app/test-app.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/servers/smtp-server.ts';
import { eventually } from '../../testing/time.ts';

const secretBox = new SecretBox(randomBytes(32));
let app: TestApp;
let smtp: SmtpServer;
let attacker: SmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer({ username: 'reports', password: 'secret' });
  attacker = await startSmtpServer({ username: 'reports', password: 'secret' });
  app = await startTestApp({ secretBox, allowedNetworks: ['127.0.0.0/8', '::1'] });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  await attacker.close();
});

const outgoingMailOptions = (more: object = {}) => ({
  outgoing_type: 'SMTP',
  outgoing_server: 'localhost',
  outgoing_port: String(smtp.port),
  outgoing_security: 'None',
  outgoing_username: 'reports',
  outgoing_password: 'secret',
  from: 'reports@example.org',
  from_name: 'River watch',
  ...more,
});
const saveDataProviders = (kind: Actor, body: object) => app.send(kind, 'PUT', '/config/data-provider', body);
const readOutbox = async () =>
  (await app.send<{ results: OutboxMail[] }>('admin', 'GET', '/outbox')).body.results;
const outgoing = async () =>
  (await app.send<{ outgoing: OutgoingState }>('settings manager', 'GET', '/outbox')).body.outgoing;
const stateOfOutgoing = async () =>
  (await app.send<DataProvider>('admin', 'GET', '/dataproviders/outgoingemail')).body.state;
const clearAll = async () => {
  await app.jobs.runPending();
  await app.db.deleteFrom('outbox').execute();
  smtp.received.length = 0;
  attacker.received.length = 0;
};
beforeEach(async () => {
  expect(
    (
      await saveDataProviders('admin', {
        outgoingemail: outgoingMailOptions(),
        providers: { outgoingemail: true },
      })
    ).status,
  ).toBe(200);
  await clearAll();
});
// Links per account and hour are limited, so tests use different accounts.
const requestReset = async (kind: 'member' | 'reviewer' = 'member', deployment = app) => {
  const email = `${kind}@example.org`;
  await deployment.send('passer-by', 'POST', '/passwordreset', { email });
  // The link is added to the outbox after the answer.
  await eventually(async () =>
    expect(
      await deployment.db.selectFrom('outbox').select('id').where('recipient', '=', email).execute(),
    ).toHaveLength(1),
  );
  await deployment.jobs.runPending();
};

test('a masked password is refused with another server, port or security', async () => {
  for (const change of [
    { outgoing_port: String(attacker.port) },
    { outgoing_server: '127.0.0.1' },
    { outgoing_security: 'TLS' },
    { outgoing_security: '' },
    { outgoing_type: 'Sendmail' },
  ]) {
    const body = { outgoingemail: outgoingMailOptions({ outgoing_password: secretMask, ...change }) };
    const refused = await saveDataProviders('admin', body);
    expect([change, refused.status, errorCodes(refused)]).toEqual([change, 422, ['secretNeeded']]);
    expect(errorPointers(refused)).toEqual(['/outgoingemail']);
  }
  await app.jobs.runPending();
  expect(attacker.received).toEqual([]);
});

test.each([
  [
    'email',
    {
      incoming_type: 'IMAP',
      incoming_server: 'mail.example.org',
      incoming_port: '993',
      incoming_security: 'SSL',
      incoming_username: 'reports',
      incoming_password: 'boxword',
    },
    [{ incoming_server: 'evil.example.net' }, { incoming_port: 143 }, { incoming_security: 'None' }],
  ],
  ['nexmo', { from: '1', api_key: 'k', api_secret: 's', url: '' }, [{ url: 'https://evil.example.net' }]],
  [
    'mastodon',
    { url: 'https://mastodon.example.org', search_terms: '#a', access_token: 't' },
    [{ url: 'https://evil.example.net' }],
  ],
] as const)(
  'a masked secret of %s is refused with another server, and kept with the same server',
  async (id, options, changes) => {
    await app.db.deleteFrom('settings').where('name', '=', 'data-provider').execute();
    expect((await saveDataProviders('admin', { [id]: options })).status).toBe(200);
    const read = await app.send<Record<string, Record<string, string>>>(
      'admin',
      'GET',
      '/config/data-provider',
    );
    const masked = read.body[id] ?? {};
    expect(Object.values(masked)).toContain(secretMask);
    for (const change of changes) {
      const refused = await saveDataProviders('admin', { [id]: { ...masked, ...change } });
      expect([change, refused.status, errorCodes(refused)]).toEqual([change, 422, ['secretNeeded']]);
    }
    expect((await saveDataProviders('admin', { [id]: masked })).status).toBe(200);
  },
);

test('a stored password cannot be decrypted for another server, even if the row was changed', async () => {
  const port = JSON.stringify(String(attacker.port));
  await sql`
    update settings set value = jsonb_set(value, '{outgoingemail,outgoing_port}', ${port}::jsonb)
    where name = 'data-provider'`.execute(app.db);
  const sources = await inTransaction(app.db, 'reads', (tx) => readActiveProviders(tx, secretBox));
  const options = sources.find(({ id }) => id === 'outgoingemail')?.options;
  expect(options).toMatchObject({ outgoing_port: String(attacker.port), outgoing_password: '' });
});

test('only administrators may change outgoing mail: 403 before validation', async () => {
  for (const body of [
    { outgoingemail: outgoingMailOptions({ outgoing_server: '' }) },
    { outgoingemail: 'nonsense' },
    { outgoingemail: outgoingMailOptions({ outgoing_password: 'other' }) },
    { providers: { outgoingemail: false } },
    { outgoingemail: {} },
  ])
    expect([body, (await saveDataProviders('settings manager', body)).status]).toEqual([body, 403]);
  const { body: all } = await app.send<Record<string, object>>(
    'settings manager',
    'GET',
    '/config/data-provider',
  );
  expect((await saveDataProviders('settings manager', { ...all, smssync: { form_id: null } })).status).toBe(
    200,
  );
  const privileges = async (kind: Actor) =>
    (await app.send<{ allowed_privileges: string[] }>(kind, 'GET', '/dataproviders/outgoingemail')).body
      .allowed_privileges;
  expect(await privileges('settings manager')).not.toContain('update');
  expect(await privileges('admin')).toContain('update');
  const site = await app.send('settings manager', 'PUT', '/config/site', {
    client_url: 'https://evil.example.net',
  });
  expect(site.status).toBe(403);
  expect(
    (await app.send('settings manager', 'PUT', '/config/site', { client_url: false, name: 'River' })).status,
  ).toBe(200);
});

test('a change is announced to every administrator by the previous transport', async () => {
  const body = { outgoingemail: outgoingMailOptions({ outgoing_port: String(attacker.port) }) };
  expect((await saveDataProviders('admin', body)).status).toBe(200);
  await app.jobs.runPending();
  expect(attacker.received).toEqual([]);
  expect(smtp.received).toMatchObject([{ to: ['admin@example.org'] }]);
  expect(smtp.received[0]?.mail.text).toContain('localhost');
  const rows = await app.db.selectFrom('outbox').select(['state', 'mail_transport']).execute();
  expect(rows).toEqual([{ state: 'sent', mail_transport: null }]);
});

test('account mail is not sent unencrypted by a configured transport: it is held, and shown as held', async () => {
  await requestReset();
  expect(smtp.received).toEqual([]);
  expect(await readOutbox()).toMatchObject([
    { state: 'waiting', attempts: 0, fault: 'unencrypted', held: 'unencrypted' },
  ]);
  expect(await outgoing()).toBe('unencrypted');
  const status = (await app.send<Status>('admin', 'GET', '/status')).body;
  expect(status.mail).toMatchObject({ held: 1 });
  expect(status.concerns).toContain('mail-held');
});

test('held mail is sent as soon as there is a safe transport', async () => {
  await requestReset();
  expect(await readOutbox()).toMatchObject([{ held: 'unencrypted' }]);
  // The local mail program is controlled by the operator, so it is trusted.
  const machine = { outgoingemail: { outgoing_type: 'Sendmail', from: 'reports@example.org' } };
  expect((await saveDataProviders('admin', machine)).status).toBe(200);
  expect(await outgoing()).toBe('ready');
  expect((await readOutbox()).map(({ held }) => held)).not.toContain('unencrypted');
  await app.jobs.runPending();
  const [reset] = (await readOutbox()).toReversed();
  expect(reset?.state === 'sent' || (reset?.attempts ?? 0) > 0).toBe(true);
});

test('without a transport, waiting mail is held as no-mailer', async () => {
  expect(
    (await saveDataProviders('admin', { providers: { outgoingemail: true }, outgoingemail: {} })).status,
  ).toBe(200);
  await clearAll();
  expect(await outgoing()).toBe('none');
  expect(await stateOfOutgoing()).toBe('not-set-up');
  await requestReset();
  expect(await readOutbox()).toMatchObject([{ state: 'waiting', fault: null, held: 'no-mailer' }]);
  expect((await saveDataProviders('admin', { providers: { outgoingemail: false } })).status).toBe(200);
  expect(await stateOfOutgoing()).toBe('off');
  expect(
    (
      await saveDataProviders('admin', {
        providers: { outgoingemail: true },
        outgoingemail: outgoingMailOptions(),
      })
    ).status,
  ).toBe(200);
  expect(await stateOfOutgoing()).toBe('on');
});

test('the announcement says what was changed, and who changed it', async () => {
  expect(
    (await saveDataProviders('admin', { outgoingemail: outgoingMailOptions({ outgoing_port: '1' }) })).status,
  ).toBe(200);
  const site = await app.send('admin', 'PUT', '/config/site', { client_url: 'https://new.example.org' });
  expect(site.status).toBe(200);
  const subjects = (await readOutbox()).map(({ subject }) => subject);
  expect(subjects).toEqual([
    expect.stringMatching(/: the address of links in emails was changed$/),
    expect.stringMatching(/: outgoing email was changed$/),
  ]);
  const { rows } = await sql<{ text: string }>`select text from outbox`.execute(app.db);
  for (const { text } of rows) expect(text).toMatch(/^Administrator changed (?:how|the address)/);
  await app.send('admin', 'PUT', '/config/site', { client_url: false });
});

test('the news says where no outgoing mail was set up before', async () => {
  await app.db.deleteFrom('settings').where('name', '=', 'data-provider').execute();
  await sql`delete from outbox`.execute(app.db);
  expect((await saveDataProviders('admin', { outgoingemail: outgoingMailOptions() })).status).toBe(200);
  const { rows } = await sql<{ text: string }>`select text from outbox`.execute(app.db);
  expect(rows.map(({ text }) => text)).toEqual([
    expect.stringContaining('Until now, outgoing email was not set up.'),
  ]);
});

test('a server without STARTTLS or with an untrusted certificate gets no account mail', async () => {
  expect(
    (await saveDataProviders('admin', { outgoingemail: outgoingMailOptions({ outgoing_security: 'TLS' }) }))
      .status,
  ).toBe(200);
  await clearAll();
  await requestReset('reviewer');
  expect(smtp.received).toEqual([]);
  expect(await readOutbox()).toMatchObject([
    { state: 'waiting', fault: expect.stringMatching(/ETLS|ESOCKET/) },
  ]);
});

test('the operator’s own server sends account mail as configured', async () => {
  const operatorSmtp = await startSmtpServer();
  const other = await startTestApp({
    mail: { smtpUrl: `smtp://127.0.0.1:${operatorSmtp.port}`, from: 'operator@example.org' },
  });
  await requestReset('member', other);
  expect(operatorSmtp.received).toHaveLength(1);
  const { body } = await other.send<DataProvider>('admin', 'GET', '/dataproviders/outgoingemail');
  expect(body.state).toBe('operator');
  await other.close();
  await operatorSmtp.close();
});

test('options of outgoing mail under another data source are refused, since nothing reads them', async () => {
  const read = async () => {
    const { body } = await app.send<Record<string, object>>('admin', 'GET', '/config/data-provider');
    return body['email'];
  };
  const before = await read();
  for (const change of [{ outgoing_server: 'mail.attacker.example' }, { outgoing_password: 'secret' }]) {
    const name = Object.keys(change)[0] ?? '';
    const body = { email: { ...before, ...change } };
    const refused = await app.send<{ errors: { message: string }[] }>(
      'settings manager',
      'PUT',
      '/config/data-provider',
      body,
    );
    expect([refused.status, refused.body.errors[0]?.message]).toEqual([
      403,
      expect.stringContaining(`config email/${name}`),
    ]);
    const invalid = await saveDataProviders('admin', body);
    expect([invalid.status, errorPointers(invalid), errorCodes(invalid)]).toEqual([
      422,
      [`/email/${name}`],
      ['outgoingMailOption'],
    ]);
  }
  expect(await read()).toEqual(before);
  // As an earlier version stored it; clients send it back.
  await sql`update settings set value = jsonb_set(value, '{email,outgoing_server}', '"mail.example.org"')
    where name = 'data-provider'`.execute(app.db);
  expect((await saveDataProviders('settings manager', { email: await read() })).status).toBe(200);
  await sql`update settings set value = value #- '{email,outgoing_server}' where name = 'data-provider'`.execute(
    app.db,
  );
});

test('the e-mail address of the site, which not only administrators change, is never the sender', async () => {
  const withoutSender = outgoingMailOptions({ from: '' });
  expect((await saveDataProviders('admin', { outgoingemail: withoutSender })).status).toBe(200);
  const site = { email: 'attacker@evil.example.net' };
  expect((await app.send('settings manager', 'PUT', '/config/site', site)).status).toBe(200);
  await clearAll();
  const changed = { ...withoutSender, from_name: 'Flood watch' };
  expect((await saveDataProviders('admin', { outgoingemail: changed })).status).toBe(200);
  await app.jobs.runPending();
  expect(smtp.received.length).toBeGreaterThan(0);
  for (const { mail } of smtp.received) expect(mail.from?.address).toMatch(/^waypost@/);
});
