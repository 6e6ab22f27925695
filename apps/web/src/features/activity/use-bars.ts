/** The bar chart's numbers in the forms it is shown in. */
import { useMemo } from 'react';
import type { BarGroup } from './activity-search.ts';
import { barsOf, countsOf, mostBars } from './chart-data.ts';
import type { Range } from './range.ts';
import { useCounts, useNames } from './use-activity.ts';

export function useBars(
  group: BarGroup,
  range: Range,
  options: { keepsLooking?: boolean; most?: number } = {},
) {
  const { most = mostBars, ...asking } = options;
  const names = useNames(group);
  const asked = useCounts(group, range, asking);
  const { data } = asked;
  const counts = useMemo(() => (data ? countsOf(data, names) : []), [data, names]);
  return { asked, counts, bars: barsOf(counts, names, most) };
}
