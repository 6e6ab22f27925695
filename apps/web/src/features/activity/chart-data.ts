/** From the server's numbers to what charts draw, tables list and files hold. Pure. */
import type { Stats, StatsPoint, StatsRow } from '@waypost/contract/stats';
import { utcDay, utcMonday, utcMonth } from 'd3-time';
import type { Bar } from '../../ui/charts/bar-chart.tsx';
import { mostSeries } from '../../ui/charts/chart-palette.ts';
import type { Line } from '../../ui/charts/time-chart.tsx';
import type { Range } from './range.ts';

const day = 86_400_000;

/** So many bars fit; all others are one. */
export const mostBars = 12;

/** The time chart says nothing unless one line has so many points (spec 2 §9). */
const fewestPoints = 3;

/** What groups are called on the screen. */
export interface Names {
  /** @param label the server's */
  of: (id: number | null, label: string) => string;
  /** Of the groups that have no bar or line of their own. */
  rest: (count: number) => string;
}

export interface Count {
  key: string;
  id: number | null;
  /** The server's word for it: a status, a name. */
  label: string;
  name: string;
  total: number;
}

const keyOf = (id: number | null, label: string) => (id === null ? `=${label}` : String(id));
const sum = (numbers: readonly number[]) => numbers.reduce((all, it) => all + it, 0);

/** Groups by size. Surveys come once for each source, on the wire, and are put together. */
export function countsOf(stats: Stats, names: Names): Count[] {
  const counts = new Map<string, Count>();
  for (const { label, id, total } of (stats.totals[0]?.values ?? []) as StatsRow[]) {
    const key = keyOf(id, label);
    const before = counts.get(key)?.total ?? 0;
    counts.set(key, { key, id, label, name: names.of(id, label), total: before + total });
  }
  return [...counts.values()].filter(({ total }) => total > 0).toSorted((a, b) => b.total - a.total);
}

/** The largest, and all others as one. */
export function barsOf(counts: readonly Count[], names: Names, most = mostBars): Bar[] {
  const isAll = counts.length <= most + 1;
  const own = isAll ? counts : counts.slice(0, most);
  const others = counts.slice(own.length);
  const rest = {
    key: 'rest',
    name: names.rest(others.length),
    total: sum(others.map(({ total }) => total)),
    isRest: true,
  };
  return [
    ...own.map(({ key, name, total }) => ({ key, name, total, isRest: false })),
    ...(others.length > 0 ? [rest] : []),
  ];
}

const spans = { day: utcDay, week: utcMonday, month: utcMonth };
export type Span = keyof typeof spans;

/** Hundreds of days are a saw: they are put together in weeks, and years of them in months. */
const spanFor = (from: number, to: number): Span =>
  to - from > 1100 * day ? 'month' : to - from > 200 * day ? 'week' : 'day';

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
export function timeCountsOf(
  stats: Stats,
  names: Names,
  { from, to }: Range,
  now: number,
): TimeCounts | null {
  const lines = stats.totals.map(({ key, id = null, values }) => ({
    key: keyOf(id, key),
    name: names.of(id, key),
    points: (values as StatsPoint[]).map(({ label, total }) => ({ at: label * 1000, total })),
  }));
  if (!lines.some(({ points }) => points.length >= fewestPoints)) return null;
  const times = lines.flatMap(({ points }) => points.map(({ at }) => at));
  const first = times.reduce((least, at) => Math.min(least, at), Number.POSITIVE_INFINITY);
  const last = times.reduce((most, at) => Math.max(most, at), Math.min(to ?? now, now));
  const begin = Math.min(from ?? first, first);
  const span = spanFor(begin, last);
  const clock = spans[span];
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
export function cumulated(values: readonly number[]): number[] {
  let all = 0;
  return values.map((it) => {
    all += it;
    return all;
  });
}

/** One group that is left over keeps its name. */
const nameOfRest = ([only, ...more]: readonly { name: string }[], names: Names): string =>
  only && more.length === 0 ? only.name : names.rest(more.length + 1);

/** The largest groups with a line each, and all others as one. */
export function linesOf({ groups, starts }: TimeCounts, names: Names, isCumulative: boolean): Line[] {
  const isAll = groups.length <= mostSeries;
  const own = isAll ? groups : groups.slice(0, mostSeries);
  const others = groups.slice(own.length);
  const rest = starts.map((_, index) => sum(others.map(({ values }) => values[index] ?? 0)));
  const drawn = (values: readonly number[]) => (isCumulative ? cumulated(values) : values);
  return [
    ...own.map(({ key, name, values }, place) => ({ key, name, place, values: drawn(values) })),
    ...(others.length > 0
      ? [{ key: 'rest', name: nameOfRest(others, names), place: null, values: drawn(rest) }]
      : []),
  ];
}

/** `2026-11-21`, as files and forms write a day. */
export const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
