/** Frame times of a moving map of streets with many pins, compared with the map that ships. */
import type { Page } from '@playwright/test';
import { openPage, waitForMap } from '../browser.ts';
import { type Measure, percentile } from '../measure.ts';
import { findOpenSurvey } from '../sample.ts';
import { request, type Site } from '../site.ts';
import { watchDrawing, withStreets } from './street-map.ts';
import { createReport } from './submit.ts';

/** A town in the extract with streets, and the zoom at which people look for a house. */
const center = { lat: 47.14, lon: 9.522 };
const zoom = 16;
/** Columns and rows of pins in sight: 500 that do not cover each other. */
const pins = { columns: 25, rows: 20 };
/** Degrees between them: about 30 pixels, so that all are beside the panel of the list. */
const spacing = { lat: 0.000_22, lon: 0.000_33 };
const visitCount = 3;
/** Time for the map to load what is around the view, in milliseconds. */
const settleMs = 3000;
/** Steps of the pointer there and back, one for each possible frame, and pixels of one. */
const moveSteps = 60;
const stepPixels = 8;

/**
 * Records when the map is drawn. Frames in which it is not would count as fast ones. A string, since the loader would wrap functions in a
 * helper that the page does not have.
 */
const watchDrawnFrames = `{
  const times = (window.drawnFrames = []);
  let before = performance.now();
  (function next(now) {
    if (window.lastDrawnAt > before) times.push(now);
    before = performance.now();
    requestAnimationFrame(next);
  })();
}`;

type Ground = 'embedded' | 'streets';

/** Creates the pins, and runs something with them while none are merged. */
async function withPins<T>(site: Site, work: () => Promise<T>): Promise<T> {
  const survey = await findOpenSurvey(site);
  const place = survey.attributes.find(({ type }) => type === 'point');
  const { values, ...report } = createReport(survey);
  const created: number[] = [];
  try {
    for (let index = 0; index < pins.columns * pins.rows; index++) {
      const [column, row] = [index % pins.columns, Math.floor(index / pins.columns)];
      const point = {
        lat: center.lat + (row - pins.rows / 2) * spacing.lat,
        lon: center.lon + (column - pins.columns / 2) * spacing.lon,
      };
      const body = { ...report, values: { ...values, [place?.key ?? '']: [point] }, status: 'published' };
      const answer = await request(site, 'admin', '/posts', 'POST', body);
      created.push((JSON.parse(new TextDecoder().decode(answer)) as { id: number }).id);
    }
    await request(site, 'admin', '/config/map', 'PUT', { clustering: false });
    return await work();
  } finally {
    await request(site, 'admin', '/config/map', 'PUT', { clustering: true });
    for (const id of created) await request(site, 'admin', `/posts/${id}`, 'DELETE');
  }
}

/** Pans there and back, so that the pins stay in sight. */
async function pan(page: Page): Promise<void> {
  const [x, y] = [900, 400];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= moveSteps; step++) {
    const distance = Math.min(step, moveSteps - step) * stepPixels;
    await page.mouse.move(x - distance, y + distance / 2);
  }
  await page.mouse.up();
}

/** Milliseconds between the drawn frames of one visit. */
async function measureVisit(site: Site): Promise<number[]> {
  const page = await openPage(site);
  try {
    await page.addInitScript(watchDrawing);
    await page.goto(`${site.waypost.baseUrl}/views/map?at=${center.lat},${center.lon},${zoom}`);
    await waitForMap(page);
    await page.waitForTimeout(settleMs);
    await page.evaluate(watchDrawnFrames);
    await pan(page);
    const times = await page.evaluate(() => (window as unknown as { drawnFrames: number[] }).drawnFrames);
    return times.slice(1).map((time, at) => time - (times[at] ?? time));
  } finally {
    await page.context().close();
  }
}

export const streetFrames: Measure = {
  name: 'a frame of a street map',
  rows: [
    { label: '500 pins, map that ships, p50', unit: 'ms' },
    { label: '500 pins, map that ships, p95', unit: 'ms' },
    { label: '500 pins, streets, p50', unit: 'ms' },
    { label: '500 pins, streets, p95', unit: 'ms' },
    { label: 'slower, p50', unit: 'times' },
    { label: 'slower, p95', unit: 'times' },
  ],
  runOnce: (site) =>
    withStreets(site, ({ id }) =>
      withPins(site, async () => {
        const frames: Record<Ground, number[]> = { embedded: [], streets: [] };
        for (let visit = 0; visit < visitCount; visit++)
          for (const ground of ['embedded', 'streets'] as const) {
            await request(site, 'admin', `/map-archives/${id}`, 'PUT', { active: ground === 'streets' });
            frames[ground].push(...(await measureVisit(site)));
          }
        const [shipped = Number.NaN, shipped95 = Number.NaN, streets = Number.NaN, streets95 = Number.NaN] = [
          frames.embedded,
          frames.streets,
        ].flatMap((times) => [percentile(times, 0.5), percentile(times, 0.95)]);
        return [shipped, shipped95, streets, streets95, streets / shipped, streets95 / shipped95];
      }),
    ),
};
