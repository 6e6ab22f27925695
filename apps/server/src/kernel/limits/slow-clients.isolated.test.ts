/** Slow clients over real connections: they are disconnected, and no other client waits for them. */
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app/test-app.ts';
import { eventually, scaled } from '../../testing/time.ts';
import { defaultLoadSettings } from '../config/load-settings.ts';

let app: TestApp;
let port: number;
let open: Socket[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  app = await startTestApp({
    load: { ...defaultLoadSettings(), headersTimeoutSeconds: 1, minBytesPerSecond: 100 },
  });
  await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.fastify.server.address() as AddressInfo);
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  open = [];
  vi.useRealTimers();
  await app.close();
});

/** Opens a connection and collects what it receives. */
async function openConnection(): Promise<{ socket: Socket; received: () => string; ended: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, received: () => text, ended };
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as unknown;

test('answers 408 for incomplete heads, and a hundred of them do not delay other requests', {
  timeout: scaled(60_000),
}, async () => {
  const callers = await Promise.all(Array.from({ length: 100 }, openConnection));
  for (const { socket } of callers) socket.write('GET /api/v3/config/map HTTP/1.1\r\nhost: a\r\nx-a: b\r\n');
  const allEnded = Promise.all(callers.map(({ ended }) => ended));
  const other = fetch(`http://127.0.0.1:${port}/api/v3/config/map`);
  // The response comes before the slow connections are closed.
  expect(await Promise.race([other.then(({ status }) => status), allEnded.then(() => 'given up')])).toBe(200);
  await allEnded;
  for (const { received } of callers) {
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(received())).toMatchObject({ errors: [{ status: 408, code: 'request.bad' }] });
  }
});

test('answers 408 for a body below the minimum rate, and accepts a slow one above it', async () => {
  const head = (length: number) =>
    `POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const dripping = await openConnection();
  dripping.socket.write(`${head(4000)}{`);
  const slow = await openConnection();
  slow.socket.write(`${head(10 * 600 + 1)}{`);
  await eventually(() => expect(app.fastify.server.listening).toBe(true));
  for (let at = 0; at < 9; at++) {
    dripping.socket.write(' ');
    slow.socket.write(' '.repeat(600));
    // The written bytes have to arrive before the check.
    await fetch(`http://127.0.0.1:${port}/health/live`);
    await vi.advanceTimersByTimeAsync(5000);
  }
  await dripping.ended;
  expect(dripping.received()).toMatch(/^HTTP\/1\.1 408 /);
  expect(bodyOf(dripping.received())).toMatchObject({ errors: [{ status: 408 }] });
  slow.socket.write(`${' '.repeat(599)}}`);
  await eventually(() => expect(slow.received()).toMatch(/^HTTP\/1\.1 4\d\d /));
  expect(slow.received()).not.toMatch(/^HTTP\/1\.1 408 /);
});

test('answers malformed requests in the format of the API', async () => {
  const caller = await openConnection();
  caller.socket.write('HELLO\r\n\r\n');
  await caller.ended;
  expect(caller.received()).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(caller.received())).toMatchObject({ errors: [{ status: 400, code: 'request.bad' }] });
  const long = await openConnection();
  long.socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-a: ${'b'.repeat(40_000)}\r\n\r\n`);
  await long.ended;
  expect(long.received()).toMatch(/^HTTP\/1\.1 431 /);
});

test('disconnects a client that never reads its response', { timeout: scaled(90_000) }, async () => {
  const caller = await openConnection();
  caller.socket.pause();
  // More than the buffers between the two can hold, in fewer requests than a connection may send at once.
  const requests = 'GET /docs/json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(20);
  caller.socket.write(requests);
  const expectRejection = async () => {
    await vi.advanceTimersByTimeAsync(5000);
    await fetch(`http://127.0.0.1:${port}/health/live`);
    const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(body).toMatch(/turned_away_total\{why="slow"\} [1-9]/);
  };
  await eventually(expectRejection, 60_000);
});
