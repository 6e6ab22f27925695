/** Slow callers over real connections: they are sent away, and nobody else waits for them. */
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

/** A connection, and what has come over it. */
async function connected(): Promise<{ socket: Socket; heard: () => string; ended: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  open.push(socket);
  let text = '';
  socket.on('data', (bytes) => {
    text += String(bytes);
  });
  socket.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()));
  return { socket, heard: () => text, ended };
}

const bodyOf = (text: string) => JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as unknown;

test('a head that does not end is answered 408, while a hundred of them keep nobody waiting', {
  timeout: scaled(60_000),
}, async () => {
  const callers = await Promise.all(Array.from({ length: 100 }, connected));
  for (const { socket } of callers) socket.write('GET /api/v3/config/map HTTP/1.1\r\nhost: a\r\nx-a: b\r\n');
  const allEnded = Promise.all(callers.map(({ ended }) => ended));
  const other = fetch(`http://127.0.0.1:${port}/api/v3/config/map`);
  // The answer does not come after the heads were given up.
  expect(await Promise.race([other.then(({ status }) => status), allEnded.then(() => 'given up')])).toBe(200);
  await allEnded;
  for (const { heard } of callers) {
    expect(heard()).toMatch(/^HTTP\/1\.1 408 /);
    expect(bodyOf(heard())).toMatchObject({ errors: [{ status: 408, code: 'request.bad' }] });
  }
});

test('a body that drips is sent away; one that comes on slowly is taken', async () => {
  const head = (length: number) =>
    `POST /oauth/token HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  const dripping = await connected();
  dripping.socket.write(`${head(4000)}{`);
  const coming = await connected();
  coming.socket.write(`${head(10 * 600 + 1)}{`);
  await eventually(() => expect(app.fastify.server.listening).toBe(true));
  for (let at = 0; at < 9; at++) {
    dripping.socket.write(' ');
    coming.socket.write(' '.repeat(600));
    // What was written has to arrive before it is looked at.
    await fetch(`http://127.0.0.1:${port}/health/live`);
    await vi.advanceTimersByTimeAsync(5000);
  }
  await dripping.ended;
  expect(dripping.heard()).toMatch(/^HTTP\/1\.1 408 /);
  expect(bodyOf(dripping.heard())).toMatchObject({ errors: [{ status: 408 }] });
  coming.socket.write(`${' '.repeat(599)}}`);
  await eventually(() => expect(coming.heard()).toMatch(/^HTTP\/1\.1 4\d\d /));
  expect(coming.heard()).not.toMatch(/^HTTP\/1\.1 408 /);
});

test('what is no request is answered in the same shape', async () => {
  const caller = await connected();
  caller.socket.write('HELLO\r\n\r\n');
  await caller.ended;
  expect(caller.heard()).toMatch(/^HTTP\/1\.1 400 /);
  expect(bodyOf(caller.heard())).toMatchObject({ errors: [{ status: 400, code: 'request.bad' }] });
  const long = await connected();
  long.socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-a: ${'b'.repeat(40_000)}\r\n\r\n`);
  await long.ended;
  expect(long.heard()).toMatch(/^HTTP\/1\.1 431 /);
});

test('who never takes the answer does not keep it for ever', { timeout: scaled(90_000) }, async () => {
  const caller = await connected();
  caller.socket.pause();
  // As many answers as no buffer between the two holds.
  const asked = 'GET /docs/json HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(60);
  caller.socket.write(asked);
  const turnedAway = async () => {
    await vi.advanceTimersByTimeAsync(5000);
    await fetch(`http://127.0.0.1:${port}/health/live`);
    const body = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    expect(body).toMatch(/turned_away_total\{why="slow"\} [1-9]/);
  };
  await eventually(turnedAway, 60_000);
});
