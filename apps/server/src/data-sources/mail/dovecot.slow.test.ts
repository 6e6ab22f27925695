import { setTimeout as wait } from 'node:timers/promises';
import type { Post } from '@waypost/contract/posts/posts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../kernel/db/database.ts';
import { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { type Dovecot, hasDovecot, startDovecot } from '../../testing/servers/dovecot.ts';
import { localhostTls } from '../../testing/servers/localhost-tls.ts';
import { pollSources } from '../incoming/poll-sources.ts';
import { fetchMailByImap } from './imap-inbox.ts';
import { type FetchedMail, InboxError, type InboxLogin, type InboxTools } from './inbox.ts';
import { fetchMailByPop3 } from './pop3-inbox.ts';

const password = 'a-secret';
const username = 'reports@example.org';
const rawMail = (id: string, text: string) =>
  [
    'From: Ines Ortega <ines@example.org>',
    `To: ${username}`,
    'Subject: Bridge down',
    `Message-ID: <${id}@example.org>`,
    '',
    text,
    '',
  ].join('\r\n');
const textsOf = ({ mails }: FetchedMail<unknown>) =>
  mails.map(({ bytes }) => bytes.toString('latin1').split('\r\n\r\n')[1]?.trimEnd());

describe.skipIf(!hasDovecot)('a mailbox of Dovecot', () => {
  let server: Dovecot;
  let app: TestApp;
  beforeAll(async () => {
    server = await startDovecot({ password, idle: true });
    app = await startTestApp({ allowedNetworks: ['127.0.0.0/8', '::1'] });
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  afterEach(() => server.deleteAll());

  /** @param timeoutMs after which waiting for new mail is aborted */
  const tools = (timeoutMs = 10_000): InboxTools => ({
    fetcher: new GuardedFetch(['127.0.0.0/8', '::1']),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const shortWaitMs = 1000;
  const login = (port: number, security: InboxLogin['security'], secret = password): InboxLogin => ({
    host: 'localhost',
    port,
    security,
    username,
    password: secret,
    trustedCertificates: localhostTls.cert,
  });
  const connections = () =>
    [
      ['None', server.imap, server.pop3],
      ['TLS', server.imap, server.pop3],
      ['SSL', server.imaps, server.pop3s],
    ] as const;
  const errorCodeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'none',
      (error: unknown) => (error instanceof InboxError ? error.code : error),
    );

  test('is read by IMAP, plain and encrypted, each mail once', async () => {
    await server.deliver(rawMail('one', 'one'));
    for (const [security, port] of connections()) {
      const first = await fetchMailByImap(login(port, security), null, tools());
      expect(textsOf(first), security).toEqual(['one']);
      const again = await fetchMailByImap(login(port, security), first.state, tools(shortWaitMs));
      expect(again.mails, security).toEqual([]);
    }
  });

  test('reports new mail during IDLE', async () => {
    const run = fetchMailByImap(login(server.imap, 'TLS'), null, tools());
    // Mail that is there before would be found without IDLE.
    await wait(shortWaitMs);
    await server.deliver(rawMail('at-once', 'at once'));
    expect(textsOf(await run)).toEqual(['at once']);
  });

  test('is read by POP3, plain and encrypted, each mail once', async () => {
    for (const text of ['one', '.two']) await server.deliver(rawMail(text.replace('.', ''), text));
    for (const [security, , port] of connections()) {
      const first = await fetchMailByPop3(login(port, security), null, tools());
      expect(new Set(textsOf(first)), security).toEqual(new Set(['one', '.two']));
      expect((await fetchMailByPop3(login(port, security), first.state, tools())).mails, security).toEqual(
        [],
      );
    }
  });

  test('returns the other mails when another program deletes one', async () => {
    const inboxLogin = login(server.pop3, 'None');
    await server.deliver(rawMail('goes', 'goes'));
    // Dovecot may list deleted mails from its index.
    expect(textsOf(await fetchMailByPop3(inboxLogin, null, tools()))).toEqual(['goes']);
    await server.deleteAll();
    await server.deliver(rawMail('stays', 'stays'));
    expect(textsOf(await fetchMailByPop3(inboxLogin, null, tools()))).toEqual(['stays']);
  });

  test('reports a wrong password', async () => {
    expect(await errorCodeOf(fetchMailByImap(login(server.imap, 'TLS', 'no'), null, tools()))).toBe('login');
    expect(await errorCodeOf(fetchMailByPop3(login(server.pop3, 'TLS', 'no'), null, tools()))).toBe('login');
  });

  test.each([
    ['IMAP', 'imap'],
    ['POP', 'pop3'],
  ] as const)('works as a data source by %s', async (incoming_type, protocol) => {
    const plain = await startDovecot({ password, idle: false });
    const email = {
      incoming_type,
      incoming_server: 'localhost',
      incoming_port: String(plain[protocol]),
      incoming_security: 'None',
      incoming_username: username,
      incoming_password: password,
    };
    const body = { providers: { email: true }, email };
    expect((await app.send('settings manager', 'PUT', '/config/data-provider', body)).status).toBe(200);
    await plain.deliver(rawMail(`source-${protocol}`, `Water reached the school, ${protocol}.`));
    for (let round = 1; round <= 2; round++) {
      await inTransaction(app.db, 'writes', (tx) => app.jobs.add(tx, pollSources, {}));
      await app.jobs.runPending();
    }
    const listedPosts = await app.send<{ results: Post[] }>(
      'reviewer',
      'GET',
      `/posts?status=all&q=school ${protocol}`,
    );
    expect(listedPosts.body.results).toMatchObject([{ title: 'Bridge down', source: 'email' }]);
    await plain.close();
  });
});
