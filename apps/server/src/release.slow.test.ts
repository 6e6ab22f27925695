/** A released folder: starts without a registry, and holds nothing that only builds and tests need. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from './testing/time.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 });
const timeoutMs = 150_000;
const root = path.resolve(import.meta.dirname, '../../..');
let folder: string;
let release: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'waypost-release-'));
  release = path.join(folder, 'release');
  await promisify(execFile)(process.execPath, [path.join(root, 'tools/release.mjs'), release]);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the folder starts without a registry, with the web client and the guide', async () => {
  const server = spawn(process.execPath, [path.join(release, 'tools/start.mjs')], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: path.join(folder, 'data'),
      // No program can be found, npm included.
      PATH: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  server.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    await eventually(() => expect(output).toContain('Waypost is ready at'), timeoutMs);
    const url = /ready at (\S+)/.exec(output)?.[1] ?? '';
    const fetchPage = (where: string) => fetch(`${url}${where}`);
    expect(await (await fetchPage('/')).text()).toMatch(/<script[^>]+src="\/assets\//);
    expect((await fetchPage('/help')).status).toBe(200);
    expect((await fetchPage('/map/world.pmtiles')).status).toBe(200);
  } finally {
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
});

test('it holds the packages of the server, and none that only builds and tests need', () => {
  const has = (name: string) => existsSync(path.join(release, 'node_modules', name));
  expect(['fastify', 'pg', 'sharp'].filter((name) => !has(name))).toEqual([]);
  expect(['vite', 'vitest', 'maplibre-gl', 'jsdom', 'playwright-core'].filter(has)).toEqual([]);
});
