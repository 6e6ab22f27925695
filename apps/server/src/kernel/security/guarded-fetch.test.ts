import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaled } from '../../testing/time.ts';
import { GuardedFetch, GuardedFetchError, parseNetwork } from './guarded-fetch.ts';

const receivedRequests: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[] = [];
let server: Server;
let otherServer: Server;
let port: number;
let otherPort: number;

/** A server on this machine, which must not be reachable through ours. */
async function answer(request: IncomingMessage, reply: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const { method, url, headers } = request;
  receivedRequests.push({ method, url, headers, body });
  const to = new URL(url ?? '', 'http://x').searchParams.get('to');
  const status = Number(new URL(url ?? '', 'http://x').searchParams.get('status') ?? 200);
  if (url?.startsWith('/slow')) return;
  if (url?.startsWith('/drops')) {
    for (let at = 0; at < 100 && !reply.destroyed; at++) {
      reply.write('x'.repeat(Number(/\d+/.exec(url)?.[0])));
      await wait(20);
    }
    reply.end();
    return;
  }
  if (url?.startsWith('/large')) {
    reply.end('x'.repeat(10_000));
    return;
  }
  reply.writeHead(status, to ? { location: to } : {}).end('hello');
}

async function listen(host: string): Promise<[Server, number]> {
  const testServer = createServer((request, reply) => void answer(request, reply)).listen(0, host);
  await once(testServer, 'listening');
  return [testServer, (testServer.address() as AddressInfo).port];
}

const guarded = new GuardedFetch();
const openFetch = new GuardedFetch(['127.0.0.0/8', '::1']);

beforeAll(async () => {
  [server, port] = await listen('127.0.0.1');
  [otherServer, otherPort] = await listen('127.0.0.1');
});
afterAll(async () => {
  await Promise.all([guarded.close(), openFetch.close()]);
  for (const listener of [server, otherServer]) {
    listener.closeAllConnections();
    listener.close();
  }
});

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof GuardedFetchError ? error.code : String(error)),
  );

test.each([
  'http://127.0.0.1:PORT/',
  'http://localhost:PORT/',
  'http://localhost.:PORT/',
  'http://127.0.0.1.:PORT/',
  'http://[::127.0.0.1]:PORT/',
  'http://[::a00:1]:PORT/',
  'http://2130706433:PORT/',
  'http://0x7f000001:PORT/',
  'http://0177.0.0.1:PORT/',
  'http://127.1:PORT/',
  'http://0.0.0.0:PORT/',
  'http://[::1]:PORT/',
  'http://[::]:PORT/',
  'http://[::ffff:127.0.0.1]:PORT/',
  'http://[::ffff:7f00:1]:PORT/',
  'http://[64:ff9b::7f00:1]:PORT/',
  'http://[fe80::1]:PORT/',
  'http://[fd00::1]:PORT/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/machine/?comp=goalstate',
  'http://[::ffff:168.63.129.16]/',
  'http://[64:ff9b::a83f:8110]/',
  'http://100.100.100.200/latest/meta-data/',
  'http://192.0.0.192/latest/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'http://somebody:secret@example.org/',
  'no address',
])('%s is refused', async (address) => {
  receivedRequests.length = 0;
  expect(await codeOf(guarded.fetch(address.replace('PORT', String(port))))).toBe('address');
  expect(receivedRequests).toEqual([]);
});

test('reaches networks that the operator allows, and no other private ones', async () => {
  const { status, body } = await openFetch.fetch(`http://localhost:${port}/there`);
  expect([status, body.toString()]).toEqual([200, 'hello']);
  expect((await openFetch.fetch(`http://[::ffff:127.0.0.1]:${port}/`)).status).toBe(200);
  expect(await codeOf(openFetch.fetch('http://10.0.0.1/'))).toBe('address');
  expect([
    parseNetwork('10.0.0.0/8'),
    parseNetwork('::1'),
    parseNetwork('10.0.0.0/99'),
    parseNetwork('home'),
  ]).toEqual([expect.anything(), expect.anything(), undefined, undefined]);
});

