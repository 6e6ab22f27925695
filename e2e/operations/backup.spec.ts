/** Backups are made while the server runs, and restored into another deployment. */
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

/** Runs a built command. @returns its output (stdout, or stderr after a failure) and its exit code */
async function runCommand(name: 'backup' | 'restore' | 'move', args: string[], dataDir: string) {
  const program = path.resolve(import.meta.dirname, `../../apps/server/dist/${name}.js`);
  try {
    const result = await runFile(process.execPath, [program, ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    return { code: 0, output: result.stdout };
  } catch (error) {
    const failed = error as { code: number; stderr: string };
    return { code: failed.code, output: failed.stderr };
  }
}

async function readTitles(waypost: Waypost): Promise<string[]> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', '/posts?status=all&orderby=id&order=asc');
  return ((await response.json()) as { results: { title: string }[] }).results.map((it) => it.title);
}

test('a backup that is made while the server runs is restored into another deployment', {
  tag: '@core',
}, async () => {
  test.setTimeout(testLimit(120_000));
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-backup-'));
  const otherDataDir = await newDataDir();
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
    const backupResult = await runCommand('backup', [file], first.dataDir);
    expect(backupResult.output).toMatch(/rows and 0 files/);
    expect(backupResult.code).toBe(0);
    expect((await stat(file)).mode & 0o077).toBe(0);
    await first.end('SIGTERM');

    expect(await runCommand('restore', [file], otherDataDir)).toMatchObject({ code: 0 });
    second = await startEmptyWaypost(otherDataDir);
    expect(await readTitles(second)).toEqual(titles);
    // Sessions are part of the backup.
    expect((await callApi(second, token, 'GET', '/posts')).status).toBe(200);
  } finally {
    await second?.end('SIGTERM');
    await endWaypost(first);
    for (const place of [folder, otherDataDir]) await rm(place, { recursive: true, force: true });
  }
});

test('backup, restore and move say why they fail', { tag: '@slow' }, async () => {
  test.setTimeout(testLimit(120_000));
  const folder = await mkdtemp(path.join(tmpdir(), 'waypost-e2e-backup-'));
  const otherDataDir = await newDataDir();
  const waypost = await startWithEmbeddedDatabase();
  try {
    const file = path.join(folder, 'all.zip');
    expect(await runCommand('backup', [file], waypost.dataDir)).toMatchObject({ code: 0 });
    const refused = async (command: ReturnType<typeof runCommand>, why: RegExp) => {
      const { code, output } = await command;
      expect(output).toMatch(why);
      expect(code).toBe(1);
    };
    await refused(runCommand('backup', [], otherDataDir), /There is no database in/);
    expect((await runCommand('restore', [], otherDataDir)).code).toBe(2);
    await refused(runCommand('restore', [file], waypost.dataDir), /not empty/);
    const nowhere = 'postgresql://nobody@127.0.0.1:9/none';
    await refused(runCommand('move', ['--to', nowhere], waypost.dataDir), /stop it first/);
  } finally {
    await endWaypost(waypost);
    for (const place of [folder, otherDataDir]) await rm(place, { recursive: true, force: true });
  }
});
