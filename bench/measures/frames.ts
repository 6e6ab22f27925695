/** Frame times of a moving map, with pins and empty. */
import type { Page } from '@playwright/test';
import { openPage, waitForMap } from '../browser.ts';
import { type Measure, percentile } from '../measure.ts';
import type { Site } from '../site.ts';

/** Search text without matches. */
const emptySearch = 'qqqxyzzy';
/** Steps of the pointer and of the wheel, one for each possible frame. */
const moveSteps = 20;
/** Time for an empty map to become idle, in milliseconds. */
const settleMs = 3000;

const framePercentiles = (frames: readonly number[]): [p50: number, p95: number] => [
  percentile(frames, 0.5),
  percentile(frames, 0.95),
];

/** A string, since the loader would wrap functions in a helper that the page does not have. */
const watchFrames = `{
  const times = (window.frameTimes = []);
  (function next(now) {
    // Another measurement has started.
    if (times !== window.frameTimes) return;
    if (now) window.frameTimes.push(now);
    requestAnimationFrame(next);
  })();
}`;

/** Milliseconds between frames while something moves. */
async function framesOf(page: Page, move: () => Promise<void>): Promise<number[]> {
  await page.evaluate(watchFrames);
  await move();
  const times = await page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes.slice());
  return times.slice(1).map((time, at) => time - (times[at] ?? time));
}

async function measureMoves(site: Site, search: string): Promise<{ pan: number[]; zoom: number[] }> {
  const page = await openPage(site);
  try {
    await page.goto(`${site.waypost.baseUrl}/views/map?at=5,20,3${search}`);
    if (search === '') await waitForMap(page);
    else await page.waitForSelector('.maplibregl-canvas');
    await page.waitForTimeout(settleMs);
    const [x, y] = [900, 400];
    const pan = await framesOf(page, async () => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (let step = 1; step <= moveSteps; step++) await page.mouse.move(x - step * 12, y + step * 6);
      await page.mouse.up();
    });
    const zoom = await framesOf(page, async () => {
      for (let step = 1; step <= moveSteps; step++)
        await page.mouse.wheel(0, step <= moveSteps / 2 ? -120 : 120);
    });
    return { pan, zoom };
  } finally {
    await page.context().close();
  }
}

export const frames: Measure = {
  name: 'a frame of the map',
  rows: [
    { label: 'panned with pins, p50', unit: 'ms' },
    { label: 'panned with pins, p95', unit: 'ms' },
    { label: 'panned empty, p50', unit: 'ms' },
    { label: 'panned empty, p95', unit: 'ms' },
    { label: 'zoomed with pins, p50', unit: 'ms' },
    { label: 'zoomed with pins, p95', unit: 'ms' },
    { label: 'zoomed empty, p50', unit: 'ms' },
    { label: 'zoomed empty, p95', unit: 'ms' },
  ],
  async runOnce(site) {
    const empty = await measureMoves(site, `&q=${emptySearch}`);
    const full = await measureMoves(site, '');
    return [
      ...framePercentiles(full.pan),
      ...framePercentiles(empty.pan),
      ...framePercentiles(full.zoom),
      ...framePercentiles(empty.zoom),
    ];
  },
};
