import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { resolveFormatLocale } from '../../ui/i18n/format-locale.ts';
import { buildLines, countGroupsOverTime, type TimeCounts } from './chart-data.ts';
import type { LineGroup } from './chart-groups.ts';
import type { TimeRange } from './time-range.ts';
import { useGroupCountsOverTime, useGroupLabels } from './use-activity-queries.ts';

interface TimeChartOptions {
  group: LineGroup;
  range: TimeRange;
  isCumulative: boolean;
  /** Milliseconds since the epoch; the end of a range without an end. */
  now: number;
  isPolling?: boolean;
}

/** Returns a formatter for the label of an interval; of the last one it says when it has not ended. */
function useSpanFormatter() {
  const { t, i18n } = useTranslation();
  return (counts: TimeCounts) => (start: number) => {
    const { span, starts, isLastRunning } = counts;
    const dateFormat: Intl.DateTimeFormatOptions =
      span === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' };
    const day = new Intl.DateTimeFormat(resolveFormatLocale(i18n.language), {
      ...dateFormat,
      timeZone: 'UTC',
    }).format(start);
    const name = span === 'week' ? t('activity.lines.week', { day }) : day;
    return isLastRunning && start === starts.at(-1) ? t('activity.lines.running', { span: name }) : name;
  };
}

/** Data of the time chart: the chart, its table and its file. */
export function useTimeChart({ group, range, isCumulative, now, ...queryOptions }: TimeChartOptions) {
  const names = useGroupLabels(group);
  const nameSpan = useSpanFormatter();
  const query = useGroupCountsOverTime(group, range, queryOptions);
  const { data } = query;
  const { from, to } = range;
  const counts = useMemo(
    () => (data ? countGroupsOverTime(data, names, { from, to }, now) : null),
    [data, names, from, to, now],
  );
  if (!counts) return { query, chart: null };
  const lines = buildLines(counts, names, isCumulative);
  return { query, chart: { counted: counts, lines, nameSpan: nameSpan(counts) } };
}
