/**
 * Posts with injection attempts, on every screen, as API responses and as files: nothing runs, no request goes to other
 * servers, and the page does not become wider than the window.
 */
import { expect, type Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { attackerUrl, hostileTexts } from '../support/hostile-texts.ts';
import { openLoaded } from '../support/loaded-screen.ts';
import { openAs } from '../support/log-in.ts';
import { testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

interface CreatedRecord {
  id: number;
  key: string;
}

let waypost: Waypost;
let token: string;
const posts: number[] = [];
let survey: CreatedRecord;
let collection: CreatedRecord;
let search: CreatedRecord;

const send = async <T = CreatedRecord>(method: string, url: string, body?: object): Promise<T> => {
  const response = await callApi(waypost, token, method, url, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 300)}`);
  return (text === '' ? {} : JSON.parse(text)) as T;
};

const markup = `<img src=x onerror="window.ran=1"><b>bold</b>`;

async function createSurvey(): Promise<{ plainText: string; mark: string; place: string }> {
  survey = await send('POST', '/forms', {
    name: `Wells ${markup}`,
    description: markup,
    require_approval: false,
  });
  const stages = `/forms/${survey.id}/stages`;
  const { results } = await send<{ results: CreatedRecord[] }>('GET', stages);
  const task: CreatedRecord = results[0] ?? (await send('POST', stages, { label: 'Post', type: 'post' }));
  const make = async (label: string, type: string, input: string, more = {}) =>
    send('POST', `/forms/${survey.id}/attributes`, { label, type, input, form_stage_id: task.id, ...more });
  const plainText = await make(`Words ${markup}`, 'text', 'textarea', { instructions: markup });
  const mark = await make(`Marked ${markup}`, 'markdown', 'markdown');
  const place = await make('Place', 'point', 'location');
  await make('Choice', 'varchar', 'select', { options: [markup, 'x'] });
  return { plainText: plainText.key, mark: mark.key, place: place.key };
}

test.beforeAll(async () => {
  test.setTimeout(testLimit(180_000));
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  await send('PUT', '/config/site', { name: `Watch ${markup}`, description: hostileTexts[1] });
  const keys = await createSurvey();
  for (const [index, text] of hostileTexts.entries()) {
    const values = {
      [keys.plainText]: [text],
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

/** Elements that an injected text would create. */
const injectedSelectors = [
  'img[src="x"]',
  'img[onerror]',
  `[src^="${attackerUrl}"]`,
  `link[href^="${attackerUrl}"]`,
  // Links are allowed if they send no referrer.
  `a[href^="${attackerUrl}"]:not([rel~="noreferrer"][rel~="nofollow"][rel~="ugc"])`,
  `[action^="${attackerUrl}"]`,
  'svg[onload]',
  'details[ontoggle]',
  'iframe[srcdoc]',
  'base',
  'meta[http-equiv="refresh"]',
  'a[href^="javascript:"]',
  'a[href^="data:"]',
].join(', ');

async function expectNothingInjected(page: Page, screen: string): Promise<void> {
  await openLoaded(page, waypost.baseUrl + screen);
  await expect(page.getByRole('main')).toBeVisible();
  const pageState = await page.evaluate((selector) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return {
      ran: 'ran' in window,
      injected: [...document.querySelectorAll(selector)].map((it) => it.outerHTML.slice(0, 200)),
      isTooWide: scrollWidth > clientWidth + 1,
    };
  }, injectedSelectors);
  expect([screen, pageState]).toEqual([screen, { ran: false, injected: [], isTooWide: false }]);
}

/** Records requests to other servers, and dialogs. */
function recordForeignRequests(page: Page): string[] {
  const foreignRequests: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== waypost.baseUrl) foreignRequests.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreignRequests.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return foreignRequests;
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

test('every screen shows hostile content as text', { tag: ['@slow', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(400_000));
  const page = await openAs(admin, open, waypost.baseUrl, '/views/data');
  const foreignRequests = recordForeignRequests(page);
  for (const screen of screens()) await expectNothingInjected(page, screen);
  for (const id of posts) await expectNothingInjected(page, `/posts/${id}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // An address in a text is a link, which nothing follows by itself.
  await openLoaded(page, `${waypost.baseUrl}/posts/${posts[3]}`);
  const link = page.getByRole('link', { name: `${attackerUrl}/pixel.png` }).first();
  await expect(link).toHaveAttribute('rel', 'nofollow noopener noreferrer ugc');
  expect(foreignRequests).toEqual([]);
});

test('nothing runs on a phone either', { tag: ['@slow', '@map'] }, async ({ open }) => {
  test.setTimeout(testLimit(400_000));
  const page = await openAs(null, open, waypost.baseUrl, '/views/data');
  await page.setViewportSize({ width: 390, height: 844 });
  const foreignRequests = recordForeignRequests(page);
  for (const screen of ['/views/data', '/views/map', '/collections'])
    await expectNothingInjected(page, screen);
  // The long and wide texts are at the end.
  for (const id of posts.slice(-7)) await expectNothingInjected(page, `/posts/${id}`);
  expect(foreignRequests).toEqual([]);
});

test('nothing runs in API responses and link previews', { tag: '@full' }, async ({ open }) => {
  const page = await open(waypost.baseUrl, {}, { allowClientErrors: true });
  const foreignRequests = recordForeignRequests(page);
  const addresses = [
    ...posts.slice(0, 6).map((id) => `/api/v3/posts/${id}`),
    '/api/v3/posts',
    '/api/v3/posts/geojson',
    '/api/v3/config/site',
    `/api/v3/posts?q=${encodeURIComponent(markup)}`,
    `/api/v3/${encodeURIComponent(markup)}`,
  ];
  for (const address of addresses) {
    const response = await page.goto(waypost.baseUrl + address);
    expect([address, response?.headers()['content-type']]).toEqual([address, expect.stringMatching(/json/)]);
    expect([address, await page.evaluate(() => 'ran' in window)]).toEqual([address, false]);
  }
  for (const id of posts) {
    const html = await (await fetch(`${waypost.baseUrl}/posts/${id}`)).text();
    // The page contains its own elements only.
    const tags = html.match(/<(script|img|svg|iframe|base|form|style|details|math)\b[^>]*>/gi) ?? [];
    expect([id, tags.filter((it) => /ran=|lair|onerror|onload/.test(it))]).toEqual([id, []]);
  }
  expect(foreignRequests).toEqual([]);
});

test('a CSV export contains no formulas', { tag: '@full' }, async () => {
  const response = await callApi(waypost, token, 'GET', '/posts/export?format=csv');
  const text = await response.text();
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const cells = text.match(/(?<=^|,|\n)"?(?:[=+@\t]|\r(?!\n))/g) ?? [];
  expect(cells).toEqual([]);
  expect(text).toContain('HYPERLINK');
});
