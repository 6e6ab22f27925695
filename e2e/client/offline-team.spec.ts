/** What the device of a team member keeps: nothing that only the team sees, and what the public sees in saved areas. */
import { expect, type Page, test } from '@playwright/test';
import { readBrowserStorage } from '../support/browser-storage.ts';
import { endDevice, startDevice } from '../support/device.ts';
import { createFullSurvey } from '../support/full-survey.ts';
import { logIn } from '../support/log-in.ts';
import type { NetworkProxy } from '../support/network-proxy.ts';
import { launchBrowser, waitUntilCached } from '../support/persistent-browser.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(180_000));

/** Part of every text that only the team may see. */
const mark = 'wombatmark';

let waypost: Waypost;
let proxy: NetworkProxy;
let profile: string;
let posts: { published: number; draft: number };

test.beforeAll(async () => {
  waypost = await startWaypost();
  const token = await tokenFor(waypost, 'admin');
  const send = async (method: 'POST' | 'PUT', url: string, body: object) => {
    const response = await callApi(waypost, token, method, url, body);
    const answer = (await response.json()) as { id: number };
    expect([url, response.status, answer]).toEqual([url, 200, answer]);
    return answer.id;
  };
  const survey = await createFullSurvey(waypost);
  const response = await callApi(waypost, token, 'GET', `/forms/${survey.id}/attributes`);
  const { results } = (await response.json()) as { results: { key: string; label: string }[] };
  const key = (label: string) => results.find((it) => it.label === label)?.key ?? label;
  const values = {
    [key('Where is it?')]: [{ lat: -1.31, lon: 36.78 }],
    [key('People affected')]: [3],
    [key('What is needed?')]: ['Water'],
  };
  const form = { id: survey.id };
  posts = {
    published: await send('POST', '/posts', {
      form,
      values,
      title: 'Well of Kibera',
      content: 'Dry.',
      status: 'published',
      author_realname: `${mark} author`,
      author_email: 'author@example.org',
    }),
    draft: await send('POST', '/posts', {
      form,
      values,
      title: `${mark} draft`,
      content: 'Dry.',
      status: 'draft',
    }),
  };
  for (const id of Object.values(posts)) {
    await send('POST', `/posts/${id}/notes`, { content: `${mark} note` });
    await callApi(waypost, token, 'POST', `/posts/${id}/verifications`, {
      status: 'false',
      note: `${mark} verification`,
    });
  }
});
test.afterAll(() => endWaypost(waypost));
test.afterEach(() => endDevice({ proxy, profile }));

/** A browser that is logged in, and whose service worker is active. */
async function openAs(login: typeof admin) {
  ({ proxy, profile } = await startDevice(waypost));
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/login`);
  await logIn(page, login);
  await page.waitForURL(/views/);
  await waitUntilCached(page);
  const goOffline = async () => {
    proxy.disconnect();
    await context.setOffline(true);
  };
  return { context, page, goOffline };
}

/** Addresses of all stored responses that contain the mark, by cache. */
const findMarks = (page: Page) =>
  page.evaluate(async (text) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const response = await cache.match(url, { ignoreVary: true });
        if ((await response?.text())?.includes(text)) found.push(`${name} ${new URL(url).pathname}`);
      }
    }
    return found.sort();
  }, mark);

const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });

test('nothing that only the team sees is stored on the device of a team member', {
  tag: '@core',
}, async () => {
  const { context, page, goOffline } = await openAs(admin);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText(`${mark} draft`).first()).toBeVisible();
  for (const id of Object.values(posts)) {
    await page.goto(`${proxy.url}/posts/${id}`);
    await expect(page.getByText(`${mark} note`).first()).toBeVisible();
    await page.goto(`${proxy.url}/posts/${id}/history`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(`${proxy.url}/review`);
  await expect(page.getByText(`${mark} draft`).first()).toBeVisible();
  await page.goto(`${proxy.url}/device?at=-1.3,36.8,11`);
  await page.getByRole('button', { name: 'Save the current map area' }).click();
  await page.getByRole('textbox', { name: 'Name of the area' }).fill('Nairobi');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'Nairobi')).toContainText('saved', { timeout: scaled(40_000) });
  expect(await findMarks(page)).toEqual([]);
  expect(await readBrowserStorage(page)).not.toContain(mark);

  // What everyone sees of the area is there without a network, and so is the form.
  await goOffline();
  await page.goto(`${proxy.url}/review`);
  await expect(page.getByText('Not stored on this device').first()).toBeVisible();
  await page.goto(`${proxy.url}/posts/${posts.published}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  await page.goto(`${proxy.url}/posts/create/1`);
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeVisible();
  await context.close();
});

/** Addresses of stored responses of the API, by the owner of the cache. */
const listStored = (page: Page, owner: string) =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return [];
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => new URL(url).pathname.replace('/api/v3', '')).sort();
  }, `waypost-api-${owner}`);

/** The header that says whose response it is, of all responses in the cache of visitors. */
const listOwnersOfVisitorCache = (page: Page) =>
  page.evaluate(async () => {
    const cache = await caches.open('waypost-api-visitor');
    const owners = new Set<string>();
    for (const request of await cache.keys())
      owners.add(
        (await cache.match(request, { ignoreVary: true }))?.headers.get('x-waypost-device-cache') ?? '',
      );
    return [...owners];
  });

