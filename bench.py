import re
p='bench/measure.ts'
s=open(p).read()
s=s.replace("""/** The two rows that""","""/** The three rows that""").replace("""  { what: 'p50', unit: 'ms' },
  { what: 'p99', unit: 'ms' },
""","""  { what: 'p50', unit: 'ms' },
  { what: 'p95', unit: 'ms' },
  { what: 'p99', unit: 'ms' },
""").replace("""(times: readonly number[]): [p50: number, p99: number] => [
  percentile(times, 0.5),
""","""(times: readonly number[]): [p50: number, p95: number, p99: number] => [
  percentile(times, 0.5),
  percentile(times, 0.95),
""")
s=s.replace(""" * @param work told the number of the time, from 0
 * @returns how long each time took, in milliseconds
 */
export async function timesOf(
  count: number,
  work: (index: number) => Promise<unknown>,
  sides = 1,
): Promise<number[]> {
  for (let index = 0; index < warmUp; index++) await work(index);
""",""" * @param work told the number of the time, from 0
 * @param before done before each time, and not part of it
 * @returns how long each time took, in milliseconds
 */
export async function timesOf(
  count: number,
  work: (index: number) => Promise<unknown>,
  sides = 1,
  before: () => Promise<unknown> = () => Promise.resolve(),
): Promise<number[]> {
  for (let index = 0; index < Math.min(warmUp, count); index++) await work(index);
""").replace("""      times.push(await timed(() => work(index)));""","""      await before();
      times.push(await timed(() => work(index)));""")
