/** Time to the first pins without cache, since navigation, and the transferred post data. */
import type { Page } from '@playwright/test';
import { countPostBytes, openPage, waitForMap } from '../browser.ts';
import type { Measure } from '../measure.ts';
import type { Site } from '../site.ts';

const kilobyte = 1000;

/** Times since navigation. */
interface PaintTimes {
  textMs: number;
  /** The first pins. */
  pinsSeenMs: number;
  /** The first pins that can be used. */
  pinsMs: number;
  /** The map engine. */
  mapMs: number;
  /** Sum of what tasks of the page take beyond 50 ms each. */
  blockedMs: number;
  /** Sum of the layout shifts. */
  shift: number;
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
    await observePerformance(page);
    await before(page);
    await page.goto(`${site.waypost.baseUrl}/views/map`);
    const times = await waitForMap(page, timeoutMs);
    const observed = await page.evaluate(() => ({
      textMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      blockedMs: window.blockedMs ?? 0,
      shift: window.layoutShift ?? 0,
    }));
    return { ...times, ...observed, posts: await posts() };
  } finally {
    await page.context().close();
  }
}

declare global {
  interface Window {
    blockedMs?: number;
    layoutShift?: number;
  }
}

async function observePerformance(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observe = (type: string, add: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true });
    observe('longtask', ({ duration }) => {
      window.blockedMs = (window.blockedMs ?? 0) + Math.max(0, duration - 50);
    });
    observe('layout-shift', (entry) => {
      const { value } = entry as PerformanceEntry & { value: number };
      window.layoutShift = (window.layoutShift ?? 0) + value;
    });
  });
}

const unchanged = async () => undefined;

const rows = [
  { label: 'first text', unit: 'ms' },
  { label: 'first pins', unit: 'ms' },
  { label: 'first pins in use', unit: 'ms' },
  { label: 'map drawn', unit: 'ms' },
  { label: 'blocking time', unit: 'ms' },
  { label: 'layout shift', unit: 'score' },
  { label: 'post data', unit: 'kB' },
] as const;

const measureFirstVisit = (
  name: string,
  before: (page: Page) => Promise<void>,
  timeoutMs?: number,
): Measure => ({
  name,
  isForAnyServer: true,
  rows: [...rows],
  async runOnce(site) {
    const times = await paint(site, before, timeoutMs);
    const { textMs, pinsSeenMs, pinsMs, mapMs, blockedMs, shift, posts } = times;
    return [textMs, pinsSeenMs, pinsMs, mapMs, blockedMs, shift, posts / kilobyte];
  },
});

/** 400 kbit/s with a round trip of 400 ms. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = 50_000;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}
/** Milliseconds. */
const slowTimeoutMs = 180_000;

export const firstPaint: Measure[] = [
  measureFirstVisit('first visit of /views/map', unchanged),
  measureFirstVisit('first visit of /views/map at 400 kbit/s and 400 ms', slowDown, slowTimeoutMs),
];

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
    return [paged.mapMs, paged.posts / kilobyte, paged.mapMs / tiles.mapMs, paged.posts / tiles.posts];
  },
};
