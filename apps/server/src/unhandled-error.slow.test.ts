/** A process ends after an error that nobody handled, even while something never ends. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from './testing/app/test-app.ts';
import { findFreePorts } from './testing/servers/ports.ts';
import { eventually, scaled } from './testing/time.ts';

/** Fails once the test sends a signal, as a stream without a listener does. */
const failingModule = `data:text/javascript,${encodeURIComponent(
  "process.on('SIGUSR2', () => setImmediate(() => { throw new Error('nobody handles this'); }))",
)}`;

test('an error that nobody handles ends the process', { timeout: scaled(120_000) }, async () => {
  const app = await startTestApp();
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-unhandled-'));
  const [port = 0] = await findFreePorts(1);
  const main = path.join(import.meta.dirname, 'main.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', '--import', failingModule, main], {
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: app.databaseUrl,
      JOBS: 'off',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.on('data', (text: Buffer) => (printed += text.toString()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await app.close();
    await rm(folder, { recursive: true, force: true });
  });
  const address = `http://127.0.0.1:${port}`;
  await eventually(async () => expect((await fetch(`${address}/health/ready`)).status).toBe(200), 60_000);

  // The server waits for the rest of this request.
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('POST /oauth/token HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  socket.write('content-length: 100\r\n\r\n{');
  await once(socket, 'ready');
  const exited = once(child, 'exit');
  const startMs = performance.now();
  child.kill('SIGUSR2');
  expect(await exited).toEqual([1, null]);
  expect(performance.now() - startMs).toBeLessThan(scaled(25_000));
  expect(printed).toContain('nobody handles this');
  socket.destroy();
});
