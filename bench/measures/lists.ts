/** A page of the list, as the client asks for it. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { clientQuery, everyPost } from '../queries.ts';
import { ask, type Caller } from '../site.ts';

const count = 100;
const page = 20;

const list = (name: string, who: Caller, query: string, offset: number): Measure => ({
  name: `list, ${name}`,
  rows: latency,
  take: async (site) =>
    latencyOf(await timesOf(count, () => ask(site, who, `/posts?${query}&limit=${page}&offset=${offset}`))),
});

export const lists: Measure[] = [
  list('first page, visitor', 'visitor', clientQuery('list'), 0),
  list('page at 200, visitor', 'visitor', clientQuery('list'), 200),
  list('first page of all, admin', 'admin', everyPost, 0),
];
