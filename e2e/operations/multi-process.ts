/**
 * A deployment of several processes behind a proxy behaves as one: changes at one process hold at the other, and when one is
 * killed, nothing that was acknowledged is lost and nothing is done twice.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import {
  findNginx,
  type MultiProcessDeployment,
  startMultiProcess,
} from '../support/multi-process-deployment.ts';
import { generatePhoto } from '../support/photo.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { callApi, tokenFor, type Waypost } from '../support/waypost.ts';

let deployment: MultiProcessDeployment;
let receiver: Server;
/** Number of webhook deliveries of each post, by title. */
const deliveriesByTitle = new Map<string, number>();
/** Delay of the receiver's responses. */
let responseDelayMs = 0;

/** A base URL in the form that the helpers of the journeys expect. */
const asWaypost = (address: string) => ({ baseUrl: address }) as Waypost;
const proxied = () => asWaypost(deployment.proxyUrl);

test.beforeAll(async () => {
  test.setTimeout(testLimit(180_000));
  const { program, why } = await findNginx();
  test.skip(program === undefined, why ?? '');
  deployment = await startMultiProcess(program ?? '');
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const { title } = JSON.parse(text) as { title: string };
      deliveriesByTitle.set(title, (deliveriesByTitle.get(title) ?? 0) + 1);
      setTimeout(() => response.end(), responseDelayMs);
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const response = await callApi(proxied(), await tokenFor(proxied(), 'admin'), 'POST', '/webhooks', {
    name: 'Counter',
    url: `http://127.0.0.1:${port}/`,
    shared_secret: 'a secret of twenty letters or so',
    event_type: 'create',
    entity_type: 'post',
    // Posts that are still drafts are counted too.
    content: 'everything',
  });
  expect(response.ok, await response.clone().text()).toBe(true);
});
test.afterAll(async () => {
  test.setTimeout(testLimit(180_000));
  receiver?.close();
  await deployment?.end();
});

const readJson = async <T>(response: Response | Promise<Response>): Promise<T> =>
  (await (await response).json()) as T;

