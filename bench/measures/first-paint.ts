/** Time to the first pins without cache, since navigation, and the transferred post data. */
import type { Page } from '@playwright/test';
import { countPostBytes, openPage, waitForPins } from '../browser.ts';
import type { Measure } from '../measure.ts';
import type { Site } from '../site.ts';

const kilobyte = 1000;

interface PaintTimes {
  textMs: number;
  pinsMs: number;
  /** Bytes of bodies: lists, tiles and places, until the pins are drawn. */
  posts: number;
}

async function paint(
  site: Site,
  before: (page: Page) => Promise<void>,
  timeoutMs?: number,
): Promise<PaintTimes> {
  const page = await openPage(site);
  try {
    const posts = countPostBytes(page);
    await before(page);
    await page.goto(`${site.waypost.baseUrl}/views/map`);
    const pins = await waitForPins(page, timeoutMs);
    const textMs = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { textMs, pinsMs: pins, posts: await posts() };
  } finally {
    await page.context().close();
  }
}

const unchanged = async () => undefined;

export const firstPaint: Measure = {
  name: 'first visit of /views/map',
  rows: [
    { label: 'first text', unit: 'ms' },
    { label: 'pins drawn', unit: 'ms' },
    { label: 'post data', unit: 'kB' },
  ],
  async runOnce(site) {
    const { textMs, pinsMs: pins, posts } = await paint(site, unchanged);
    return [textMs, pins, posts / kilobyte];
  },
};

/** Like the client with a server without tiles: pages of all places, clustered in the browser. */
const withoutTiles = async (page: Page) => {
  await page.route('**/api/v3/posts/tiles/**', (route) => route.fulfill({ status: 404, body: '' }));
};

/** Larger deployments would take too long. */
const maxPagedPosts = 100_000;
/** Milliseconds. */
const pagedTimeoutMs = 900_000;

export const pagedPins: Measure = {
  name: 'the same posts, 200 at a time as GeoJSON',
  rows: [
    { label: 'pins drawn', unit: 'ms' },
    { label: 'post data', unit: 'kB' },
    { label: 'slower than tiles', unit: 'times' },
    { label: 'more bytes than tiles', unit: 'times' },
  ],
  async runOnce(site) {
    const { posts } = site.deployment.size;
    if (posts > maxPagedPosts)
      throw new Error(`taken up to ${maxPagedPosts.toLocaleString('en')} posts only`);
    const tiles = await paint(site, unchanged);
    const paged = await paint(site, withoutTiles, pagedTimeoutMs);
    return [paged.pinsMs, paged.posts / kilobyte, paged.pinsMs / tiles.pinsMs, paged.posts / tiles.posts];
  },
};
