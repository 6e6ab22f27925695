import { describe, expect, test } from 'vitest';
import { parseSearchParams, stringifySearchParams } from './search-params.ts';

describe('search parameters', () => {
  test('keeps numbers as text', () => {
    expect(parseSearchParams('?q=12&status=draft')).toEqual({ q: '12', status: 'draft' });
  });

  test('makes a list of a repeated key', () => {
    expect(parseSearchParams('?status=draft&status=published&status=archived')).toEqual({
      status: ['draft', 'published', 'archived'],
    });
  });

  test.each([
    {},
    { q: 'ماء & خبز +1 %' },
    { status: ['draft', 'published'], at: '6.5,3.4,8' },
    { q: '"quoted"', form: ['none', '3'] },
  ])('stringifying and parsing returns the same: %j', (search) => {
    expect(parseSearchParams(stringifySearchParams(search))).toEqual(search);
  });

  test('leaves out empty values', () => {
    expect(stringifySearchParams({ q: '', status: [], form: undefined, set: null })).toBe('');
  });
});
