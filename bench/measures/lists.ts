/** Pages of the list, as the client asks for them: the usual one, with filters, far down, and by words. */
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
const list = (
  name: string,
  who: Caller,
  query: Ask,
  offset: (posts: number) => number,
  isKnown = true,
): Measure => ({
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
  `${(await ofCategory(site)).replace('has_location=all', 'has_location=mapped')}&source[]=web&date_after=2024-06-01T00:00:00Z`;

/** Words of every language of the generated posts, some frequent and some rare; two with a slip of the finger. */
const words = [
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
