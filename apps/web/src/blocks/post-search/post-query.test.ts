import { expect, test } from 'vitest';
import { buildPostQuery } from './post-query.ts';

test('a day is the whole day in the reader’s time zone, including its first and last millisecond', () => {
  const { date_after, date_before } = buildPostQuery(
    { date_after: '2026-02-01', date_before: '2026-02-03' },
    'list',
  );
  expect(date_after).toBe(new Date(new Date(2026, 1, 1).getTime() - 1).toISOString());
  expect(date_before).toBe(new Date(new Date(2026, 1, 4).getTime() - 1).toISOString());
  const { created_after, created_before } = buildPostQuery(
    { created_after: '2026-02-01', created_before: '2026-02-03' },
    'map',
  );
  expect(created_after).toBe(new Date(2026, 1, 1).toISOString());
  expect(created_before).toBe(date_before);
  expect(buildPostQuery({ date_after: '2026-02-01T10:00:00Z' }, 'list').date_after).toBe(
    '2026-02-01T10:00:00Z',
  );
});

test.each([
  [{}, 'created'],
  [{ q: 'road' }, 'relevance'],
  [{ q: 'road', orderby: 'post_date' as const }, 'post_date'],
])('ordering of %j is by %s', (search, orderby) => {
  expect(buildPostQuery(search, 'list').orderby).toBe(orderby);
  // The map's pins do not depend on the order of the list.
  expect(buildPostQuery(search, 'map').orderby).toBe('created');
});

test.each([
  [undefined, 'all', 'mapped'],
  ['all', 'all', 'mapped'],
  ['mapped', 'mapped', 'mapped'],
  ['unmapped', 'unmapped', 'unmapped'],
])('has_location %s is %s in the list and %s on the map', (has_location, list, map) => {
  expect(buildPostQuery({ has_location }, 'list').has_location).toBe(list);
  expect(buildPostQuery({ has_location }, 'map').has_location).toBe(map);
});
