import { describe, expect, test } from 'vitest';
import { buildQueryString, fillPathParams } from './query-string.ts';

describe('query strings', () => {
  test('writes lists with brackets and sorts the keys', () => {
    const query = { status: ['published', 'draft'], limit: 20, form: [3] };
    expect(decodeURIComponent(buildQueryString(query))).toBe(
      '?form[]=3&limit=20&status[]=published&status[]=draft',
    );
  });

  test('writes nested filters, dates and booleans', () => {
    const query = { tags: { any: [1, 2] }, date_after: new Date(0), order_unlocked_on_top: true };
    expect(decodeURIComponent(buildQueryString(query))).toBe(
      '?date_after=1970-01-01T00:00:00.000Z&order_unlocked_on_top=true&tags[any][]=1&tags[any][]=2',
    );
  });

  test('is empty without values', () => {
    expect(buildQueryString({ q: undefined, status: [] })).toBe('');
    expect(buildQueryString(undefined)).toBe('');
  });
});

test('fills and escapes the parameters of a path', () => {
  expect(fillPathParams('/posts/{id}/stages/{stage}', { id: 7, stage: 'a/b' })).toBe('/posts/7/stages/a%2Fb');
});
