/**
 * The map by pointer and by keyboard: clusters, a circle as filter, the viewport in the URL, sharing, embedding, moving pins.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page } from '@playwright/test';
import { expectAccessible, test } from '../support/browser.ts';
import { logIn } from '../support/log-in.ts';
import { waitForMapEngine } from '../support/map-engine.ts';
import { scaled, testLimit } from '../support/timing.ts';
import { admin, callApi, endWaypost, startWaypost, tokenFor, type Waypost } from '../support/waypost.ts';

let waypost: Waypost;
let token: string;
/** A site of another origin whose page contains a frame. */
let embeddingSite: Server;
let embeddedHtml = '';

interface CreatedRecord {
  id: number;
}
const requestJson = async <T>(method: string, url: string, body?: object): Promise<T> =>
  (await (await callApi(waypost, token, method, url, body)).json()) as T;

const nairobi = { lat: -1.2833, lon: 36.8167 };
const mombasa = { lat: -4.0435, lon: 39.6682 };
const lagos = { lat: 6.4541, lon: 3.3947 };

async function createPost(title: string, place: { lat: number; lon: number }): Promise<number> {
  const { results } = await requestJson<{ results: { key: string; input: string }[] }>(
    'GET',
    '/forms/1/attributes',
  );
  const key = results.find((it) => it.input === 'location')?.key ?? '';
  const created = await requestJson<CreatedRecord>('POST', '/posts', {
    form: 1,
    title,
    content: `${title}, seen this morning.`,
    status: 'published',
    values: { [key]: [place] },
  });
  return created.id;
}

