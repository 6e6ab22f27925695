/**
 * Posts by somebody who means no good, on every screen, as a link and as files: nothing of them runs, nothing is asked of
 * anybody else, and the page stays as wide as the window.
 */
import { expect, type Page } from '@playwright/test';
import { test } from './browser.ts';
import { hostileTexts, lair } from './hostile-texts.ts';
import { openAs } from './log-in.ts';
import { testLimit } from './timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from './waypost.ts';

interface Made {
  id: number;
  key: string;
}

let waypost: Waypost;
let token: string;
const posts: number[] = [];
let survey: Made;
let collection: Made;
let search: Made;

const send = async <T = Made>(method: string, url: string, body?: object): Promise<T> => {
  const answer = await callApi(waypost, token, method, url, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text.slice(0, 300)}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
};

const markup = `<img src=x onerror="window.ran=1"><b>bold</b>`;

async function aSurvey(): Promise<{ words: string; mark: string; place: string }> {
  survey = await send('POST', '/forms', {
    name: `Wells ${markup}`,
    description: markup,
    require_approval: false,
  });
  const stages = `/forms/${survey.id}/stages`;
  const { results } = await send<{ results: Made[] }>('GET', stages);
  const task: Made = results[0] ?? (await send('POST', stages, { label: 'Post', type: 'post' }));
  const make = async (label: string, type: string, input: string, more = {}) =>
    send('POST', `/forms/${survey.id}/attributes`, { label, type, input, form_stage_id: task.id, ...more });
  const words = await make(`Words ${markup}`, 'text', 'textarea', { instructions: markup });
  const mark = await make(`Marked ${markup}`, 'markdown', 'markdown');
  const place = await make('Place', 'point', 'location');
  await make('Choice', 'varchar', 'select', { options: [markup, 'x'] });
  return { words: words.key, mark: mark.key, place: place.key };
}

test.beforeAll(async () => {
  test.setTimeout(testLimit(180_000));
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  await send('PUT', '/config/site', { name: `Watch ${markup}`, description: hostileTexts[1] });
  const keys = await aSurvey();
  for (const [index, text] of hostileTexts.entries()) {
    const values = {
      [keys.words]: [text],
      [keys.mark]: [text],
      [keys.place]: [{ lat: index / 10, lon: index / 10 }],
    };
    const post = { form: survey.id, title: text.slice(0, 150), content: text, status: 'published', values };
    posts.push((await send('POST', '/posts', post)).id);
  }
  await send('PUT', `/posts/${posts[0]}`, { title: hostileTexts[1] });
  collection = await send('POST', '/collections', { name: `Kept ${markup}`, description: markup });
  for (const id of posts.slice(0, 3)) await send('POST', `/collections/${collection.id}/posts`, { id });
  search = await send('POST', '/savedsearches', { name: `Sought ${markup}`, filter: { q: 'script' } });
});
test.afterAll(() => endWaypost(waypost));

/** What of a text became a part of the page. */
const planted = [
  'img[src="x"]',
  'img[onerror]',
  `[src^="${lair}"]`,
  `link[href^="${lair}"]`,
  // A link is a link, as long as it takes nothing along.
  `a[href^="${lair}"]:not([rel~="noreferrer"][rel~="nofollow"])`,
  `[action^="${lair}"]`,
  'svg[onload]',
  'details[ontoggle]',
  'iframe[srcdoc]',
  'base',
  'meta[http-equiv="refresh"]',
  'a[href^="javascript:"]',
  'a[href^="data:"]',
].join(', ');

async function expectTame(page: Page, screen: string): Promise<void> {
  await page.goto(waypost.address + screen);
  await page.waitForLoadState('networkidle');
  const seen = await page.evaluate((selector) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      ran: 'ran' in window,
      planted: [...document.querySelectorAll(selector)].map((it) => it.outerHTML.slice(0, 200)),
      isTooWide: scrollWidth > clientWidth + 1,
      isShown: document.body.innerText.trim().length > 0,
    };
  }, planted);
  expect([screen, seen]).toEqual([screen, { ran: false, planted: [], isTooWide: false, isShown: true }]);
}

/** Fails when anything is asked of somebody else. */
function watchRequests(page: Page): string[] {
  const away: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== waypost.address) away.push(request.url());
  });
  page.on('dialog', (dialog) => {
    away.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return away;
}

const screens = () => [
  '/views/map',
  '/views/data',
  '/map/noui',
  '/activity',
  '/collections',
  `/collections/${collection.id}/data`,
  `/savedsearches/${search.id}/data`,
  `/posts/${posts[0]}/history`,
  `/posts/${posts[0]}/edit`,
  `/posts/create/${survey.id}`,
  '/settings/surveys',
  `/settings/surveys/edit/${survey.id}`,
  '/settings/data-export',
  '/settings/audit',
];

test('every screen shows them as what they are: text', { tag: ['@full', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(400_000));
  const page = await openAs(admin, open, waypost.address, '/views/data');
  const away = watchRequests(page);
  for (const screen of screens()) await expectTame(page, screen);
  for (const id of posts) await expectTame(page, `/posts/${id}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  expect(away).toEqual([]);
});

test('on a telephone neither', { tag: ['@full', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(400_000));
  const page = await openAs(null, open, waypost.address, '/views/data');
  await page.setViewportSize({ width: 390, height: 844 });
  const away = watchRequests(page);
  for (const screen of ['/views/data', '/views/map', '/collections']) await expectTame(page, screen);
  // The long ones and the wide ones are at the end.
  for (const id of posts.slice(-7)) await expectTame(page, `/posts/${id}`);
  expect(away).toEqual([]);
});

test('as a link, and opened as data, nothing runs either', { tag: '@full' }, async ({ open }) => {
  const page = await open(waypost.address, {}, { refused: true });
  const away = watchRequests(page);
  const addresses = [
    ...posts.slice(0, 6).map((id) => `/api/v3/posts/${id}`),
    '/api/v3/posts',
    '/api/v3/posts/geojson',
    '/api/v3/config/site',
    `/api/v3/posts?q=${encodeURIComponent(markup)}`,
    `/api/v3/${encodeURIComponent(markup)}`,
  ];
  for (const address of addresses) {
    const answer = await page.goto(waypost.address + address);
    expect([address, answer?.headers()['content-type']]).toEqual([address, expect.stringMatching(/json/)]);
    expect([address, await page.evaluate(() => 'ran' in window)]).toEqual([address, false]);
  }
  for (const id of posts) {
    const html = await (await fetch(`${waypost.address}/posts/${id}`)).text();
    // What the page itself is made of, and nothing more.
    const [tags] = [html.match(/<(script|img|svg|iframe|base|form|style|details|math)\b[^>]*>/gi) ?? []];
    expect([id, tags.filter((it) => /ran=|lair|onerror|onload/.test(it))]).toEqual([id, []]);
  }
  expect(away).toEqual([]);
});

test('a table of them counts nothing and asks nobody', { tag: '@core' }, async () => {
  const answer = await callApi(waypost, token, 'GET', '/posts/export?format=csv');
  const text = await answer.text();
  expect(answer.headers.get('content-disposition')).toContain('attachment');
  const cells = text.match(/(?<=^|,|\n)"?(?:[=+@\t]|\r(?!\n))/g) ?? [];
  expect(cells).toEqual([]);
  expect(text).toContain('HYPERLINK');
});
