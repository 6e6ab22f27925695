/** First visit over a slow network: the page preloads what its screen needs, and nothing else delays the form. */
import { expect } from '@playwright/test';
import { test } from '../support/browser.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

test.setTimeout(testLimit(120_000));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

let waypost: Waypost;
test.beforeAll(async () => {
  waypost = await startWaypost();
});
test.afterAll(() => endWaypost(waypost));

const fetchPage = async (path: string) => (await fetch(waypost.baseUrl + path)).text();
const preloadLinks = (html: string) =>
  [...html.matchAll(/<link rel="(modulepreload|preload)"[^>]* href="([^"]+)"/g)].map(
    ([, kind, href = '']) => ({
      kind,
      href,
    }),
  );

test('a page preloads existing files, each once, compressed and cacheable', {
  tag: '@full',
}, async () => {
  const html = await fetchPage('/posts/create/1');
  const links = preloadLinks(html);
  const names = links.map(({ href }) => href);
  expect(new Set(names).size).toBe(names.length);
  // Browsers load six files at a time, so many small files slow a first visit down.
  expect(names.length).toBeLessThan(20);
  for (const { kind, href } of links) {
    const response = await fetch(waypost.baseUrl + href, { headers: { 'accept-encoding': 'br' } });
    expect(response.status, href).toBe(200);
    expect(response.headers.get('content-type'), href).toContain(
      kind === 'modulepreload' ? 'javascript' : 'css',
    );
    expect(response.headers.get('cache-control'), href).toContain('immutable');
    const bytes = (await response.arrayBuffer()).byteLength;
    if (bytes > 2000) expect(response.headers.get('content-encoding'), href).toBe('br');
    const plain = await fetch(waypost.baseUrl + href, { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding'), href).toBeNull();
    expect((await plain.arrayBuffer()).byteLength, href).toBe(bytes);
  }
  const common = preloadLinks(await fetchPage('/'));
  const ofForm = names.filter((it) => !common.some(({ href }) => href === it));
  expect(ofForm.length).toBeGreaterThan(0);
  for (const address of ['/login', '/settings/general', '/nowhere/at/all'])
    expect(preloadLinks(await fetchPage(address)).map(({ href }) => href)).not.toEqual(
      expect.arrayContaining(ofForm),
    );
});

test('a form loads before the map, and requests its data once', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const requests: string[] = [];
  const page = await open('about:blank', phone);
  page.on('request', (it) => requests.push(`${it.method()} ${it.url().slice(waypost.baseUrl.length)}`));
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  const field = page.getByRole('textbox', { name: 'Title' });
  await field.fill('Bridge at Soy');
  const first = (what: RegExp) => requests.findIndex((it) => what.test(it));
  const map = /map-engine|maplibre|\.pmtiles/;
  const fontFile = /\.woff2/;
  await expect.poll(() => first(map), { timeout: scaled(60_000) }).toBeGreaterThan(0);
  const ofForm = requests.findLastIndex((it) => /\/api\/v3\/(forms\/1|tags)/.test(it));
  // On a first visit the service worker fetches the font, for later visits.
  for (const index of [first(map), first(fontFile)].filter((it) => it >= 0))
    expect(index, requests.join('\n')).toBeGreaterThan(ofForm);
  const times = (what: RegExp) => requests.filter((it) => what.test(it)).length;
  expect(times(/^GET \/api\/v3\/config$/)).toBe(1);
  expect(times(/^GET \/api\/v3\/tags$/)).toBe(1);
  expect(requests.filter((it) => it.startsWith('GET /api/v3/forms/1')).toSorted()).toEqual([
    'GET /api/v3/forms/1',
    'GET /api/v3/forms/1/attributes?order=asc&orderby=priority',
    'GET /api/v3/forms/1/stages?order=asc&orderby=priority&postStatus=draft',
  ]);
  await expect(field).toHaveValue('Bridge at Soy');
});

test('a private deployment does not reveal its surveys to visitors, and preloads no data for them', {
  tag: '@full',
}, async ({ open }) => {
  const token = await tokenFor(waypost, 'admin');
  await callApi(waypost, token, 'PUT', '/forms/1', { name: 'Hidden wells' });
  await callApi(waypost, token, 'PUT', '/config/site', { private: true });
  const html = await fetchPage('/posts/create/1');
  expect(html).not.toContain('Hidden wells');
  for (const { href } of preloadLinks(html)) expect(href).toMatch(/^\/assets\//);

  const requests: string[] = [];
  const page = await open('about:blank', phone);
  page.on('request', (it) => requests.push(new URL(it.url()).pathname));
  await page.goto(`${waypost.baseUrl}/posts/create/1`);
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible();
  expect(requests.filter((it) => /^\/api\/v3\/(?!config$)|^\/oauth/.test(it))).toEqual([]);
});
