/** A report that was acknowledged is there, whatever happens to the server in the next instant. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { scaled, testLimit } from '../support/timing.ts';
import {
  callApi,
  endWaypost,
  startWaypost,
  startWithEmbeddedDatabase,
  tokenFor,
  type Waypost,
} from '../support/waypost.ts';

const runFile = promisify(execFile);
const roundOfSubmissions = 'a round of submissions, cut short';

/** Submits from eight sides at once until the server is gone; tells which titles it acknowledged. */
async function submitUntilKilled(waypost: Waypost, token: string, name: string): Promise<string[]> {
  const acknowledged: string[] = [];
  const side = async (number: number) => {
    for (let count = 0; ; count++) {
      const title = `${name} ${number}-${count}`;
      const report = { title, content: roundOfSubmissions, form: { id: 1 }, values: {} };
      try {
        const response = await callApi(waypost, token, 'POST', '/posts', report);
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        acknowledged.push(title);
      } catch {
        return;
      }
    }
  };
  const sides = Promise.all(Array.from({ length: 8 }, (_, number) => side(number)));
  await expect.poll(() => acknowledged.length, { timeout: scaled(20_000) }).toBeGreaterThan(40);
  await waypost.end('SIGKILL');
  await sides;
  return acknowledged;
}

async function readTitles(waypost: Waypost): Promise<Set<string>> {
  const token = await tokenFor(waypost, 'admin');
  const titles = new Set<string>();
  for (let offset = 0; ; offset += 500) {
    const response = await callApi(
      waypost,
      token,
      'GET',
      `/posts?status=all&limit=500&offset=${offset}&orderby=id&order=asc`,
    );
    const page = (await response.json()) as { results: { title: string }[] };
    for (const post of page.results) titles.add(post.title);
    if (page.results.length < 500) return titles;
  }
}

/** More reports than visitors of one address are let send. */
const withoutThrottling = { VISITORS_PACE: '0', VISITORS_PRESSURE: '0' };

test('no acknowledged report is lost when the server is killed, and it starts again by itself', {
  tag: '@full',
}, async () => {
  test.setTimeout(testLimit(180_000));
  let waypost = await startWithEmbeddedDatabase(withoutThrottling);
  const acknowledged: string[] = [];
  try {
    for (const name of ['first', 'second', 'third']) {
      const token = await tokenFor(waypost, 'visitor');
      acknowledged.push(...(await submitUntilKilled(waypost, token, name)));
      // The database of the killed server is still running now; the next start must cope with that.
      waypost = await startWaypost(waypost.dataDir, withoutThrottling);
    }
    const there = await readTitles(waypost);
    expect(acknowledged.filter((title) => !there.has(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(120);
  } finally {
    await endWaypost(waypost);
  }
});

test('a server whose own database is killed goes on by itself, and has what it acknowledged', {
  tag: '@full',
}, async () => {
  test.setTimeout(testLimit(180_000));
  const waypost = await startWithEmbeddedDatabase(withoutThrottling);
  try {
    const token = await tokenFor(waypost, 'visitor');
    const send = async (title: string) =>
      callApi(waypost, token, 'POST', '/posts', {
        title,
        content: roundOfSubmissions,
        form: { id: 1 },
        values: {},
      });
    const acknowledged: string[] = [];
    const over = new AbortController();
    const sides = Array.from({ length: 4 }, async (_, side) => {
      for (let count = 0; !over.signal.aborted; count++) {
        const title = `Through the fall ${side}-${count}`;
        const { status } = await send(title);
        if (status === 204 || status === 200) acknowledged.push(title);
        else expect(status).toBe(503);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    const { stdout } = await runFile('pgrep', ['-P', String(waypost.pid)]);
    for (const pid of stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    await expect(async () => expect((await send('After the fall')).ok).toBe(true)).toPass();
    over.abort();
    await Promise.all(sides);
    const there = await readTitles(waypost);
    expect([...acknowledged, 'After the fall'].filter((title) => !there.has(title))).toEqual([]);
  } finally {
    await endWaypost(waypost);
  }
});

/** @returns the id of the import, which has begun */
async function startImport(waypost: Waypost, token: string, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, row) => `Row ${row},What row ${row} tells`);
  const form = new FormData();
  form.append(
    'file',
    new File([`Title,Description\n${lines.join('\n')}\n`], 'rows.csv', { type: 'text/csv' }),
  );
  const sent = await fetch(`${waypost.baseUrl}/api/v3/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    body: form,
  });
  const { id } = (await sent.json()) as { id: number };
  const mapping = { maps_to: ['title', 'content'], fixed: { form: 1, status: 'published' } };
  expect((await callApi(waypost, token, 'PUT', `/csv/${id}`, mapping)).status).toBe(200);
  expect((await callApi(waypost, token, 'POST', `/csv/${id}/import`, {})).status).toBe(200);
  return id;
}

async function readImport(waypost: Waypost, id: number): Promise<{ status: string; processed: number }> {
  const token = await tokenFor(waypost, 'admin');
  const response = await callApi(waypost, token, 'GET', `/csv/${id}`);
  const { status, processed } = (await response.json()) as { status: string; processed: unknown };
  return { status, processed: Number(processed) };
}

test('an import that is cut short twice goes on by itself, and brings each row once', {
  tag: '@full',
}, async () => {
  test.setTimeout(testLimit(180_000));
  const rows = 12_000;
  let waypost = await startWithEmbeddedDatabase();
  try {
    const id = await startImport(waypost, await tokenFor(waypost, 'admin'), rows);
    for (const share of [0.1, 0.4]) {
      const has = async () => (await readImport(waypost, id)).processed;
      await expect.poll(has, { timeout: scaled(120_000), intervals: [100] }).toBeGreaterThan(rows * share);
      await waypost.end('SIGKILL');
      waypost = await startWaypost(waypost.dataDir);
      expect((await readImport(waypost, id)).status).toBe('PENDING');
    }
    const status = async () => (await readImport(waypost, id)).status;
    await expect.poll(status, { timeout: scaled(200_000) }).toBe('SUCCESS');
    expect((await readTitles(waypost)).size).toBe(rows);
    const token = await tokenFor(waypost, 'admin');
    const all = await callApi(waypost, token, 'GET', '/posts?status=all&limit=1');
    expect(((await all.json()) as { total_count: number }).total_count).toBe(rows);
  } finally {
    await endWaypost(waypost);
  }
});
