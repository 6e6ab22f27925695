/** How long somebody who has never been here waits for the map, from navigation on, and what of posts comes over the wire. */
import type { Page } from '@playwright/test';
import { countPostBytes, openPage, waitForPins } from '../browser.ts';
import type { Measure } from '../measure.ts';
import type { Site } from '../site.ts';

const kilobyte = 1000;

interface Painted {
  words: number;
  pins: number;
  /** Bytes of bodies: lists, tiles and places, up to when the pins are drawn. */
  posts: number;
}

async function paint(site: Site, before: (page: Page) => Promise<void>, patience?: number): Promise<Painted> {
  const page = await openPage(site);
  try {
    const posts = countPostBytes(page);
    await before(page);
    await page.goto(`${site.waypost.address}/views/map`);
    const pins = await waitForPins(page, patience);
    const words = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    );
    return { words, pins, posts: await posts() };
  } finally {
    await page.context().close();
  }
}

const asItIs = async () => undefined;

export const firstPaint: Measure = {
  name: 'first visit of /views/map',
  rows: [
    { what: 'words painted', unit: 'ms' },
    { what: 'pins drawn', unit: 'ms' },
    { what: 'post data', unit: 'kB' },
  ],
  async take(site) {
    const { words, pins, posts } = await paint(site, asItIs);
    return [words, pins, posts / kilobyte];
  },
};

/** As the client does against a server that has no tiles: page after page of all places, clustered in the browser. */
const withoutTiles = async (page: Page) => {
  await page.route('**/api/v3/posts/tiles/**', (route) => route.fulfill({ status: 404, body: '' }));
};

/** More would not come to an end while anybody waits. */
const mostPaged = 100_000;
/** Milliseconds. */
const longPatience = 900_000;

export const pagedPins: Measure = {
  name: 'the same posts, 200 at a time as GeoJSON',
  rows: [
    { what: 'pins drawn', unit: 'ms' },
    { what: 'post data', unit: 'kB' },
    { what: 'slower than tiles', unit: 'times' },
    { what: 'more bytes than tiles', unit: 'times' },
  ],
  async take(site) {
    const { posts } = site.deployment.size;
    if (posts > mostPaged) throw new Error(`taken up to ${mostPaged.toLocaleString('en')} posts only`);
    const tiles = await paint(site, asItIs);
    const paged = await paint(site, withoutTiles, longPatience);
    return [paged.pins, paged.posts / kilobyte, paged.pins / tiles.pins, paged.posts / tiles.posts];
  },
};
