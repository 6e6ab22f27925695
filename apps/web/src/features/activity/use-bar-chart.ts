import { useMemo } from 'react';
import { buildBars, countGroups, defaultMaxBars } from './chart-data.ts';
import type { BarGroup } from './chart-groups.ts';
import type { TimeRange } from './time-range.ts';
import { useGroupCounts, useGroupLabels } from './use-activity-queries.ts';

/** Data of the bar chart: the chart, its table and its file. */
export function useBarChart(
  group: BarGroup,
  range: TimeRange,
  options: { isPolling?: boolean; areaSet?: number | undefined; maxBars?: number } = {},
) {
  const { maxBars = defaultMaxBars, ...queryOptions } = options;
  const names = useGroupLabels(group);
  const query = useGroupCounts(group, range, queryOptions);
  const { data } = query;
  const counts = useMemo(() => (data ? countGroups(data, names) : []), [data, names]);
  return { query, counts, bars: buildBars(counts, names, maxBars) };
}
