import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { secretMask } from '@waypost/contract/data-providers';
import type { OutboxMail } from '@waypost/contract/outbox';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../kernel/db.ts';
import { lookAfterOutbox } from '../mail/outbox.ts';
import { type IncomingMessage, receiveMessage } from '../messages/receive-message.ts';
import { type Deployment, startDeployment } from '../testing/deployment.ts';
import { type SmtpServer, startSmtpServer } from '../testing/smtp-server.ts';

let it: Deployment;
let smtp: SmtpServer;
let folder: string;
beforeAll(async () => {
  smtp = await startSmtpServer({ username: 'reports', password: 'secret' });
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-sendmail-'));
  const program = path.join(folder, 'sendmail');
  await writeFile(program, `#!/bin/sh\necho "$@" > ${folder}/arguments\ncat > ${folder}/mail\n`);
  await chmod(program, 0o755);
  it = await startDeployment({ outgoingAllowed: ['127.0.0.0/8', '::1'], sendmail: program });
});
afterAll(async () => {
  await it.close();
  await smtp.close();
  await rm(folder, { recursive: true, force: true });
});

const way = (more: object = {}) => ({
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
async function configure(deployment: Deployment, outgoingemail: object, isOn = true) {
  const body = { providers: { outgoingemail: isOn }, outgoingemail };
  const saved = await deployment.send('admin', 'PUT', '/config/data-provider', body);
  expect(saved.status).toBe(200);
  // Administrators are told of it (account-mail.test.ts); here it would stand between other mails.
  await deployment.db
    .deleteFrom('outbox')
    .where('subject', 'like', '%Outgoing mail of accounts was changed')
    .execute();
}
/** Answers a mail that came in. */
async function answer(deployment: Deployment, message: string): Promise<void> {
  const letter: IncomingMessage = { type: 'email', from: 'ines@example.org', message: 'The bridge is down.' };
  const { messageId } = await inTransaction(deployment.db, 'writes', (tx) => receiveMessage(tx, letter));
  const sent = await deployment.send('reviewer', 'POST', '/messages', { message, parent_id: messageId });
  expect(sent.status).toBe(200);
  await deployment.jobs.workOff();
}
const latest = async (deployment: Deployment) =>
  (await deployment.send<{ results: OutboxMail[] }>('admin', 'GET', '/outbox?limit=1')).body.results[0];

test('mail waits while there is no way, and leaves by the one that an administrator sets', async () => {
  await answer(it, 'Which bank?');
  expect(await latest(it)).toMatchObject({ state: 'waiting', attempts: 0 });
  await configure(it, way());
  await inTransaction(it.db, 'writes', (tx) => it.jobs.add(tx, lookAfterOutbox, {}));
  await it.jobs.workOff();
  expect(await latest(it)).toMatchObject({ state: 'sent' });
  expect(smtp.taken[0]).toMatchObject({
    from: 'reports@example.org',
    to: ['ines@example.org'],
    user: 'reports',
    mail: { from: { address: 'reports@example.org', name: 'River watch' } },
  });
});

test('its password is told nobody, and stays when it is sent back masked', async () => {
  await configure(it, way());
  const read = await it.send<{ outgoingemail: object }>('settings manager', 'GET', '/config/data-provider');
  expect(read.body.outgoingemail).toMatchObject({
    outgoing_password: secretMask,
    outgoing_username: 'reports',
  });
  await configure(it, read.body.outgoingemail);
  await answer(it, 'Still there?');
  expect(smtp.taken.at(-1)?.mail.text).toContain('Still there?');
});

test.each([
  ['a wrong password', { outgoing_password: 'wrong' }, /EAUTH/],
  ['a server whose certificate nobody signed', { outgoing_security: 'SSL' }, /./],
  ['a server without TLS, where TLS is demanded', { outgoing_security: 'TLS' }, /ETLS|ESOCKET/],
  ['a server that is not there', { outgoing_port: '1' }, /ECONN|ESOCKET/],
  ['a closed network', { outgoing_server: '169.254.169.254' }, /^address$/],
])('with %s it waits, and says why', async (_what, more, fault) => {
  const taken = smtp.taken.length;
  await configure(it, way(more));
  await answer(it, 'Hello again');
  const mail = await latest(it);
  expect(mail).toMatchObject({ state: 'waiting', attempts: 1, fault: expect.stringMatching(fault) });
  expect(smtp.taken.length).toBe(taken);
});

test.each(['Sendmail', 'Native'])('by %s it is handed to the mail program of the machine', async (type) => {
  await configure(it, { outgoing_type: type, from: 'reports@example.org' });
  await answer(it, `Handed to ${type}`);
  expect(await readFile(path.join(folder, 'arguments'), 'utf8')).toContain('ines@example.org');
  expect(await readFile(path.join(folder, 'mail'), 'utf8')).toContain(`Handed to ${type}`);
});

test('switched off it stays in the outbox', async () => {
  await configure(it, way(), false);
  await answer(it, 'Not now');
  expect(await latest(it)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('what the operator set goes first', async () => {
  const operators = await startSmtpServer();
  const other = await startDeployment({
    mail: { smtpUrl: `smtp://127.0.0.1:${operators.port}`, from: 'operator@example.org' },
    outgoingAllowed: ['127.0.0.0/8', '::1'],
  });
  try {
    await configure(other, way());
    const taken = smtp.taken.length;
    await answer(other, 'By whom?');
    expect([operators.taken[0]?.from, smtp.taken.length - taken]).toEqual(['operator@example.org', 0]);
  } finally {
    await other.close();
    await operators.close();
  }
});
