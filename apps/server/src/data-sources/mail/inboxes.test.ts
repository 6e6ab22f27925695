import { afterEach, describe, expect, test } from 'vitest';
import { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import { type ImapServer, startImapServer } from '../../testing/servers/imap-server.ts';
import { localhostTls } from '../../testing/servers/localhost-tls.ts';
import { type Pop3Server, startPop3Server } from '../../testing/servers/pop3-server.ts';
import { fetchMailByImap } from './imap-inbox.ts';
import { type FetchedMail, InboxError, type InboxLogin, type InboxTools } from './inbox.ts';
import { fetchMailByPop3 } from './pop3-inbox.ts';

const openFetcher = new GuardedFetch(['127.0.0.0/8', '::1']);
const tools = (): InboxTools => ({ fetcher: openFetcher, signal: new AbortController().signal });
const login = (port: number, more: Partial<InboxLogin> = {}): InboxLogin => ({
  host: 'localhost',
  port,
  security: 'None',
  username: 'reports',
  password: 'secret',
  ...more,
});
const rawMail = (text: string) => `From: ines@example.org\r\nSubject: It\r\n\r\n${text}\r\n`;
const textsOf = ({ mails }: FetchedMail<unknown>) =>
  mails.map(({ bytes }) => bytes.toString('latin1').split('\r\n\r\n')[1]?.trimEnd());
const errorCodeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof InboxError ? error.code : error),
  );

const servers: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const imap = async (options: Parameters<typeof startImapServer>[0] = {}): Promise<ImapServer> => {
  const server = await startImapServer(options);
  servers.push(server);
  return server;
};
const pop3 = async (options: Parameters<typeof startPop3Server>[0] = {}): Promise<Pop3Server> => {
  const server = await startPop3Server(options);
  servers.push(server);
  return server;
};

describe('a mailbox read by IMAP', () => {
  test('returns each mail once, in order, and is not changed', async () => {
    const server = await imap();
    const first = await fetchMailByImap(login(server.port), null, tools());
    expect(textsOf(first)).toEqual([]);
    for (const text of ['one', 'two']) server.deliver(rawMail(text));
    const second = await fetchMailByImap(login(server.port), first.state, tools());
    expect([textsOf(second), second.hasMore]).toEqual([['one', 'two'], false]);
    expect(second.mails.map((it) => it.serverId)).toEqual(['1000:1', '1000:2']);
    expect(textsOf(await fetchMailByImap(login(server.port), second.state, tools()))).toEqual([]);
    server.remove(2);
    server.deliver(rawMail('three'));
    expect(textsOf(await fetchMailByImap(login(server.port), second.state, tools()))).toEqual(['three']);
    expect(server.commands.some((it) => /^(STORE|UID STORE|SELECT|EXPUNGE)/i.test(it))).toBe(false);
  });

  test('with more than 200 mails takes several runs; with a new UIDVALIDITY it is read from the start', async () => {
    const server = await imap();
    for (let at = 1; at <= 450; at++) server.deliver(rawMail(String(at)));
    const counts: [number, boolean][] = [];
    let state: Awaited<ReturnType<typeof fetchMailByImap>>['state'] | null = null;
    for (let hasMore = true; hasMore; ) {
      const run = await fetchMailByImap(login(server.port), state, tools());
      counts.push([run.mails.length, run.hasMore]);
      ({ state, hasMore } = run);
    }
    expect(counts).toEqual([
      [200, true],
      [200, true],
      [50, false],
    ]);
    server.resetUids();
    expect((await fetchMailByImap(login(server.port), state, tools())).mails).toHaveLength(200);
  });

  test('that supports IDLE is waited for', async () => {
    const server = await imap({ idle: true });
    const run = fetchMailByImap(login(server.port), { validity: '1000', last: 0 }, tools());
    await expect.poll(() => server.commands.includes('IDLE')).toBe(true);
    server.deliver(rawMail('at once'));
    const { hasMore, ...fetched } = await run;
    expect([textsOf({ ...fetched, hasMore }), hasMore]).toEqual([['at once'], true]);
    const stop = new AbortController();
    const waiting = fetchMailByImap(login(server.port), fetched.state, { ...tools(), signal: stop.signal });
    await expect.poll(() => server.commands.filter((it) => it === 'IDLE').length).toBe(2);
    stop.abort();
    expect(await waiting).toEqual({ mails: [], state: fetched.state, hasMore: false });
  });

  test('is read only with the configured encryption and a trusted certificate', async () => {
    const trusted = localhostTls.cert;
    const [plain, starts, secure] = [await imap(), await imap({ startTls: true }), await imap({ tls: true })];
    for (const server of [plain, starts, secure]) server.deliver(rawMail('safe'));
    for (const [server, security] of [
      [starts, 'TLS'],
      [secure, 'SSL'],
    ] as const) {
      expect(
        textsOf(
          await fetchMailByImap(
            login(server.port, { security, trustedCertificates: trusted }),
            null,
            tools(),
          ),
        ),
      ).toEqual(['safe']);
      expect(await errorCodeOf(fetchMailByImap(login(server.port, { security }), null, tools()))).toBe('tls');
    }
    // With TLS required, no password is sent to a server without it.
    expect(await errorCodeOf(fetchMailByImap(login(plain.port, { security: 'TLS' }), null, tools()))).toBe(
      'tls',
    );
    expect(plain.logins).toBe(0);
  });
});