test.beforeAll(async () => {
  waypost = await startWaypost();
  token = await tokenFor(waypost, 'admin');
  await requestJson('PUT', '/config/site', { name: 'River Watch' });
  for (const title of ['Pump broken', 'Pump mended', 'Queue at the pump']) await createPost(title, nairobi);
  for (let at = 1; at <= 11; at++) await createPost(`Ship ${at} waits`, mombasa);
  await createPost('Market open', lagos);
  embeddingSite = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><html lang="en"><title>News</title><main><h1>News</h1>${embeddedHtml}</main></html>`,
    );
  });
  await new Promise<void>((done) => {
    embeddingSite.listen(0, '127.0.0.1', done);
  });
});
test.afterAll(async () => {
  embeddingSite.close();
  await endWaypost(waypost);
});

const wideScreen = { viewport: { width: 1280, height: 800 } };
/** The buttons of pins and clusters, for keyboards. */
const pins = (page: Page) =>
  page.getByRole('group', { name: /^Reports on the map\. Use the arrow keys to move between them/ });
const pin = (page: Page, name: string | RegExp) => pins(page).getByRole('button', { name });
const reportCount = (page: Page, expected: number) => page.getByText(new RegExp(`^${expected} reports?$`));
/** The first map of a browser takes longer, since nothing is cached. */
const firstMapTimeout = { timeout: scaled(45_000) };
const onMap = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Reports on the map' }).getByRole('button', { name, exact: true });
/** Chooses an entry of the menu of map tools. */
async function chooseMapTool(page: Page, name: string): Promise<void> {
  await onMap(page, 'More map tools').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

test.setTimeout(testLimit(180_000));

test('the keyboard opens a cluster: a small one spreads its posts, a large one lists them', {
  tag: ['@core', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map`, wideScreen);
  await expect(pins(page).getByRole('button').first()).toBeVisible(firstMapTimeout);
  await expectAccessible(page, 'the map with clusters');

  await page.goto(`${waypost.baseUrl}/views/map?at=-2.6,38.2,6`);
  await pin(page, /^3 reports here/).press('Enter');
  const spread = page.getByRole('group', { name: '3 reports here' });
  await expect(spread.getByRole('button')).toHaveCount(3);
  await expect(spread.getByRole('button').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(spread.getByRole('button').nth(1)).toBeFocused();
  await expectAccessible(page, 'the posts of a small cluster');
  await spread.getByRole('button', { name: 'Report: Pump mended' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Pump mended' });
  await expect(card).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(spread).toHaveCount(0);

  await pin(page, /^11 reports here/).press('Enter');
  const many = page.getByRole('dialog', { name: '11 reports here' });
  await expect(many.getByRole('link', { name: 'Ship 7 waits' })).toBeVisible();
  await expect(many.getByRole('article')).toHaveCount(11);
  await expectAccessible(page, 'the list of posts in one place');
  await many.getByRole('link', { name: 'Ship 7 waits' }).click();
  await expect(page.getByRole('heading', { name: 'Ship 7 waits', level: 1 })).toBeVisible();
});

test('a circle is drawn by pointer or moved by keys, filters map and list, and is in the URL', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map?at=-2.6,38.2,6`, wideScreen);
  await expect(pin(page, /^3 reports here/)).toBeVisible(firstMapTimeout);
  await expect(reportCount(page, 15)).toBeVisible();
  const at = (await pin(page, /^3 reports here/).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = { x: at.x + at.width / 2, y: at.y + at.height / 2 };

  await chooseMapTool(page, 'Draw a circle to filter');
  await expect(
    page.getByRole('button', {
      name: /^Center of the circle\. Use the arrow keys to move it, with Shift for small steps/,
    }),
  ).toBeFocused();
  await expectAccessible(page, 'the circle that is drawn');
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 30, middle.y, { steps: 4 });
  await page.mouse.up();
  const edge = page.getByRole('button', { name: /^Edge of the circle/ });
  const before = (await edge.getAttribute('aria-label')) ?? '';
  await edge.press('ArrowRight');
  await expect(edge).not.toHaveAttribute('aria-label', before);
  await page.getByRole('button', { name: 'Show these reports' }).click();
  await expect(reportCount(page, 3)).toBeVisible();
  await expect(page).toHaveURL(/center_point=-1\.\d+%2C36\.\d+&within_km=\d+/);
  await expect(pin(page, /^3 reports here/)).toBeVisible();
  await expect(pins(page).getByRole('button')).toHaveCount(1);

  // The view is in the URL: a reload and a copied link show the same.
  const address = page.url();
  await page.reload();
  await expect(reportCount(page, 3)).toBeVisible(firstMapTimeout);
  await expect(pin(page, /^3 reports here/)).toBeVisible(firstMapTimeout);
  const copy = await open(address, wideScreen);
  await expect(reportCount(copy, 3)).toBeVisible(firstMapTimeout);
  expect(new URL(copy.url()).searchParams.get('at')).toBe(new URL(address).searchParams.get('at'));

  await page.getByRole('button', { name: /^Remove filter/ }).click();
  await expect(reportCount(page, 15)).toBeVisible();
});

test('a filtered map is shared by link and embedded in another site, whose links open in a new tab', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map?q=pump`, wideScreen);
  await expect(pin(page, /^3 reports here/)).toBeVisible(firstMapTimeout);
  await expect(reportCount(page, 3)).toBeVisible();
  await chooseMapTool(page, 'Share this view');
  const dialog = page.getByRole('dialog', { name: 'Share “River Watch”' });
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/\/views\/map\?q=pump&at=/);
  await dialog.getByRole('textbox', { name: 'Width in pixels' }).fill('12');
  await expect(dialog.getByText('A whole number from 200 to 4000.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Width in pixels' }).fill('700');
  await dialog.getByRole('textbox', { name: 'Height in pixels' }).fill('450');
  await expectAccessible(page, 'the share dialog');
  const code = await dialog.getByRole('textbox', { name: 'Code' }).inputValue();
  expect(code).toMatch(/width="700" height="450"/);
  expect(code).toMatch(/src="http:\/\/127\.0\.0\.1:\d+\/map\/noui\?q=pump&amp;at=/);

  embeddedHtml = code;
  // The same machine with another host name is another site.
  const news = await open(`http://localhost:${(embeddingSite.address() as AddressInfo).port}/`, wideScreen);
  const frame = news.frameLocator('iframe');
  await expect(frame.getByRole('link', { name: /River Watch/ })).toBeVisible(firstMapTimeout);
  await expect(frame.getByRole('button', { name: /^3 reports here/ })).toBeVisible(firstMapTimeout);
  await frame.getByRole('button', { name: /^3 reports here/ }).press('Enter');
  await frame.getByRole('button', { name: 'Report: Pump broken' }).press('Enter');
  const [opened] = await Promise.all([
    news.context().waitForEvent('page'),
    frame.getByRole('dialog').getByRole('link', { name: 'Pump broken' }).click(),
  ]);
  await expect(opened.getByRole('heading', { name: 'Pump broken', level: 1 })).toBeVisible(firstMapTimeout);
  await expect(frame.getByRole('navigation')).toHaveCount(0);
  const alone = await open(`${waypost.baseUrl}/map/noui?q=pump`, wideScreen);
  await expect(pin(alone, /^3 reports here/)).toBeVisible(firstMapTimeout);
  await expectAccessible(alone, 'the map for other sites');
});

