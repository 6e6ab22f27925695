/** Pages of the list as the client requests them: default, with filters, deep pages, and text search. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { allPostsQuery, defaultClientQuery } from '../queries.ts';
import { sampleCategories } from '../sample.ts';
import { type Caller, invalidateCaches, request, type Site } from '../site.ts';

const sampleCount = 100;
/** Slower requests are repeated less often. */
const slowSampleCount = 40;
const pageSize = 20;

type QueryBuilder = (site: Site) => Promise<string>;
const defaultQuery: QueryBuilder = () => Promise.resolve(defaultClientQuery('list'));

/** @param isTotalCached whether the total may be cached */
const measureList = (
  name: string,
  who: Caller,
  query: QueryBuilder,
  offset: (posts: number) => number,
  isTotalCached = true,
): Measure => ({
  name: `list, ${name}`,
  isForAnyServer: true,
  rows: latencyRows,
  async runOnce(site) {
    const response = await query(site);
    const from = offset(site.deployment.size.posts);
    const read = () => request(site, who, `/posts?${response}&limit=${pageSize}&offset=${from}`);
    return latencyValues(
      isTotalCached
        ? await measureTimes(sampleCount, read)
        : await measureTimes(slowSampleCount, read, 1, () => invalidateCaches(site)),
    );
  },
});

const firstPage = () => 0;
const categoryQuery: QueryBuilder = async (site) => {
  const [, common = 0] = await sampleCategories(site);
  return `${defaultClientQuery('list')}&tags[]=${common}`;
};
const manyFiltersQuery: QueryBuilder = async (site) =>
  `${(await categoryQuery(site)).replace('has_location=all', 'has_location=mapped')}&source[]=web&date_after=2024-06-01T00:00:00Z`;

/** Words of every language of the generated posts, frequent and rare; two with a typing error. */
const searchWords = [
  'water',
  'bridge',
  'school flood',
  'puente',
  'école',
  'wataa',
  'clinic closed',
  'brigde',
  'маршрут',
  'पानी',
];

const search: Measure = {
  name: 'search by relevance, after a change',
  rows: latencyRows,
  runOnce: async (site) =>
    latencyValues(
      await measureTimes(
        slowSampleCount,
        (index) => {
          const q = encodeURIComponent(searchWords[index % searchWords.length] ?? '');
          return request(
            site,
            'visitor',
            `/posts?status[]=published&q=${q}&orderby=relevance&limit=${pageSize}`,
          );
        },
        1,
        () => invalidateCaches(site),
      ),
    ),
};

export const lists: Measure[] = [
  measureList('first page, visitor', 'visitor', defaultQuery, firstPage),
  measureList('first page, visitor, after a change', 'visitor', defaultQuery, firstPage, false),
  measureList('page at 200, visitor', 'visitor', defaultQuery, () => 200),
  measureList('page in the middle, visitor', 'visitor', defaultQuery, (posts) => posts * 0.4),
  measureList('first page of all, admin', 'admin', () => Promise.resolve(allPostsQuery), firstPage),
  measureList('of a category, visitor, after a change', 'visitor', categoryQuery, firstPage, false),
  measureList('several filters, visitor, after a change', 'visitor', manyFiltersQuery, firstPage, false),
  search,
];