open(p,'w').write(s)
p='bench/site.ts'
s=open(p).read()
s=s.replace("""/** Sends a picture.""","""/** Makes the server forget every answer that it remembers, by a change that changes nothing. */
export const forgetAnswers = (site: Site): Promise<ArrayBuffer> => ask(site, 'admin', '/config/map', 'PUT', {});

/** Sends a picture.""")
open(p,'w').write(s)
open('bench/measures/lists.ts','w').write('''/** Pages of the list, as the client asks for them: the usual one, with filters, far down, and by words. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { clientQuery, everyPost } from '../queries.ts';
import { someCategories } from '../sample.ts';
import { ask, type Caller, forgetAnswers, type Site } from '../site.ts';

const count = 100;
/** What takes longer is asked less often. */
const few = 40;
const page = 20;

type Ask = (site: Site) => Promise<string>;
const usual: Ask = () => Promise.resolve(clientQuery('list'));

/** @param isKnown the total may be remembered from the time before */
const list = (name: string, who: Caller, query: Ask, offset: (posts: number) => number, isKnown = true): Measure => ({
  name: `list, ${name}`,
  rows: latency,
  async take(site) {
    const asked = await query(site);
    const from = offset(site.deployment.size.posts);
    const read = () => ask(site, who, `/posts?${asked}&limit=${page}&offset=${from}`);
    return latencyOf(
      isKnown ? await timesOf(count, read) : await timesOf(few, read, 1, () => forgetAnswers(site)),
    );
  },
});

const first = () => 0;
const ofCategory: Ask = async (site) => {
  const [, common = 0] = await someCategories(site);
  return `${clientQuery('list')}&tags[]=${common}`;
};
const several: Ask = async (site) =>
  `${await ofCategory(site)}&source[]=web&date_after=2024-06-01T00:00:00Z&has_location=mapped`;

/** Words of every language of the generated posts, some frequent and some rare; two with a slip of the finger. */
const words = ['water', 'bridge', 'school flood', 'puente', 'école', 'wataa', 'clinic closed', 'brigde', 'маршрут', 'पानी'];

const search: Measure = {
  name: 'search, best first, after a change',
  rows: latency,
  take: async (site) =>
    latencyOf(
      await timesOf(
        few,
        (index) => {
          const q = encodeURIComponent(words[index % words.length] ?? '');
          return ask(site, 'visitor', `/posts?status[]=published&q=${q}&orderby=relevance&limit=${page}`);
        },
        1,
        () => forgetAnswers(site),
      ),
    ),
};

export const lists: Measure[] = [
  list('first page, visitor', 'visitor', usual, first),
  list('first page, visitor, after a change', 'visitor', usual, first, false),
  list('page at 200, visitor', 'visitor', usual, () => 200),
  list('page in the middle, visitor', 'visitor', usual, (posts) => posts * 0.4),
  list('first page of all, admin', 'admin', () => Promise.resolve(everyPost), first),
  list('of a category, visitor, after a change', 'visitor', ofCategory, first, false),
  list('several filters, visitor, after a change', 'visitor', several, first, false),
  search,
];
''')
open('bench/measures/tiles.ts','w').write('''/** Tiles of the map, over places that have posts: after a change, when nothing is remembered, and asked for again. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { clientQuery } from '../queries.ts';
import { type Place, someCategories, somePlaces } from '../sample.ts';
import { ask, forgetAnswers, type Site } from '../site.ts';

const count = 100;
/** What takes longer is asked less often. */
const few = 40;
const zooms = [0, 2, 4, 6, 8, 10];

/** `x/y` of the tile that a place is in. */
function tileAt({ lat, lon }: Place, zoom: number): string {
  const across = 2 ** zoom;
  const latitude = (lat * Math.PI) / 180;
  const mercator = (1 - Math.asinh(Math.tan(latitude)) / Math.PI) / 2;
  const within = (share: number) => Math.min(across - 1, Math.max(0, Math.floor(share * across)));
  return `${within((lon + 180) / 360)}/${within(mercator)}`;
}

async function readerOf(site: Site, zoom: number, filter: string): Promise<(index: number) => Promise<unknown>> {
  const addresses = [...new Set((await somePlaces(site)).map((place) => tileAt(place, zoom)))];
  if (addresses.length === 0) throw new Error('no post has a place');
  return (index) =>
    ask(
      site,
      'visitor',
      `/posts/tiles/${zoom}/${addresses[index % addresses.length]}?${clientQuery('map')}${filter}`,
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

const ofCategory = async (site: Site) => `&tags[]=${(await someCategories(site))[1] ?? 0}`;
const ofWords = (q: string) => () => Promise.resolve(`&q=${encodeURIComponent(q)}`);

export const tiles: Measure[] = [
  ...zooms.map((zoom) => cold('after a change', zoom)),
  warm(0),
  warm(6),
  ...[0, 6].map((zoom) => cold('of a category', zoom, ofCategory)),
  ...[0, 6].map((zoom) => cold('with a frequent word', zoom, ofWords('water'))),
  ...[0, 6].map((zoom) => cold('with rare words', zoom, ofWords('bridge school'))),
];
''')
open('bench/measures/stats.ts','w').write('''/** Charts: by survey, category and status, at once and over time; after a change, and asked for again. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { ask, forgetAnswers } from '../site.ts';

const few = 30;

const charts: [string, string][] = [
  ['by survey', 'group_by=form&include_unmapped=true&status[]=published&status[]=draft'],
  ['by category', 'group_by=tags'],
  ['by status', 'group_by=status'],
  ['all over time', 'timeline=1&timeline_attribute=created'],
  ['categories over time', 'group_by=tags&timeline=1&timeline_attribute=created'],
];

export const stats: Measure[] = [
  ...charts.map(
    ([name, query]): Measure => ({
      name: `chart, ${name}, after a change`,
      rows: latency,
      take: async (site) =>
        latencyOf(
          await timesOf(few, () => ask(site, 'visitor', `/posts/stats?${query}`), 1, () => forgetAnswers(site)),
        ),
    }),
  ),
  {
    name: 'chart, categories over time, again',
    rows: latency,
    take: async (site) =>
      latencyOf(await timesOf(few, () => ask(site, 'visitor', `/posts/stats?${charts.at(-1)?.[1]}`))),
  },
];
''')
p='bench/sample.ts'
s=open(p).read()
s=s.replace("""export interface OpenSurvey""","""/** Ids of the categories that posts have, the commonest first. @throws when no post has one */
export async function someCategories(site: Site): Promise<number[]> {
  const { totals } = await askJson<Stats>(site, 'visitor', '/posts/stats?group_by=tags&group_by_tags=all');
  const ids = (totals[0]?.values ?? []).flatMap((row) => ('id' in row ? (row.id ?? []) : []));
  if (ids.length === 0) throw new Error('no post has a category');
  return ids;
}

export interface OpenSurvey""").replace("import type { Survey }","import type { Stats } from '@waypost/contract/stats';\nimport type { Survey }")
open(p,'w').write(s)
p='bench/measures/all.ts'
s=open(p).read()
s=s.replace("import { coldStart, generation } from './start.ts';","import { coldStart, generation } from './start.ts';\nimport { stats } from './stats.ts';").replace("  ...tiles,\n","  ...tiles,\n  ...stats,\n")
open(p,'w').write(s)
