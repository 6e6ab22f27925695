/** A full disk on which the embedded database cannot start: the server reports it and recovers by itself. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { webClient } from '@waypost/contract/users/oauth';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFillableDisk, DiskUnavailable, type FillableDisk } from './testing/servers/small-disk.ts';
import { eventually } from './testing/time.ts';

const admin = { email: 'admin@example.org', password: 'correct horse battery' };
const timeoutMs = 150_000;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const disk: FillableDisk | undefined = await createFillableDisk(512).catch((error: unknown) => {
  if (error instanceof DiskUnavailable) return undefined;
  throw error;
});
afterAll(() => disk?.remove());

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const at = server.address();
  server.close();
  await once(server, 'close');
  return typeof at === 'object' && at ? at.port : 0;
}

describe.runIf(disk !== undefined)('with a full disk', () => {
  let port = 0;
  let server: ChildProcess;
  let output = '';
  const at = (where: string) => `http://127.0.0.1:${port}${where}`;
  const statusOf = async (where: string) => (await fetch(at(where))).status;
  const isRunning = () => server.exitCode === null && server.signalCode === null;

  function start(console?: number): void {
    output = '';
    server = spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: disk?.folder,
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', console ?? 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }

  async function stop(): Promise<void> {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }

  async function token(): Promise<string> {
    const response = await fetch(at('/oauth/token'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: webClient.id,
        client_secret: webClient.secret,
        grant_type: 'password',
        scope: '*',
        username: admin.email,
        password: admin.password,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  const report = (bearer: string, title: string) =>
    fetch(at('/api/v3/posts'), {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ form: 1, title, content: title }),
    });

  async function titles(): Promise<string[]> {
    const response = await fetch(at('/api/v3/posts?status=all'), {
      headers: { authorization: `Bearer ${await token()}` },
    });
    return ((await response.json()) as { results: { title: string }[] }).results.map((post) => post.title);
  }

  beforeAll(async () => {
    port = await freePort();
    start();
    await eventually(async () => expect(await statusOf('/health/ready')).toBe(200), timeoutMs);
  });
  afterAll(async () => {
    if (isRunning()) await stop();
  });

  test('restarts a database that has ended once there is space, without ending the server', async () => {
    const bearer = await token();
    expect((await report(bearer, 'Before')).status).toBe(200);
    await disk?.fill();
    const [database] = (
      await readFile(path.join(disk?.folder ?? '', 'postgres/postmaster.pid'), 'utf8')
    ).split('\n');
    process.kill(Number(database), 'SIGKILL');
    await eventually(() => expect(output).toContain('tried again until it starts'), timeoutMs);
    expect([await statusOf('/health/live'), await statusOf('/health/ready')]).toEqual([200, 503]);
    const refused = await report(bearer, 'Meanwhile');
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(await refused.json()).toMatchObject({ errors: [{ status: 503 }] });

    await disk?.clear();
    await eventually(async () => expect(await statusOf('/health/ready')).toBe(200), timeoutMs);
    expect(isRunning()).toBe(true);
    expect((await report(bearer, 'After')).status).toBe(200);
    expect((await titles()).toSorted()).toEqual(['After', 'Before']);
  });

  test('a server that starts on a full disk reports it and starts once there is space', async () => {
    await stop();
    await disk?.fill();
    // Its console output goes to the full disk too.
    const full = await open('/dev/full', 'w');
    start(full.fd);
    await eventually(() => expect(output).toContain('There is no space on the disk of'), timeoutMs);
    await eventually(async () => expect(await statusOf('/health/live')).toBe(200), timeoutMs);
    const readyResponse = await fetch(at('/health/ready'));
    expect([readyResponse.status, await readyResponse.json()]).toEqual([503, { status: 'full' }]);
    const refused = await fetch(at('/api/v3/posts'));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await refused.json()).toMatchObject({ errors: [{ status: 503, code: 'server.full' }] });
    const page = await fetch(at('/'), { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([503, expect.stringContaining('out of storage space')]);

    await disk?.clear();
    await eventually(async () => expect(await statusOf('/health/ready')).toBe(200), timeoutMs);
    expect((await titles()).toSorted()).toEqual(['After', 'Before']);
    expect(isRunning()).toBe(true);
    await full.close();
  });
});
