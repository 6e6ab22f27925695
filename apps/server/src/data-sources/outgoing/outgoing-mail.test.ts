import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretMask } from '@waypost/contract/data-sources/data-providers';
import type { OutboxMail } from '@waypost/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { maintainOutbox } from '../../mail/outbox.ts';
import { type IncomingMessage, receiveMessage } from '../../messages/receive-message.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type SmtpServer, startSmtpServer } from '../../testing/servers/smtp-server.ts';

let app: TestApp;
let smtp: SmtpServer;
let folder: string;
beforeAll(async () => {
  smtp = await startSmtpServer({ username: 'reports', password: 'secret' });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-sendmail-'));
  const program = path.join(folder, 'sendmail');
  await writeFile(program, `#!/bin/sh\necho "$@" > ${folder}/arguments\ncat > ${folder}/mail\n`);
  await chmod(program, 0o755);
  app = await startTestApp({ allowedNetworks: ['127.0.0.0/8', '::1'], sendmailPath: program });
});
afterAll(async () => {
  await app.close();
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
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
async function configure(deployment: TestApp, outgoingemail: object, isOn = true) {
  const body = { providers: { outgoingemail: isOn }, outgoingemail };
  const saved = await deployment.send('admin', 'PUT', '/config/data-provider', body);
  expect(saved.status).toBe(200);
  // Removes the notice to administrators, which account-mail.test.ts covers.
  await deployment.db.deleteFrom('outbox').where('subject', 'like', '%outgoing email was changed').execute();
}
/** Replies to an incoming mail. */
async function sendReply(deployment: TestApp, message: string): Promise<void> {
  const incomingMail: IncomingMessage = {
    type: 'email',
    from: 'ines@example.org',
    message: 'The bridge is down.',
  };
  const { messageId } = await inTransaction(deployment.db, 'writes', (tx) =>
    receiveMessage(tx, incomingMail),
  );
  const replyResponse = await deployment.send('reviewer', 'POST', '/messages', {
    message,
    parent_id: messageId,
  });
  expect(replyResponse.status).toBe(200);
  await deployment.jobs.runPending();
}
const readLatestMail = async (deployment: TestApp) =>
  (await deployment.send<{ results: OutboxMail[] }>('admin', 'GET', '/outbox?limit=1')).body.results[0];

test('mail waits without a transport, and is sent by the one that an administrator sets', async () => {
  await sendReply(app, 'Which bank?');
  expect(await readLatestMail(app)).toMatchObject({ state: 'waiting', attempts: 0 });
  await configure(app, outgoingMailOptions());
  await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, maintainOutbox, {}));
  await app.jobs.runPending();
  expect(await readLatestMail(app)).toMatchObject({ state: 'sent' });
  expect(smtp.received[0]).toMatchObject({
    from: 'reports@example.org',
    to: ['ines@example.org'],
    user: 'reports',
    mail: { from: { address: 'reports@example.org', name: 'River watch' } },
  });
});

test('the password is masked, and kept when the mask is sent back', async () => {
  await configure(app, outgoingMailOptions());
  const read = await app.send<{ outgoingemail: object }>('settings manager', 'GET', '/config/data-provider');
  expect(read.body.outgoingemail).toMatchObject({
    outgoing_password: secretMask,
    outgoing_username: 'reports',
  });
  await configure(app, read.body.outgoingemail);
  await sendReply(app, 'Still there?');
  expect(smtp.received.at(-1)?.mail.text).toContain('Still there?');
});

test.each([
  ['a wrong password', { outgoing_password: 'wrong' }, /EAUTH/],
  ['a server whose certificate nobody signed', { outgoing_security: 'SSL' }, /./],
  ['a server without TLS, where TLS is demanded', { outgoing_security: 'TLS' }, /ETLS|ESOCKET/],
  ['a server that is not there', { outgoing_port: '1' }, /ECONN|ESOCKET/],
])('with %s mail waits with an error code', async (_what, more, fault) => {
  const receivedBefore = smtp.received.length;
  await configure(app, outgoingMailOptions(more));
  await sendReply(app, 'Hello again');
  const mail = await readLatestMail(app);
  expect(mail).toMatchObject({ state: 'waiting', attempts: 1, fault: expect.stringMatching(fault) });
  expect(smtp.received.length).toBe(receivedBefore);
});

test('a server in a closed network that was stored before it was closed is not connected to', async () => {
  await configure(app, outgoingMailOptions());
  await sql`update settings set value = jsonb_set(value, '{outgoingemail,outgoing_server}', '"169.254.169.254"')
    where name = 'data-provider'`.execute(app.db);
  await sendReply(app, 'Hello again');
  expect(await readLatestMail(app)).toMatchObject({ state: 'waiting', attempts: 1, fault: 'address' });
});

test.each(['Sendmail', 'Native'])('with %s mail is passed to the local mail program', async (type) => {
  await configure(app, { outgoing_type: type, from: 'reports@example.org' });
  await sendReply(app, `Handed to ${type}`);
  expect(await readFile(path.join(folder, 'arguments'), 'utf8')).toContain('ines@example.org');
  expect(await readFile(path.join(folder, 'mail'), 'utf8')).toContain(`Handed to ${type}`);
});

test('while switched off, mail stays in the outbox', async () => {
  await configure(app, outgoingMailOptions(), false);
  await sendReply(app, 'Not now');
  expect(await readLatestMail(app)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('the operator’s mail server takes precedence', async () => {
  const operatorSmtp = await startSmtpServer();
  const other = await startTestApp({
    mail: { smtpUrl: `smtp://127.0.0.1:${operatorSmtp.port}`, from: 'operator@example.org' },
    allowedNetworks: ['127.0.0.0/8', '::1'],
  });
  try {
    await configure(other, outgoingMailOptions());
    const receivedBefore = smtp.received.length;
    await sendReply(other, 'By whom?');
    expect([operatorSmtp.received[0]?.from, smtp.received.length - receivedBefore]).toEqual([
      'operator@example.org',
      0,
    ]);
  } finally {
    await other.close();
    await operatorSmtp.close();
  }
});

test('a mail server that repeats the password does not get it stored or shown', async () => {
  await configure(app, outgoingMailOptions({ outgoing_password: 'wombatfish' }));
  await sendReply(app, 'And the other bank?');
  const { rows } = await sql<{ error_message: string }>`
    select error_message from channel_health where channel = 'outgoing-mail' or error_message like '%Invalid username%'`.execute(
    app.db,
  );
  expect(rows).toEqual([
    { error_message: expect.stringContaining('Invalid username or password: …') as string },
  ]);
});