test('new posts appear on an open map, and outdated requests are cancelled', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open('about:blank', wideScreen);
  await page.clock.install();
  const newsRequest = page.waitForResponse(/\/api\/v3\/posts\?.*orderby=updated/);
  await page.goto(`${waypost.baseUrl}/views/map?at=-2.6,38.2,6`);
  await expect(pin(page, /^3 reports here/)).toBeVisible(firstMapTimeout);
  await newsRequest;
  await createPost('Pump stolen', nairobi);
  await page.clock.fastForward('01:01');
  await expect(pin(page, /^4 reports here/)).toBeVisible();
  await expect(page.getByRole('button', { name: /1 new report/ })).toBeVisible();

  const cancelled: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/posts/tiles/')) cancelled.push(request.url());
  });
  let release = () => {};
  const isCancelled = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/posts\/tiles\/.*q=ship/, async (route) => {
    await isCancelled;
    await route.continue().catch(() => undefined);
  });
  const search = page.getByRole('searchbox', { name: 'Search reports' });
  const tileRequest = page.waitForRequest(/\/posts\/tiles\/.*q=ship/);
  await search.fill('ship');
  await tileRequest;
  await search.fill('market');
  await expect(reportCount(page, 1)).toBeVisible();
  await expect.poll(() => cancelled.some((url) => url.includes('q=ship'))).toBe(true);
  release();
});

test('a pin is moved; the map shows the device’s location, fills the screen, and fits a collection', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const id = await createPost('Bridge to mend', lagos);
  const { id: set } = await requestJson<CreatedRecord>('POST', '/collections', { name: 'In Lagos' });
  await requestJson('POST', `/collections/${set}/posts`, { id });
  const devicePosition = {
    permissions: ['geolocation'],
    geolocation: { latitude: -0.1022, longitude: 34.7617 },
  };
  const page = await open(
    `${waypost.baseUrl}/login`,
    { ...wideScreen, ...devicePosition },
    { allowClientErrors: true },
  );
  page.setDefaultTimeout(scaled(30_000));
  await logIn(page, admin);
  await page.waitForURL(/views/);

  await page.goto(`${waypost.baseUrl}/posts/${id}?at=-2.6,38.2,4`);
  await expect(pins(page).getByRole('button').first()).toBeVisible(firstMapTimeout);
  const start = onMap(page, 'Move the pin of “Bridge to mend”');
  const marker = page.getByRole('button', { name: /^Place of “Bridge to mend”/ });
  const save = page.getByRole('button', { name: 'Save place' });
  const longitude = async () => {
    const { values } = await requestJson<{ values: Record<string, { lon: number }[]> }>(
      'GET',
      `/posts/${id}`,
    );
    return Object.values(values).flat()[0]?.lon;
  };
  await start.click();
  await expect(marker).toBeFocused();
  // The map zooms in for moving.
  await expect(page).toHaveURL(/at=6\.\d+(?:,|%2C)3\.\d+(?:,|%2C)\d\d/);
  await expect(save).toBeDisabled();
  await marker.press('ArrowRight');
  await expectAccessible(page, 'a pin that is moved');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(marker).toHaveCount(0);
  expect(await longitude()).toBe(lagos.lon);
  await start.click();
  await marker.press('ArrowRight');
  await save.click();
  await expect(page.getByText('“Bridge to mend” is saved.')).toBeVisible();
  await expect(marker).toHaveCount(0);
  expect(await longitude()).toBeGreaterThan(lagos.lon);

  await onMap(page, 'Show my location').click();
  await expect(page).toHaveURL(/at=-0\.10\d+(?:,|%2C)34\.76\d*(?:,|%2C)13/);
  await chooseMapTool(page, 'Full screen');
  await expect(page.getByRole('main')).toBeHidden();
  await onMap(page, 'Exit full screen').click();
  await expect(page.getByRole('main')).toBeVisible();

  await page.getByRole('link', { name: 'Collections' }).click();
  await page.getByRole('link', { name: /^In Lagos/ }).click();
  await expect(page).toHaveURL(/\/collections\/\d+\/map\?.*at=6\.\d+(?:,|%2C)3\./);
});

