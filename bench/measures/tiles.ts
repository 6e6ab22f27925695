/** Tiles of the map, over places that have posts: after a change, when nothing is remembered, and asked for again. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { clientQuery } from '../queries.ts';
import { type Place, someCategories, somePlaces } from '../sample.ts';
import { askPlainly, forgetAnswers, type Site } from '../site.ts';

const count = 1000;
/** What takes longer is asked less often. */
const few = 40;
const zooms = [0, 2, 4, 6, 8, 10];

/** `x/y` of the tile that a place is in. */
export function tileAt({ lat, lon }: Place, zoom: number): string {
  const across = 2 ** zoom;
  const latitude = (lat * Math.PI) / 180;
  const mercator = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  const within = (share: number) => Math.min(across - 1, Math.max(0, Math.floor(share * across)));
  return `${within((lon + 180) / 360)}/${within(mercator)}`;
}

async function readerOf(
  site: Site,
  zoom: number,
  filter: string,
): Promise<(index: number) => Promise<unknown>> {
  const addresses = [...new Set((await somePlaces(site)).map((place) => tileAt(place, zoom)))];
  if (addresses.length === 0) throw new Error('no post has a place');
  return (index) =>
    askPlainly(
      site,
      `/api/v3/posts/tiles/${zoom}/${addresses[index % addresses.length]}.mvt?${clientQuery('map')}${filter}`,
    );
}

const cold = (
  name: string,
  zoom: number,
  filter: (site: Site) => Promise<string> = () => Promise.resolve(''),
): Measure => ({
  name: `map tile, zoom ${zoom}, ${name}`,
  rows: latency,
  async take(site) {
    const read = await readerOf(site, zoom, await filter(site));
    return latencyOf(await timesOf(few, read, 1, () => forgetAnswers(site)));
  },
});

const warm = (zoom: number): Measure => ({
  name: `map tile, zoom ${zoom}, again`,
  rows: latency,
  async take(site) {
    const read = await readerOf(site, zoom, '');
    return latencyOf(await timesOf(count, () => read(0)));
  },
});

/** What this machine and the measuring itself take: an answer without a question, the same number of times. */
const nothing: Measure = {
  name: 'an answer that knows nothing',
  rows: latency,
  async take(site) {
    return latencyOf(await timesOf(count, () => askPlainly(site, '/health/live')));
  },
};

const ofCategory = async (site: Site) => `&tags[]=${(await someCategories(site))[1] ?? 0}`;
const ofWords = (q: string) => () => Promise.resolve(`&q=${encodeURIComponent(q)}`);

export const tiles: Measure[] = [
  ...zooms.map((zoom) => cold('after a change', zoom)),
  nothing,
  warm(0),
  warm(6),
  ...[0, 6].map((zoom) => cold('of a category', zoom, ofCategory)),
  ...[0, 6].map((zoom) => cold('with a frequent word', zoom, ofWords('water'))),
  ...[0, 6].map((zoom) => cold('with rare words', zoom, ofWords('bridge school'))),
];