test('a redirect is followed only when asked, and never to a closed address', async () => {
  const at = (to: string, status = 302) =>
    `http://127.0.0.1:${port}/?status=${status}&to=${encodeURIComponent(to)}`;
  expect((await openFetch.fetch(at('/next'))).status).toBe(302);
  expect((await openFetch.fetch(at('/next'), { maxRedirects: 1 })).status).toBe(200);
  for (const closed of ['http://10.0.0.1/', 'http://[fd00::1]/', 'file:///etc/passwd'])
    expect(await codeOf(openFetch.fetch(at(closed), { maxRedirects: 3 }))).toBe('address');
  expect((await openFetch.fetch(at(at('/next')), { maxRedirects: 1 })).status).toBe(302);
});

test('a key is not carried to another server, nor a body sent twice', async () => {
  const to = encodeURIComponent(`http://127.0.0.1:${otherPort}/other`);
  const secret = { authorization: 'key', 'content-type': 'text/plain', 'x-plain': '1' };
  receivedRequests.length = 0;
  const requestOptions = { method: 'POST', headers: secret, body: 'words', maxRedirects: 1 } as const;
  await openFetch.fetch(`http://127.0.0.1:${port}/?status=303&to=${to}`, requestOptions);
  expect(
    receivedRequests.map(({ method, body, headers }) => [
      method,
      body,
      headers.authorization,
      headers['x-plain'],
    ]),
  ).toEqual([
    ['POST', 'words', 'key', '1'],
    ['GET', '', undefined, '1'],
  ]);
  expect(await codeOf(openFetch.fetch(`http://127.0.0.1:${port}/?status=307&to=${to}`, requestOptions))).toBe(
    'redirect',
  );
  receivedRequests.length = 0;
  await openFetch.fetch(`http://127.0.0.1:${port}/?status=308&to=${encodeURIComponent('/again')}`, {
    ...requestOptions,
    body: () => Readable.from(['wor', 'ds']),
  });
  expect(
    receivedRequests.map(({ url, body, headers }) => [url?.slice(0, 6), body, headers.authorization]),
  ).toEqual([
    ['/?stat', 'words', 'key'],
    ['/again', 'words', 'key'],
  ]);
});

test('distinguishes slow, too large and missing responses', async () => {
  const at = `http://127.0.0.1:${port}`;
  expect(await codeOf(openFetch.fetch(`${at}/slow`, { timeoutMs: 150 }))).toBe('timeout');
  expect(await codeOf(openFetch.fetch(`${at}/large`, { maxBytes: 5000 }))).toBe('size');
  expect((await openFetch.fetch(`${at}/large`, { maxBytes: 10_000 })).body.length).toBe(10_000);
  expect(await codeOf(openFetch.fetch('http://127.0.0.1:1/'))).toBe('unreachable');
  const stop = new AbortController();
  const stopped = openFetch.fetch(`${at}/slow`, { signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await expect(stopped).rejects.toThrow('cancelled');
});

test('a download ends when it sends nothing, or too little, and goes on while its reader is busy', async () => {
  const options = { timeoutMs: scaled(300), minBytes: 1000, signal: new AbortController().signal };
  const load = async (route: string, pauseMs = 0) => {
    let size = 0;
    const { body } = await openFetch.download(`http://127.0.0.1:${port}${route}`, options);
    for await (const chunk of body) {
      size += chunk.length;
      if (pauseMs > 0) await wait(pauseMs);
    }
    return size;
  };
  expect(await codeOf(load('/slow'))).toBe('timeout');
  expect(await codeOf(load('/drops-1'))).toBe('timeout');
  expect(await load('/drops-500')).toBe(50_000);
  expect(await load('/large', scaled(700))).toBe(10_000);
});
