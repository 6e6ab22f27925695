/** The time chart's numbers in the forms it is shown in. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatsOf } from '../../ui/formats-of.ts';
import type { LineGroup } from './activity-search.ts';
import { linesOf, type Span, timeCountsOf } from './chart-data.ts';
import type { Range } from './range.ts';
import { useNames, useTimeCounts } from './use-activity.ts';

interface Wish {
  group: LineGroup;
  range: Range;
  isCumulative: boolean;
  /** Milliseconds: where a range without an end ends. */
  now: number;
  keepsLooking?: boolean;
}

/** What a span is called beside its numbers. */
function useNameSpan() {
  const { t, i18n } = useTranslation();
  return (span: Span) => (start: number) => {
    const parts: Intl.DateTimeFormatOptions =
      span === 'month' ? { month: 'long', year: 'numeric' } : { dateStyle: 'medium' };
    const day = new Intl.DateTimeFormat(formatsOf(i18n.language), { ...parts, timeZone: 'UTC' }).format(
      start,
    );
    return span === 'week' ? t('activity.lines.week', { day }) : day;
  };
}

export function useLines({ group, range, isCumulative, now, ...asking }: Wish) {
  const names = useNames(group);
  const nameSpan = useNameSpan();
  const asked = useTimeCounts(group, range, asking);
  const { data } = asked;
  const { from, to } = range;
  const counted = useMemo(
    () => (data ? timeCountsOf(data, names, { from, to }, now) : null),
    [data, names, from, to, now],
  );
  if (!counted) return { asked, drawn: null };
  const lines = linesOf(counted, names, isCumulative);
  return { asked, drawn: { counted, lines, nameSpan: nameSpan(counted.span) } };
}
