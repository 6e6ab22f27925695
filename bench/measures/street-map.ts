/** A street map, made from the extract of a country, compared with the map that ships: until it is drawn; and its requests for byte ranges. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openPage } from '../browser.ts';
import { latencyRows, latencyValues, type Measure, measureTimes, median } from '../measure.ts';
import { request, requestJson, requestRaw, type Site, uploadArchive } from '../site.ts';

/** Beside the checkout; a checkout beside others has it one folder higher. */
const extractFile = ['../../../shared', '../../../../shared']
  .map((folder) => path.resolve(import.meta.dirname, folder, 'data/liechtenstein-2013-08-03.osm.pbf'))
  .find((file) => existsSync(file));

/** A town in the extract, with streets. */
const view = 'at=47.14,9.52,14';
/** Milliseconds without drawing after which a map counts as complete. */
const quietMs = 2000;
const visitCount = 5;
const rangeCount = 500;
/** Bytes of a range: about a tile. */
const rangeBytes = 20_000;
const buildSeconds = 300;

interface Archive {
  id: number;
  state: string;
  size: number;
}

declare global {
  interface Window {
    /** Milliseconds from navigation to the last drawing of the map. */
    lastDrawnAt?: number;
  }
}

/** Runs something with the street map of an extract, and removes it again. */
export async function withMapOf<T>(
  site: Site,
  extract: Buffer<ArrayBuffer>,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const id = await uploadArchive(site, extract, 'area.osm.pbf');
  try {
    for (let second = 0; second < buildSeconds; second++) {
      const archive = await requestJson<Archive>(site, 'admin', `/map-archives/${id}`);
      if (archive.state === 'ready') return await work(archive);
      if (archive.state === 'failed') throw new Error('the map could not be made');
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
    throw new Error('the map was not made in time');
  } finally {
    await request(site, 'admin', `/map-archives/${id}`, 'DELETE');
  }
}

/** The same with the extract beside the checkout. @throws if there is none */
export async function withStreets<T>(site: Site, work: (archive: Archive) => Promise<T>): Promise<T> {
  if (extractFile === undefined) throw new Error('the extract is not beside the checkout');
  return withMapOf(site, await readFile(extractFile), work);
}

/** The map library draws only what has changed. A string, since the loader would wrap functions in a helper that the page does not have. */
export const watchDrawing = `{
  const { prototype } = WebGL2RenderingContext;
  const { drawElements } = prototype;
  prototype.drawElements = function (...values) {
    window.lastDrawnAt = performance.now();
    return drawElements.apply(this, values);
  };
}`;

/** Opens the map without a cache. @returns milliseconds from navigation until it is complete */
async function measureVisit(site: Site): Promise<number> {
  const page = await openPage(site);
  try {
    await page.addInitScript(watchDrawing);
    await page.goto(`${site.waypost.baseUrl}/views/map?${view}`);
    const quiet = await page.waitForFunction(
      (ms) =>
        window.lastDrawnAt !== undefined && performance.now() - window.lastDrawnAt > ms && window.lastDrawnAt,
      quietMs,
      { timeout: 60_000 },
    );
    return Number(await quiet.jsonValue());
  } finally {
    await page.context().close();
  }
}

const firstStreets: Measure = {
  name: 'first visit of a street map',
  rows: [
    { label: 'map that ships', unit: 'ms' },
    { label: 'streets', unit: 'ms' },
    { label: 'slower', unit: 'times' },
  ],
  runOnce: (site) =>
    withStreets(site, async ({ id }) => {
      const times: Record<'embedded' | 'streets', number[]> = { embedded: [], streets: [] };
      // The first visit of each warms the server up.
      for (let visit = 0; visit <= visitCount; visit++)
        for (const map of ['embedded', 'streets'] as const) {
          await request(site, 'admin', `/map-archives/${id}`, 'PUT', { active: map === 'streets' });
          const ms = await measureVisit(site);
          if (visit > 0) times[map].push(ms);
        }
      const [embedded, streets] = [median(times.embedded), median(times.streets)];
      return [embedded, streets, streets / embedded];
    }),
};

const ranges: Measure = {
  name: 'byte range of a street map',
  rows: latencyRows,
  runOnce: (site) =>
    withStreets(site, async ({ id, size }) => {
      const authorization = `Bearer ${site.tokens.admin}`;
      const read = (index: number) => {
        const offset = (index * 7919 * 64) % Math.max(1, size - rangeBytes);
        const range = `bytes=${offset}-${offset + rangeBytes - 1}`;
        return requestRaw(site, `/api/v3/map-archives/${id}/file`, { range, authorization });
      };
      return latencyValues(await measureTimes(rangeCount, read));
    }),
};

export const streetMap: Measure[] = [firstStreets, ranges];
