/** From the server's numbers to what charts draw, tables list and files hold. Pure. */
import type { Stats, StatsPoint, StatsRow } from '@waypost/contract/browse/stats';
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import type { Bar } from '../../ui/charts/bar-chart.tsx';
import { maxSeries } from '../../ui/charts/chart-palette.ts';
import type { ChartLine } from '../../ui/charts/time-chart.tsx';
import type { TimeRange } from './time-range.ts';

const dayMs = 86_400_000;

/** So many bars fit; all others are one. */
export const defaultMaxBars = 12;

/** The time chart says nothing unless one line has so many points (spec 2 §9). */
const minPoints = 3;

/** What groups are called on the screen. */
export interface GroupLabels {
  /** @param label the server's */
  getLabel: (id: number | null, label: string) => string;
  /** Of the groups that have no bar or line of their own. */
  getRestLabel: (count: number) => string;
}

export interface GroupCount {
  key: string;
  id: number | null;
  /** The server's word for it: a status, a name. */
  label: string;
  name: string;
  total: number;
}

const buildGroupKey = (id: number | null, label: string) => (id === null ? `=${label}` : String(id));
const sum = (numbers: readonly number[]) => numbers.reduce((all, it) => all + it, 0);

/** Groups by size. Surveys come once for each source, on the wire, and are put together. */
export function countGroups(stats: Stats, names: GroupLabels): GroupCount[] {
  const counts = new Map<string, GroupCount>();
  for (const { label, id, total } of (stats.totals[0]?.values ?? []) as StatsRow[]) {
    const key = buildGroupKey(id, label);
    const before = counts.get(key)?.total ?? 0;
    counts.set(key, { key, id, label, name: names.getLabel(id, label), total: before + total });
  }
  return [...counts.values()].filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
}

/** The largest, and all others as one. */
export function buildBars(
  counts: readonly GroupCount[],
  names: GroupLabels,
  maxBars = defaultMaxBars,
): Bar[] {
  const isAll = counts.length <= maxBars + 1;
  const own = isAll ? counts : counts.slice(0, maxBars);
  const others = counts.slice(own.length);
  const rest = {
    key: 'rest',
    name: names.getRestLabel(others.length),
    total: sum(others.map(({ total }) => total)),
    isOthers: true,
  };
  return [
    ...own.map(({ key, name, total }) => ({ key, name, total, isOthers: false })),
    ...(others.length > 0 ? [rest] : []),
  ];
}

const spanIntervals = { day: utcDay, week: utcMonday, month: utcMonth };
export type Span = keyof typeof spanIntervals;

/** Hundreds of days are a saw: they are put together in weeks, and years of them in months. */
const chooseSpan = (from: number, to: number): Span =>
  to - from > 1100 * dayMs ? 'month' : to - from > 200 * dayMs ? 'week' : 'day';

export interface TimeCounts {
  span: Span;
  /** When each span begins, in milliseconds. */
  starts: number[];
  /** Every group, by size, its reports in each span. */
  groups: { key: string; name: string; total: number; values: number[] }[];
}

/**
 * Counts of every span, those without reports too. Null: there are too few points for a line.
 * @param now milliseconds, where the range has no end
 */
export function countGroupsOverTime(
  stats: Stats,
  names: GroupLabels,
  { from, to }: TimeRange,
  now: number,
): TimeCounts | null {
  const lines = stats.totals.map(({ key, id = null, values }) => ({
    key: buildGroupKey(id, key),
    name: names.getLabel(id, key),
    points: (values as StatsPoint[]).map(({ label, total }) => ({ at: label * 1000, total })),
  }));
  if (!lines.some(({ points }) => points.length >= minPoints)) return null;
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at));
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, at) => Math.max(most, at), Math.min(to ?? now, now));
  const begin = Math.min(from ?? first, first);
  const span = chooseSpan(begin, last);
  const clock = spanIntervals[span];
  const starts = clock.range(clock.floor(new Date(begin)), new Date(last + 1)).map(Number);
  const places = new Map(starts.map((at, index) => [at, index]));
  const groups = lines.map(({ key, name, points }) => {
    const values = starts.map(() => 0);
    for (const { at, total } of points) {
      const place = places.get(+clock.floor(new Date(at))) ?? 0;
      values[place] = (values[place] ?? 0) + total;
    }
    return { key, name, total: sum(values), values };
  });
  return { span, starts, groups: groups.toSorted((a, b) => b.total - a.total) };
}

/** Each span with all before it. */
export function cumulate(values: readonly number[]): number[] {
  let all = 0;
  return values.map((it) => {
    all += it;
    return all;
  });
}

/** One group that is left over keeps its name. */
const formatRestLabel = ([only, ...more]: readonly { name: string }[], names: GroupLabels): string =>
  only && more.length === 0 ? only.name : names.getRestLabel(more.length + 1);

/** The largest groups with a line each, and all others as one. */
export function buildLines(
  { groups, starts }: TimeCounts,
  names: GroupLabels,
  isCumulative: boolean,
): ChartLine[] {
  const isAll = groups.length <= maxSeries;
  const own = isAll ? groups : groups.slice(0, maxSeries);
  const others = groups.slice(own.length);
  const rest = starts.map((_, index) => sum(others.map(({ values }) => values[index] ?? 0)));
  const drawn = (values: readonly number[]) => (isCumulative ? cumulate(values) : values);
  return [
    ...own.map(({ key, name, values }, rank) => ({ key, name, rank, values: drawn(values) })),
    ...(others.length > 0
      ? [{ key: 'rest', name: formatRestLabel(others, names), rank: null, values: drawn(rest) }]
      : []),
  ];
}

/** `2026-11-21`, as files and forms write a day. */
export const formatIsoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
