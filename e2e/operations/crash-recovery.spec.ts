/** Acknowledged reports, imports and maps survive a crash of the server or its database. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { buildExtract, cornersOf } from '../../apps/server/src/map-archives/extract/osm/extract.fixture.ts';
import { uploadMap } from '../support/street-map.ts';
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
const reportText = 'submitted until the crash';

/** Submits from eight concurrent clients until the server is killed. @returns the titles that it acknowledged */
async function submitUntilKilled(waypost: Waypost, token: string, name: string): Promise<string[]> {
  const acknowledged: string[] = [];
  const submitInLoop = async (number: number) => {
    for (let count = 0; ; count++) {
      const title = `${name} ${number}-${count}`;
      const report = { title, content: reportText, form: { id: 1 }, values: {} };
      try {
        const response = await callApi(waypost, token, 'POST', '/posts', report);
        if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
        acknowledged.push(title);
      } catch {
        return;
      }
    }
  };
  const submissions = Promise.all(Array.from({ length: 8 }, (_, number) => submitInLoop(number)));
  await expect.poll(() => acknowledged.length, { timeout: scaled(20_000) }).toBeGreaterThan(40);
  await waypost.end('SIGKILL');
  await submissions;
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

/** Allows more reports from one address than usual. */
const withoutThrottling = { VISITORS_PACE: '0', VISITORS_PRESSURE: '0' };

test('no acknowledged report is lost when the server is killed, and it recovers at its next start', {
  tag: '@slow',
}, async () => {
  test.setTimeout(testLimit(180_000));
  let waypost = await startWithEmbeddedDatabase(withoutThrottling);
  const acknowledged: string[] = [];
  try {
    for (const name of ['first', 'second', 'third']) {
      const token = await tokenFor(waypost, 'visitor');
      acknowledged.push(...(await submitUntilKilled(waypost, token, name)));
      // The database of the killed server still runs; the next start has to handle that.
      waypost = await startWaypost(waypost.dataDir, withoutThrottling);
    }
    const storedTitles = await readTitles(waypost);
    expect(acknowledged.filter((title) => !storedTitles.has(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(120);
  } finally {
    await endWaypost(waypost);
  }
});

test('a server whose embedded database is killed recovers, and has everything that it acknowledged', {
  tag: '@slow',
}, async () => {
  test.setTimeout(testLimit(180_000));
  const waypost = await startWithEmbeddedDatabase(withoutThrottling);
  try {
    const token = await tokenFor(waypost, 'visitor');
    const send = async (title: string) =>
      callApi(waypost, token, 'POST', '/posts', {
        title,
        content: reportText,
        form: { id: 1 },
        values: {},
      });
    const acknowledged: string[] = [];
    const stop = new AbortController();
    const submissions = Array.from({ length: 4 }, async (_, submitInLoop) => {
      for (let count = 0; !stop.signal.aborted; count++) {
        const title = `During the crash ${submitInLoop}-${count}`;
        const { status } = await send(title);
        if (status === 204 || status === 200) acknowledged.push(title);
        else expect(status).toBe(503);
      }
    });
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    const { stdout } = await runFile('pgrep', ['-P', String(waypost.pid)]);
    for (const pid of stdout.trim().split('\n')) process.kill(Number(pid), 'SIGKILL');
    await expect(async () => expect((await send('After the crash')).ok).toBe(true)).toPass();
    stop.abort();
    await Promise.all(submissions);
    const storedTitles = await readTitles(waypost);
    expect([...acknowledged, 'After the crash'].filter((title) => !storedTitles.has(title))).toEqual([]);
  } finally {
    await endWaypost(waypost);
  }
});

/** Uploads a CSV file and starts its import. @returns the id of the import */
async function startImport(waypost: Waypost, token: string, rows: number): Promise<number> {
  const lines = Array.from({ length: rows }, (_, row) => `Row ${row},What row ${row} tells`);
  const form = new FormData();
  form.append(
    'file',
    new File([`Title,Description\n${lines.join('\n')}\n`], 'rows.csv', { type: 'text/csv' }),
  );
  const uploadResponse = await fetch(`${waypost.baseUrl}/api/v3/csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
    body: form,
  });
  const { id } = (await uploadResponse.json()) as { id: number };
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

test('an import that is interrupted twice continues, and imports each row once', {
  tag: '@slow',
}, async () => {
  test.setTimeout(testLimit(180_000));
  const rows = 12_000;
  let waypost = await startWithEmbeddedDatabase();
  try {
    const id = await startImport(waypost, await tokenFor(waypost, 'admin'), rows);
    for (const share of [0.1, 0.4]) {
      const processedRows = async () => (await readImport(waypost, id)).processed;
      await expect
        .poll(processedRows, { timeout: scaled(120_000), intervals: [100] })
        .toBeGreaterThan(rows * share);
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

/** An extract with so many houses that its map takes seconds. */
function buildTown(): Buffer {
  const houses = Array.from({ length: 20_000 }, (_, index) => {
    const [west, south] = [10 + (index % 200) * 0.0005, 50 + Math.floor(index / 200) * 0.0005];
    return cornersOf(4 * index + 1, [west, south, west + 0.0003, south + 0.0003]);
  });
  const ways = houses.map((corners, index) => {
    const nodes = corners.map(({ id }) => id);
    return { id: index + 1, nodes: [...nodes, ...nodes.slice(0, 1)], tags: { building: 'yes' } };
  });
  return buildExtract({ nodes: houses.flat(), ways });
}

test('a map is made anew when the server was killed while it made it', { tag: '@slow' }, async () => {
  test.setTimeout(testLimit(180_000));
  let waypost = await startWaypost();
  try {
    const readState = await uploadMap(waypost, buildTown());
    await expect.poll(() => readState(), { timeout: scaled(60_000), intervals: [30] }).toBe('building');
    await waypost.end('SIGKILL');
    waypost = await startWaypost(waypost.dataDir);
    expect(await readState(waypost)).toBe('building');
    await expect.poll(() => readState(waypost), { timeout: scaled(90_000) }).toBe('ready');
  } finally {
    await endWaypost(waypost);
  }
});
