/** Map tiles with posts: after a change, without a cache, and cached. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { defaultClientQuery } from '../queries.ts';
import { type Place, sampleCategories, samplePlaces } from '../sample.ts';
import { invalidateCaches, requestRaw, type Site } from '../site.ts';

const sampleCount = 1000;
/** Slower requests are repeated less often. */
const slowSampleCount = 40;
const zooms = [0, 2, 4, 6, 8, 10];

/** `x/y` of the tile of a place. */
export function tilePath({ lat, lon }: Place, zoom: number): string {
  const across = 2 ** zoom;
  const latitude = (lat * Math.PI) / 180;
  const mercator = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  const within = (share: number) => Math.min(across - 1, Math.max(0, Math.floor(share * across)));
  return `${within((lon + 180) / 360)}/${within(mercator)}`;
}

async function tileReader(
  site: Site,
  zoom: number,
  filter: string,
): Promise<(index: number) => Promise<unknown>> {
  const addresses = [...new Set((await samplePlaces(site)).map((place) => tilePath(place, zoom)))];
  if (addresses.length === 0) throw new Error('no post has a place');
  return (index) =>
    requestRaw(
      site,
      `/api/v3/posts/tiles/${zoom}/${addresses[index % addresses.length]}.mvt?${defaultClientQuery('map')}${filter}`,
    );
}

const measureUncached = (
  name: string,
  zoom: number,
  filter: (site: Site) => Promise<string> = () => Promise.resolve(''),
): Measure => ({
  name: `map tile, zoom ${zoom}, ${name}`,
  rows: latencyRows,
  async runOnce(site) {
    const read = await tileReader(site, zoom, await filter(site));
    return latencyValues(await measureTimes(slowSampleCount, read, 1, () => invalidateCaches(site)));
  },
});

const measureCached = (zoom: number): Measure => ({
  name: `map tile, zoom ${zoom}, cached`,
  rows: latencyRows,
  async runOnce(site) {
    const read = await tileReader(site, zoom, '');
    return latencyValues(await measureTimes(sampleCount, () => read(0)));
  },
});

/** Baseline of machine and client: a response without a query, the same number of times. */
const emptyResponse: Measure = {
  name: 'empty response',
  rows: latencyRows,
  async runOnce(site) {
    return latencyValues(await measureTimes(sampleCount, () => requestRaw(site, '/health/live')));
  },
};

const categoryFilter = async (site: Site) => `&tags[]=${(await sampleCategories(site))[1] ?? 0}`;
const searchFilter = (q: string) => () => Promise.resolve(`&q=${encodeURIComponent(q)}`);

export const tiles: Measure[] = [
  ...zooms.map((zoom) => measureUncached('after a change', zoom)),
  emptyResponse,
  measureCached(0),
  measureCached(6),
  ...[0, 6].map((zoom) => measureUncached('of a category', zoom, categoryFilter)),
  ...[0, 6].map((zoom) => measureUncached('with a frequent word', zoom, searchFilter('water'))),
  ...[0, 6].map((zoom) => measureUncached('with rare words', zoom, searchFilter('bridge school'))),
];
