import { describe, expect, test } from 'vitest';
import { isTimezone } from './is-timezone.ts';
import { toInstant, toLocalTime } from './time-zones.ts';

const cases: [timezone: string, local: string, instant: string][] = [
  ['UTC', '2024-03-12T08:30:00.000Z', '2024-03-12T08:30:00.000Z'],
  ['America/Mexico_City', '2024-03-12T08:30:00.000Z', '2024-03-12T14:30:00.000Z'],
  ['Asia/Kathmandu', '2024-03-12T00:00:00.000Z', '2024-03-11T18:15:00.000Z'],
  ['Pacific/Apia', '2024-01-01T00:00:00.000Z', '2023-12-31T11:00:00.000Z'],
  ['+03:00', '2024-03-12T00:00:00.000Z', '2024-03-11T21:00:00.000Z'],
  ['-06:30', '2024-03-12T00:00:00.123Z', '2024-03-12T06:30:00.123Z'],
  ['Europe/Paris', '1969-12-31T23:59:59.500Z', '1969-12-31T22:59:59.500Z'],
  ['Europe/Paris', '2024-03-31T01:59:59.000Z', '2024-03-31T00:59:59.000Z'],
  ['Europe/Paris', '2024-03-31T03:00:00.000Z', '2024-03-31T01:00:00.000Z'],
];

describe('times of a zone', () => {
  test.each(cases)('%s: clocks show %s at %s', (timezone, local, instant) => {
    expect(toInstant(new Date(local), timezone).toISOString()).toBe(instant);
    expect(toLocalTime(new Date(instant), timezone).toISOString()).toBe(local);
  });

  test('an hour that comes twice is the first one, and an hour that is left out is read with the offset before', () => {
    const read = (local: string) => toInstant(new Date(local), 'Europe/Paris').toISOString();
    expect(read('2024-10-27T02:30:00Z')).toBe('2024-10-27T00:30:00.000Z');
    expect(read('2024-03-31T02:30:00Z')).toBe('2024-03-31T01:30:00.000Z');
  });

  test('a day that a zone left out is read', () => {
    // Samoa went from 29 to 31 December 2011.
    expect(toInstant(new Date('2011-12-30T12:00:00Z'), 'Pacific/Apia').toISOString()).toBe(
      '2011-12-30T22:00:00.000Z',
    );
  });

  test('zones are known by their names', () => {
    expect(['UTC', 'Africa/Nairobi', 'Mars/Olympus', ''].map(isTimezone)).toEqual([true, true, false, false]);
  });
});
