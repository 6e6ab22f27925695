/** Charts by survey, category and status, total and over time; after a change, and cached. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { invalidateCaches, request } from '../site.ts';

const slowSampleCount = 30;
const sampleCount = 100;

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
      rows: latencyRows,
      runOnce: async (site) =>
        latencyValues(
          await measureTimes(
            slowSampleCount,
            () => request(site, 'visitor', `/posts/stats?${query}`),
            1,
            () => invalidateCaches(site),
          ),
        ),
    }),
  ),
  {
    name: 'chart, categories over time, cached',
    rows: latencyRows,
    runOnce: async (site) =>
      latencyValues(
        await measureTimes(sampleCount, () => request(site, 'visitor', `/posts/stats?${charts.at(-1)?.[1]}`)),
      ),
  },
];