test('while somebody logs in beside another tab, nothing of the account is stored for visitors', {
  tag: '@slow',
}, async () => {
  ({ proxy, profile } = await startDevice(waypost));
  const { context, page } = await launchBrowser(profile);
  await page.goto(`${proxy.url}/views/data`);
  await waitUntilCached(page);
  const other = await context.newPage();
  await other.goto(`${proxy.url}/views/data`);
  await page.goto(`${proxy.url}/login`);
  // The token is stored, and it is not known yet whose it is: the other tab tells the worker of it when it starts.
  let isHeld = false;
  await context.route(/\/api\/v3\/users\/me/, async (route) => {
    if (!isHeld) {
      isHeld = true;
      await other.evaluate(async () => (await caches.open('waypost-memory')).delete('/session'));
      await other.reload();
      const isTold = () =>
        other.evaluate(
          async () => (await (await caches.open('waypost-memory')).match('/session')) !== undefined,
        );
      await expect.poll(isTold).toBe(true);
    }
    await route.continue();
  });
  await logIn(page, admin);
  await page.waitForURL(/views/);
  expect(isHeld).toBe(true);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText(`${mark} draft`).first()).toBeVisible();
  await expect.poll(() => listStored(page, 'u1')).not.toEqual([]);
  expect(await listOwnersOfVisitorCache(page)).toEqual(['visitor']);
  expect(await listStored(page, 'visitor')).not.toContain('/users/me');
  await context.close();
});

test('a report that is no longer to be seen, and all of them when the rights change, leave the device', {
  tag: '@slow',
}, async () => {
  const login = { email: 'baraka@example.org', password: 'correct horse battery' };
  const token = await tokenFor(waypost, 'admin');
  const created = await callApi(waypost, token, 'POST', '/users', {
    ...login,
    realname: 'Baraka',
    role: 'user',
  });
  const { id } = (await created.json()) as { id: number };
  const owner = `u${id}`;
  const url = `/posts/${posts.published}`;
  const { context, page } = await openAs(login);
  await page.goto(`${proxy.url}/views/data`);
  await page.goto(`${proxy.url}${url}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  await expect.poll(() => listStored(page, owner)).toContain(url);
  expect((await callApi(waypost, token, 'PUT', url, { status: 'draft' })).status).toBe(200);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Well of Kibera' })).toHaveCount(0);
  await expect.poll(() => listStored(page, owner)).not.toContain(url);
  expect((await callApi(waypost, token, 'PUT', url, { status: 'published' })).status).toBe(200);
  await page.goto(`${proxy.url}${url}`);
  await expect.poll(() => listStored(page, owner)).toContain(url);
  expect((await callApi(waypost, token, 'PUT', `/users/${id}`, { role: 'admin' })).status).toBe(200);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText(`${mark} draft`).first()).toBeVisible();
  await expect
    .poll(async () => (await listStored(page, owner)).filter((it) => it.startsWith('/posts')))
    .toEqual([]);
  await context.close();
});

test('somebody without rights of the team reads the list and a report without a network', {
  tag: '@slow',
}, async () => {
  const login = { email: 'amina@example.org', password: 'correct horse battery' };
  const token = await tokenFor(waypost, 'admin');
  const created = await callApi(waypost, token, 'POST', '/users', {
    ...login,
    realname: 'Amina',
    role: 'user',
  });
  expect(created.status).toBe(200);
  const { context, page, goOffline } = await openAs(login);
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Well of Kibera').first()).toBeVisible();
  await page.goto(`${proxy.url}/posts/${posts.published}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  expect(await findMarks(page)).toEqual([]);
  await goOffline();
  await page.goto(`${proxy.url}/views/data`);
  await expect(page.getByText('Well of Kibera').first()).toBeVisible();
  await page.goto(`${proxy.url}/posts/${posts.published}`);
  await expect(page.getByRole('heading', { name: 'Well of Kibera', level: 1 })).toBeVisible();
  await context.close();
});

test('what earlier versions stored of the team is deleted when a new version starts', {
  tag: '@slow',
}, async () => {
  const { context, page } = await openAs(admin);
  await page.evaluate(async (text) => {
    const store = async (name: string, url: string, headers = {}) =>
      (await caches.open(name)).put(url, new Response(text, { headers }));
    await store('waypost-answers-u1', '/api/v3/posts/1/notes');
    await store('waypost-answers-visitor', '/api/v3/posts');
    await store('waypost-pictures-u1', '/storage/hidden.webp', { 'cache-control': 'private, max-age=9' });
    await store('waypost-pictures-u1', '/storage/seen.webp', { 'cache-control': 'public, max-age=9' });
    await store('waypost-area-u1-a', '/api/v3/posts/1');
    await store('waypost-area-u1-a', '/api/v3/posts/tiles/0/0/0.mvt');
    await store('waypost-area-u1-a', '/api/v3/map-archives/1/file?v=1&range=0-9');
    await store('waypost-area-u1-a', '/map/world.pmtiles?range=0-9');
    await store('waypost-area-u1-a', '/api/v3/config');
    await store('waypost-area-u1-a', '/api/v3/forms');
    await store('waypost-pictures-visitor', '/storage/signed.webp', {
      'cache-control': 'private, max-age=9',
    });
    // The next page installs the worker once more, as an update does.
    await (await navigator.serviceWorker.getRegistration())?.unregister();
  }, mark);
  expect(await findMarks(page)).toHaveLength(11);
  await page.goto(`${proxy.url}/views/data`);
  await waitUntilCached(page);
  await expect
    .poll(() => findMarks(page))
    .toEqual([
      'waypost-area-u1-a /api/v3/forms',
      'waypost-area-u1-a /api/v3/map-archives/1/file',
      'waypost-area-u1-a /map/world.pmtiles',
      'waypost-pictures-u1 /storage/seen.webp',
    ]);
  await context.close();
});