describe('a mailbox read by POP3', () => {
  test('returns each mail once, also if mails are deleted in the meantime', async () => {
    const server = await pop3();
    const [firstMail] = ['one', 'two'].map((it) => server.deliver(rawMail(it)));
    const first = await fetchMailByPop3(login(server.port), null, tools());
    expect([textsOf(first), first.hasMore]).toEqual([['one', 'two'], false]);
    server.remove(firstMail ?? '');
    server.deliver(rawMail('three'));
    const second = await fetchMailByPop3(login(server.port), first.state, tools());
    expect(textsOf(second)).toEqual(['three']);
    expect(second.state.seen).toHaveLength(2);
    expect(textsOf(await fetchMailByPop3(login(server.port), second.state, tools()))).toEqual([]);
    expect(server.commands.some((it) => it.startsWith('DELE'))).toBe(false);
  });

  test.each([1, 2, 3, 7])('keeps every byte when the network delivers %i at a time', async (chunkBytes) => {
    const server = await pop3({ chunkBytes });
    const text = Buffer.from('.\r\n..two\r\n. three\r\n\xe9\xff end\r\n.', 'latin1');
    const mail = Buffer.concat([Buffer.from('Subject: It\r\n\r\n'), text]);
    server.deliver(mail);
    server.deliver(rawMail('next'));
    const { mails } = await fetchMailByPop3(login(server.port), null, tools());
    expect(mails[0]?.bytes.toString('latin1')).toBe(`${mail.toString('latin1')}\r\n`);
    expect(mails).toHaveLength(2);
  });

  test('with more than 200 mails takes several runs', async () => {
    const server = await pop3();
    for (let at = 1; at <= 201; at++) server.deliver(rawMail(String(at)));
    const first = await fetchMailByPop3(login(server.port), null, tools());
    expect([first.mails.length, first.hasMore]).toEqual([200, true]);
    const second = await fetchMailByPop3(login(server.port), first.state, tools());
    expect([textsOf(second), second.hasMore]).toEqual([['201'], false]);
  });

  test('is read only with the configured encryption', async () => {
    const trusted = localhostTls.cert;
    const [plain, starts, secure] = [await pop3(), await pop3({ startTls: true }), await pop3({ tls: true })];
    for (const server of [plain, starts, secure]) server.deliver(rawMail('safe'));
    for (const [server, security] of [
      [starts, 'TLS'],
      [secure, 'SSL'],
    ] as const) {
      expect(
        textsOf(
          await fetchMailByPop3(
            login(server.port, { security, trustedCertificates: trusted }),
            null,
            tools(),
          ),
        ),
      ).toEqual(['safe']);
      expect(await errorCodeOf(fetchMailByPop3(login(server.port, { security }), null, tools()))).toBe('tls');
    }
    expect(await errorCodeOf(fetchMailByPop3(login(plain.port, { security: 'TLS' }), null, tools()))).toBe(
      'tls',
    );
    expect(plain.commands.filter((it) => /^(USER|PASS)/.test(it))).toEqual([]);
  });
});

describe.each([
  ['IMAP', imap, fetchMailByImap],
  ['POP3', pop3, fetchMailByPop3],
] as const)('the setup of %s', (_kind, start, fetchMail) => {
  test('reports what is wrong', async () => {
    const { port } = await start();
    const fetched = (more: Partial<InboxLogin>, fetcher = openFetcher) =>
      errorCodeOf(fetchMail(login(port, more), null, { ...tools(), fetcher }));
    expect(await fetched({ password: 'wrong' })).toBe('login');
    expect(await fetched({}, new GuardedFetch())).toBe('address');
    expect(await fetched({ host: '127.0.0.1' }, new GuardedFetch())).toBe('address');
    expect(await fetched({ host: 'nowhere.invalid' })).toBe('dns');
    expect(await fetched({ port: 1 })).toBe('connection');
  });
});