test('reports of all continents are on the map that opens, at the width of a phone, a tablet and a laptop', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const ids = [
    await createPost('Bridge in the west', { lat: 34.05, lon: -118.24 }),
    await createPost('Road in the east', { lat: -33.87, lon: 151.21 }),
  ];
  const page = await open(`${waypost.baseUrl}/views/map`, { viewport: { width: 768, height: 1024 } });
  for (const [width, height] of [
    [768, 1024],
    [820, 1180],
    [1000, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${waypost.baseUrl}/views/map`);
    for (const name of ['Bridge in the west', 'Road in the east'])
      await expect(pin(page, `Report: ${name}`), `${width} pixels: ${name}`).toBeInViewport(firstMapTimeout);
  }
  for (const id of ids) await requestJson('DELETE', `/posts/${id}`);
});

test('on a phone the collapsed sheet shows the active filters, and stays collapsed when one is removed', {
  tag: ['@full', '@map'],
}, async ({ open }) => {
  const address = `${waypost.baseUrl}/views/map?form=1&source=web&at=-2.6,38.2,6`;
  const page = await open(address, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await expect(page.getByText(/^\d+ reports$/)).toBeVisible(firstMapTimeout);
  const chips = page.getByRole('list', { name: 'Active filters' });
  const web = chips.getByRole('button', { name: 'Remove filter: Web' });
  await expect(web).toBeVisible(firstMapTimeout);
  const barTop = (await page.getByRole('navigation').last().boundingBox())?.y ?? 0;
  const { y, height } = (await web.boundingBox()) ?? { y: 0, height: 0 };
  expect(y + height, 'the chips are over the bar').toBeLessThanOrEqual(barTop);
  await web.tap();
  await expect(web).toHaveCount(0);
  await expect(page).not.toHaveURL(/source=/);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false');
});

test('a cluster opens to its posts, and an open post is marked on the map', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map?at=10,0,1`, wideScreen);
  await waitForMapEngine(page);
  await pin(page, /^1[45] reports here/)
    .first()
    .press('Enter', firstMapTimeout);
  const frame = (await page.locator('canvas.maplibregl-canvas').boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  for (const name of [/^[34] reports here/, /^11 reports here/]) {
    const box = (await pin(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(box.x).toBeGreaterThan(frame.x + 20);
    expect(box.x + box.width).toBeLessThan(frame.x + frame.width - 20);
    expect(box.y).toBeGreaterThan(frame.y + 20);
  }
  await page.getByRole('link', { name: 'Market open' }).first().click();
  await expect(page.getByRole('img', { name: 'Report: Market open' })).toBeVisible();
  await expect.poll(() => new URL(page.url()).searchParams.get('at')).toMatch(/^6\.\d+,3\.\d+,/);
  await expect(page.locator('canvas.maplibregl-canvas')).toHaveCount(1);
});

test('while the map zooms, no report stands in an old and a new cluster at once', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const view = (zoom: number) => `${waypost.baseUrl}/views/map?at=-2.6,45,${zoom}`;
  const page = await open(view(3.9), wideScreen);
  await waitForMapEngine(page);
  const box = await pin(page, /^[34] reports here/).boundingBox(firstMapTimeout);
  const spot = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  /** The cursor over the place of the new cluster, once the map has drawn a few frames. */
  const cursorAtSpot = async () => {
    for (const step of [3, 0]) await page.mouse.move(spot.x + step, spot.y);
    return page.locator('canvas.maplibregl-canvas').evaluate(async (canvas) => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      return (canvas as HTMLElement).style.cursor;
    });
  };
  expect(await cursorAtSpot()).toBe('pointer');

  let releaseNeighbor = () => {};
  const neighbor = new Promise<void>((done) => {
    releaseNeighbor = done;
  });
  await page.route(/\/posts\/tiles\/3\/5\/4/, async (route) => {
    await neighbor;
    await route.continue().catch(() => undefined);
  });
  await page.goto(view(2.9));
  await expect(pin(page, /^1[45] reports here/)).toBeVisible(firstMapTimeout);
  const tile = page.waitForResponse(/\/posts\/tiles\/3\/4\/4/);
  await onMap(page, 'Zoom in').click();
  await (await tile).finished();
  for (let look = 0; look < 10; look++)
    expect(await cursorAtSpot(), 'the old cluster is drawn, the new one not yet').toBe('');
  releaseNeighbor();
  await expect.poll(cursorAtSpot).toBe('pointer');
});

test('a phone has few buttons on the map, the others in a menu, and a way from a post to the map', {
  tag: ['@slow', '@map'],
}, async ({ open }) => {
  const page = await open(`${waypost.baseUrl}/views/map`, { viewport: { width: 390, height: 844 } });
  await expect(pins(page).getByRole('button').first()).toBeVisible(firstMapTimeout);
  await expect(onMap(page, 'Zoom in')).toHaveCount(0);
  await onMap(page, 'More map tools').click();
  await expect(page.getByRole('menuitem', { name: 'Zoom in' })).toBeVisible();
  await page.keyboard.press('Escape');
  await chooseMapTool(page, 'Legend');
  await expect(page.getByRole('region', { name: 'Legend' })).toBeVisible();
  await expectAccessible(page, 'the legend of the map');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Legend' })).toHaveCount(0);

  const { results } = await requestJson<{ results: CreatedRecord[] }>('GET', '/posts?q=Market');
  await page.goto(`${waypost.baseUrl}/posts/${results[0]?.id}`);
  await page.getByRole('button', { name: 'Show on the map' }).click();
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveAttribute('aria-expanded', 'false');
  await expect(page.getByRole('img', { name: 'Report: Market open' })).toBeVisible();
});
