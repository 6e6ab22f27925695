/** Converts statistics of the API to data for charts, tables and files. Pure. */
import type { Stats, StatsPoint, StatsRow } from '@waypost/contract/browse/stats';
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import type { Bar } from '../../ui/charts/bar-chart.tsx';
import { maxSeries } from '../../ui/charts/chart-palette.ts';
import type { ChartLine } from '../../ui/charts/time-chart.tsx';
import type { TimeRange } from './time-range.ts';

const dayMs = 86_400_000;

/** Number of bars that fit; the remaining groups become one bar. */
export const defaultMaxBars = 12;

/** The time chart is empty unless a line has this many points (spec 2 §9). */
const minPoints = 3;

/** Names of groups on screen. */
export interface GroupLabels {
  /** @param label label of the group in the API */
  getLabel: (id: number | null, label: string) => string;
  /** Name of the remaining groups that are shown together. */
  getRestLabel: (count: number) => string;
}

/** A group with its number of reports. */
export interface GroupCount {
  key: string;
  id: number | null;
  /** Label of the group in the API: a status or a name. */
  label: string;
  name: string;
  total: number;
}

const buildGroupKey = (id: number | null, label: string) => (id === null ? `=${label}` : String(id));
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Groups by size. The API lists a survey once for each source; these rows are added up. */
export function countGroups(stats: Stats, names: GroupLabels): GroupCount[] {
  const counts = new Map<string, GroupCount>();
  for (const { label, id, total } of (stats.totals[0]?.values ?? []) as StatsRow[]) {
    const key = buildGroupKey(id, label);
    const previous = counts.get(key)?.total ?? 0;
    counts.set(key, { key, id, label, name: names.getLabel(id, label), total: previous + total });
  }
  return [...counts.values()].filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
}

/** The largest groups, with the remaining ones as one bar. */
export function buildBars(
  counts: readonly GroupCount[],
  names: GroupLabels,
  maxBars = defaultMaxBars,
): Bar[] {
  const isAll = counts.length <= maxBars + 1;
  const shownGroups = isAll ? counts : counts.slice(0, maxBars);
  const restGroups = counts.slice(shownGroups.length);
  const rest = {
    key: 'rest',
    name: names.getRestLabel(restGroups.length),
    total: sum(restGroups.map(({ total }) => total)),
    isOthers: true,
  };
  return [
    ...shownGroups.map(({ key, name, total }) => ({ key, name, total, isOthers: false })),
    ...(restGroups.length > 0 ? [rest] : []),
  ];
}

const spanIntervals = { day: utcDay, week: utcMonday, month: utcMonth };
/** Length of an interval of the time chart. */
type Span = keyof typeof spanIntervals;

/** Long ranges are grouped by week, and ranges of several years by month, to keep the lines readable. */
const chooseSpan = (from: number, to: number): Span =>
  to - from > 1100 * dayMs ? 'month' : to - from > 200 * dayMs ? 'week' : 'day';

/** Number of reports over time, by group. */
export interface TimeCounts {
  span: Span;
  /** Start of each interval, in milliseconds since the epoch. */
  starts: number[];
  /** Whether the last interval has not ended. */
  isLastRunning: boolean;
  /** All groups by size, with the number of reports in each interval. */
  groups: { key: string; name: string; total: number; values: number[] }[];
}

/**
 * Counts for every interval, including those without reports. Null: too few points for a line.
 * @param now milliseconds since the epoch; the end of a range without an end
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
  const first = times.reduce((earliest, at) => Math.min(earliest, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((latest, at) => Math.max(latest, at), Math.min(to ?? now, now));
  const startTime = Math.min(from ?? first, first);
  const span = chooseSpan(startTime, last);
  const clock = spanIntervals[span];
  const starts = clock.range(clock.floor(new Date(startTime)), new Date(last + 1)).map(Number);
  const places = new Map(starts.map((at, index) => [at, index]));
  const groups = lines.map(({ key, name, points }) => {
    const values = starts.map(() => 0);
    for (const { at, total } of points) {
      const place = places.get(+clock.floor(new Date(at))) ?? 0;
      values[place] = (values[place] ?? 0) + total;
    }
    return { key, name, total: sum(values), values };
  });
  const end = +clock.offset(new Date(starts.at(-1) ?? now), 1);
  return { span, starts, isLastRunning: end > now, groups: groups.toSorted((a, b) => b.total - a.total) };
}

/** Running totals. */
export function cumulate(values: readonly number[]): number[] {
  let all = 0;
  return values.map((value) => {
    all += value;
    return all;
  });
}

/** A single remaining group keeps its name. */
const formatRestLabel = ([first, ...more]: readonly { name: string }[], names: GroupLabels): string =>
  first && more.length === 0 ? first.name : names.getRestLabel(more.length + 1);

/** A line for each of the largest groups, and one for the remaining ones. */
export function buildLines(
  { groups, starts }: TimeCounts,
  names: GroupLabels,
  isCumulative: boolean,
): ChartLine[] {
  const isAll = groups.length <= maxSeries;
  const shownGroups = isAll ? groups : groups.slice(0, maxSeries);
  const restGroups = groups.slice(shownGroups.length);
  const rest = starts.map((_, index) => sum(restGroups.map(({ values }) => values[index] ?? 0)));
  const toSeries = (values: readonly number[]) => (isCumulative ? cumulate(values) : values);
  return [
    ...shownGroups.map(({ key, name, values }, rank) => ({ key, name, rank, values: toSeries(values) })),
    ...(restGroups.length > 0
      ? [{ key: 'rest', name: formatRestLabel(restGroups, names), rank: null, values: toSeries(rest) }]
      : []),
  ];
}

/** A day as `2026-11-21`, the format of files and forms. */
export const formatIsoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
