/** Charts: by survey, category and status, at once and over time; after a change, and asked for again. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { ask, forgetAnswers } from '../site.ts';

const few = 30;
const many = 100;

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
          await timesOf(
            few,
            () => ask(site, 'visitor', `/posts/stats?${query}`),
            1,
            () => forgetAnswers(site),
          ),
        ),
    }),
  ),
  {
    name: 'chart, categories over time, again',
    rows: latency,
    take: async (site) =>
      latencyOf(await timesOf(many, () => ask(site, 'visitor', `/posts/stats?${charts.at(-1)?.[1]}`))),
  },
];