test('sessions, locks, limits, uploads and caches are shared', async () => {
  test.setTimeout(testLimit(180_000));
  const [first, second] = deployment.urls.map(asWaypost) as [Waypost, Waypost];
  const token = await tokenFor(first, 'admin');
  const post = { title: 'Shared', content: '.', form: { id: 1 } };
  const { id } = await readJson<{ id: number }>(callApi(first, token, 'POST', '/posts', post));

  await test.step('a cached response is invalidated when the other process changes the data', async () => {
    const count = async (it: Waypost) =>
      (await readJson<{ total_count: number }>(callApi(it, token, 'GET', '/posts?status=all&limit=1')))
        .total_count;
    const before = [await count(first), await count(second)];
    await callApi(first, token, 'POST', '/posts', { ...post, title: 'Another' });
    expect([await count(second), await count(first)]).toEqual(before.map((it) => it + 1));
    await callApi(second, token, 'PUT', '/config/site', { name: 'Renamed' });
    expect(await readJson(callApi(first, token, 'GET', '/config/site'))).toMatchObject({ name: 'Renamed' });
  });

  await test.step('a lock of one process holds at the other', async () => {
    const lock = await callApi(first, token, 'PUT', `/posts/${id}/lock`, {});
    expect(lock.ok).toBe(true);
    const held = await readJson<{ lock?: object | null }>(callApi(second, token, 'GET', `/posts/${id}`));
    expect(held.lock).toBeTruthy();
  });

  await test.step('an idempotency key creates one report, sent to both at the same time', async () => {
    const send = (it: Waypost) =>
      fetch(`${it.baseUrl}/api/v3/posts`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': 'one and the same key of a device',
        },
        body: JSON.stringify({ ...post, title: 'Once' }),
      });
    const ids = await Promise.all(
      [first, second, first, second].map(async (it) => (await readJson<{ id: number }>(send(it))).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  await test.step('an upload that starts at one process continues at the other', async () => {
    const bytes = Buffer.from(generatePhoto(640, 480));
    const half = Math.floor(bytes.length / 2);
    const begun = await readJson<{ id: string }>(
      callApi(first, token, 'POST', '/media/uploads', { size: bytes.length, name: 'a.png' }),
    );
    const piece = async (it: Waypost, offset: number, part: Buffer) => {
      const form = new FormData();
      form.append('offset', String(offset));
      form.append('file', new File([new Uint8Array(part)], 'piece'));
      return readJson<{ received: number; media: { id: number; original_file_url: string } | null }>(
        fetch(`${it.baseUrl}/api/v3/media/uploads/${begun.id}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form,
        }),
      );
    };
    expect((await piece(first, 0, bytes.subarray(0, half))).received).toBe(half);
    const done = await piece(second, half, bytes.subarray(half));
    expect(done.media).not.toBeNull();
    const { pathname, search } = new URL(done.media?.original_file_url ?? '');
    for (const it of [first, second])
      expect((await fetch(`${it.baseUrl}${pathname}${search}`)).headers.get('content-type')).toMatch(
        /^image/,
      );
  });

  await test.step('wrong passwords are counted together', async () => {
    const email = 'guessed@example.org';
    await callApi(first, token, 'POST', '/users', {
      email,
      password: 'the right one',
      role: 'user',
      realname: 'G',
    });
    for (let turn = 0; turn < 6; turn++)
      expect(await tokenFor(turn % 2 === 0 ? first : second, { email, password: 'wrong' })).toBe('');
    expect(await tokenFor(first, { email, password: 'the right one' })).toBe('');
    expect(await tokenFor(second, { email, password: 'the right one' })).toBe('');
  });

  await test.step('a session that is ended at one process is over at the other', async () => {
    const other = await tokenFor(first, 'admin');
    expect((await callApi(second, other, 'GET', '/users/me')).status).toBe(200);
    expect((await callApi(first, other, 'DELETE', '/users/me/sessions')).ok).toBe(true);
    expect((await callApi(second, other, 'GET', '/users/me')).status).toBe(401);
  });
});

/** Submits from concurrent clients; each report is retried with its idempotency key until it is acknowledged. @returns titles */
async function reportUntil(
  isOver: () => boolean,
  name: string,
  token: string,
  concurrency = 6,
): Promise<string[]> {
  const acknowledged: string[] = [];
  const send = async (title: string, key: string): Promise<boolean> => {
    const response = await fetch(`${deployment.proxyUrl}/api/v3/posts`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ title, content: '.', form: { id: 1 } }),
    }).catch(() => undefined);
    if (response && !response.ok && response.status < 500)
      throw new Error(`${response.status} ${await response.text()}`);
    return response?.ok ?? false;
  };
  const submitInLoop = async (number: number) => {
    for (let count = 0; !isOver(); count++) {
      const title = `${name} ${number}-${count}`;
      const key = crypto.randomUUID();
      while (!(await send(title, key))) await wait(100);
      acknowledged.push(title);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, number) => submitInLoop(number)));
  return acknowledged;
}

/** Number of posts by title. */
async function countTitles(): Promise<Map<string, number>> {
  const token = await tokenFor(proxied(), 'admin');
  const counts = new Map<string, number>();
  for (let offset = 0; ; offset += 500) {
    const page = await readJson<{ results: { title: string }[] }>(
      callApi(proxied(), token, 'GET', `/posts?status=all&limit=500&offset=${offset}&orderby=id&order=asc`),
    );
    for (const { title } of page.results) counts.set(title, (counts.get(title) ?? 0) + 1);
    if (page.results.length < 500) return counts;
  }
}

test('a web server is killed under load: nothing acknowledged is lost, no webhook is delivered twice', async () => {
  test.setTimeout(testLimit(180_000));
  const token = await tokenFor(proxied(), 'admin');
  const load = { isOver: false };
  let refused = 0;
  const reading = (async () => {
    while (!load.isOver) {
      const response = await callApi(proxied(), token, 'GET', '/posts?limit=5').catch(() => undefined);
      if (!response?.ok) refused++;
      await wait(20);
    }
  })();
  const reporting = reportUntil(() => load.isOver, 'kill', token);
  await expect.poll(async () => (await countTitles()).size, { timeout: scaled(60_000) }).toBeGreaterThan(60);
  await deployment.servers[1].end('SIGKILL');
  const before = (await countTitles()).size;
  await expect
    .poll(async () => (await countTitles()).size, { timeout: scaled(60_000) })
    .toBeGreaterThan(before + 30);
  await deployment.servers[1].start();
  await wait(1000);
  load.isOver = true;
  const acknowledged = await reporting;
  await reading;

  const titleCounts = await countTitles();
  expect(acknowledged.filter((title) => titleCounts.get(title) !== 1)).toEqual([]);
  expect(refused).toBe(0);
  await expect
    .poll(() => acknowledged.filter((title) => !deliveriesByTitle.has(title)).length, {
      timeout: scaled(90_000),
    })
    .toBe(0);
  expect([...deliveriesByTitle].filter(([, times]) => times > 1)).toEqual([]);
});

test('a worker is killed in the middle of its work: the next one does the rest', async () => {
  test.setTimeout(testLimit(240_000));
  const token = await tokenFor(proxied(), 'admin');
  responseDelayMs = 100;
  let sentCount = 0;
  const acknowledged = await reportUntil(() => ++sentCount > 60, 'worker', token);
  const reached = () => acknowledged.filter((title) => deliveriesByTitle.has(title));
  await expect.poll(() => reached().length, { timeout: scaled(60_000) }).toBeGreaterThan(4);
  await deployment.worker.end('SIGKILL');
  expect(reached().length).toBeLessThan(acknowledged.length);
  responseDelayMs = 0;
  await deployment.worker.start();
  await expect.poll(() => reached().length, { timeout: scaled(150_000) }).toBe(acknowledged.length);
  // Deliveries that were in progress at the kill may be repeated: at most four, the concurrency of the worker.
  expect(acknowledged.filter((title) => (deliveriesByTitle.get(title) ?? 0) > 1).length).toBeLessThanOrEqual(
    4,
  );
});
