import type { Stats } from '@waypost/contract/browse/stats';
import { expect, test } from 'vitest';
import { buildBars, buildLines, countGroups, countGroupsOverTime, type GroupLabels } from './chart-data.ts';

const groupLabels: GroupLabels = {
  getLabel: (_, label) => label,
  getRestLabel: (count) => `${count} others`,
};
const daySeconds = 86_400;
const toSeconds = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000;
const now = Date.parse('2026-11-21T15:30:00Z');
const statsEnvelope = { group_by: 'form', group_by_attribute_key: null, timeline_attribute: 'created' };
const allTime = { from: null, to: null };

const createLine = (key: string, id: number, from: string, totals: readonly number[]) => ({
  key,
  id,
  values: totals.map((total, index) => ({
    label: toSeconds(from) + index * daySeconds,
    total,
    cumulative_total: 0,
  })),
});

test('shows one bar per survey for all sources, and one bar for the remaining groups', () => {
  const rows = [
    { label: 'Flood', total: 41, id: 2, type: 'web' as const },
    { label: 'Flood', total: 5, id: 2, type: 'sms' as const },
    ...Array.from({ length: 15 }, (_, index) => ({
      label: `Survey ${index}`,
      total: 1,
      id: index + 10,
      type: 'web' as const,
    })),
  ];
  const counts = countGroups({ ...statsEnvelope, totals: [{ key: 'form', values: rows }] }, groupLabels);
  const bars = buildBars(counts, groupLabels);
  expect([counts.length, bars.length]).toEqual([16, 13]);
  expect(bars[0]).toMatchObject({ name: 'Flood', total: 46 });
  expect(bars.at(-1)).toEqual({ key: 'rest', name: '4 others', total: 4, isOthers: true });
});

test('keeps two surveys with the same name apart', () => {
  const values = [1, 2].map((id) => ({ label: 'Same', total: 3, id, type: 'web' as const }));
  expect(countGroups({ ...statsEnvelope, totals: [{ key: 'form', values }] }, groupLabels)).toHaveLength(2);
});

test('a line needs three points', () => {
  const stats = (...totals: Stats['totals']) =>
    countGroupsOverTime({ ...statsEnvelope, totals }, groupLabels, allTime, now);
  expect(stats()).toBeNull();
  expect(stats(createLine('A', 1, '2026-11-01', [4, 2]), createLine('B', 2, '2026-11-03', [4]))).toBeNull();
  expect(stats(createLine('A', 1, '2026-11-01', [4, 2, 1]))).not.toBeNull();
});

test('days without reports count zero up to today; a running total keeps its value', () => {
  const stats = { ...statsEnvelope, totals: [createLine('A', 1, '2026-11-17', [4, 2, 1])] };
  const counted = countGroupsOverTime(stats, groupLabels, allTime, now);
  if (!counted) throw new TypeError('three points are enough');
  expect(counted.span).toBe('day');
  expect(buildLines(counted, groupLabels, false)[0]?.values).toEqual([4, 2, 1, 0, 0]);
  expect(buildLines(counted, groupLabels, true)[0]?.values).toEqual([4, 6, 7, 7, 7]);
});

test('groups a year by weeks from Monday and several years by months without losing counts', () => {
  const span = (from: string, days: number) => {
    const totals = Array.from({ length: days }, () => 1);
    return countGroupsOverTime(
      { ...statsEnvelope, totals: [createLine('A', 1, from, totals)] },
      groupLabels,
      allTime,
      now,
    );
  };
  const year = span('2025-11-22', 365);
  expect(year).toMatchObject({ span: 'week', groups: [{ total: 365 }] });
  expect(year?.starts.every((start) => new Date(start).getUTCDay() === 1)).toBe(true);
  const years = span('2022-01-15', 1700);
  expect(years).toMatchObject({ span: 'month', groups: [{ total: 1700 }] });
  expect(years?.starts.every((start) => new Date(start).getUTCDate() === 1)).toBe(true);
});

test('shows six lines and the rest as a seventh; a single remaining group keeps its name', () => {
  const lines = (count: number) => {
    const totals = Array.from({ length: count }, (_, index) =>
      createLine(`Survey ${index}`, index, '2026-11-01', [20 - index, 1, 1]),
    );
    const counted = countGroupsOverTime({ ...statsEnvelope, totals }, groupLabels, allTime, now);
    return counted ? buildLines(counted, groupLabels, false) : [];
  };
  expect(lines(9).map(({ rank }) => rank)).toEqual([0, 1, 2, 3, 4, 5, null]);
  expect(lines(9).at(-1)).toMatchObject({ name: '3 others', values: expect.arrayContaining([39, 3]) });
  expect(lines(7).at(-1)?.name).toBe('Survey 6');
});
