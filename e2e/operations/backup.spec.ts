/** A deployment is backed up while people use it, and comes up elsewhere with all they reported. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { testLimit } from '../support/timing.ts';
import {
  callApi,
  endWaypost,
  newDataDir,
  startEmptyWaypost,
  startWithEmbeddedDatabase,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

const runFile = promisify(execFile);

/** A command as npm runs it. @returns what it said, and how it ended */
async function runCommand(name: 'backup' | 'restore' | 'move', args: string[], dataDir: string) {
  const program = path.resolve(import.meta.dirname, `../../apps/server/dist/${name}.js`);
  try {
    const said = await runFile(process.execPath, [program, ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    return { code: 0, said: said.stdout };
  } catch (error) {
    const failed = error as { code: number; stderr: string };
    return { code: failed.code, said: failed.stderr };
  }
}

async function readTitles(waypost: Waypost): Promise<string[]> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', '/posts?status=all&orderby=id&order=asc');
  return ((await response.json()) as { results: { title: string }[] }).results.map((it) => it.title);
}

test('a backup that is made while the server runs is restored elsewhere', { tag: '@core' }, async () => {
  test.setTimeout(testLimit(120_000));
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-backup-'));
  const elsewhere = await newDataDir();
  const first = await startWithEmbeddedDatabase({ VISITORS_PACE: '0', VISITORS_PRESSURE: '0' });
  let second: Waypost | undefined;
  try {
    const token = await tokenFor(first, 'visitor');
    const titles = Array.from({ length: 5 }, (_, at) => `Seen ${at}`);
    for (const title of titles) {
      const report = { title, content: 'text', form: { id: 1 }, values: {} };
      expect((await callApi(first, token, 'POST', '/posts', report)).ok).toBe(true);
    }
    const file = path.join(folder, 'all.zip');
    const made = await runCommand('backup', [file], first.dataDir);
    expect(made.said).toMatch(/rows and 0 files/);
    expect(made.code).toBe(0);
    expect((await stat(file)).mode & 0o077).toBe(0);
    await first.end('SIGTERM');

    expect(await runCommand('restore', [file], elsewhere)).toMatchObject({ code: 0 });
    second = await startEmptyWaypost(elsewhere);
    expect(await readTitles(second)).toEqual(titles);
    // Who was logged in still is: sessions came along.
    expect((await callApi(second, token, 'GET', '/posts')).status).toBe(200);
  } finally {
    await second?.end('SIGTERM');
    await endWaypost(first);
    for (const place of [folder, elsewhere]) await rm(place, { recursive: true, force: true });
  }
});

test('what cannot be backed up, restored or moved says why', { tag: '@full' }, async () => {
  test.setTimeout(testLimit(120_000));
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-backup-'));
  const elsewhere = await newDataDir();
  const waypost = await startWithEmbeddedDatabase();
  try {
    const file = path.join(folder, 'all.zip');
    expect(await runCommand('backup', [file], waypost.dataDir)).toMatchObject({ code: 0 });
    const refused = async (asked: ReturnType<typeof runCommand>, why: RegExp) => {
      const { code, said } = await asked;
      expect(said).toMatch(why);
      expect(code).toBe(1);
    };
    await refused(runCommand('backup', [], elsewhere), /There is no database in/);
    expect((await runCommand('restore', [], elsewhere)).code).toBe(2);
    await refused(runCommand('restore', [file], waypost.dataDir), /not empty/);
    const nowhere = 'postgresql://nobody@127.0.0.1:9/none';
    await refused(runCommand('move', ['--to', nowhere], waypost.dataDir), /stop it first/);
  } finally {
    await endWaypost(waypost);
    for (const place of [folder, elsewhere]) await rm(place, { recursive: true, force: true });
  }
});
