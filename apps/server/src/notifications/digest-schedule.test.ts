import { expect, test } from 'vitest';
import { nextDeliveryTime } from './digest-schedule.ts';

test.each<[Parameters<typeof nextDeliveryTime>[0], string, string, string | undefined, string]>([
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', undefined, '2026-03-01T10:00:03Z'],
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', '2026-03-01T09:50:00Z', '2026-03-01T10:05:00Z'],
  ['at_once', '2026-03-01T10:00:00Z', 'UTC', '2026-03-01T09:00:00Z', '2026-03-01T10:00:03Z'],
  ['hourly', '2026-03-01T10:00:00Z', 'UTC', undefined, '2026-03-01T11:00:00Z'],
  ['daily', '2026-03-01T04:59:00Z', 'Africa/Nairobi', undefined, '2026-03-01T05:00:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Africa/Nairobi', undefined, '2026-03-02T05:00:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Asia/Kathmandu', undefined, '2026-03-02T02:15:00Z'],
  ['daily', '2026-03-01T05:00:00Z', 'Nowhere/Atall', undefined, '2026-03-01T08:00:00Z'],
  ['daily', '2026-03-28T20:00:00Z', 'Europe/Berlin', undefined, '2026-03-29T06:00:00Z'],
])('digest %s at %s in %s, last delivery %s, is sent at %s', (digest, now, timezone, last, expected) => {
  const times = { now: new Date(now), last: last === undefined ? undefined : new Date(last), timezone };
  expect(nextDeliveryTime(digest, times)).toEqual(new Date(expected));
});
