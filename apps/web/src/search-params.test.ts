import { describe, expect, test } from 'vitest';
import { parseSearchParams, stringifySearchParams } from './search-params.ts';

describe('the address’s query', () => {
  test('keeps numbers as the text they were written in', () => {
    expect(parseSearchParams('?q=12&status=draft')).toEqual({ q: '12', status: 'draft' });
  });

  test('makes a list of a key that is repeated', () => {
    expect(parseSearchParams('?status=draft&status=published&status=archived')).toEqual({
      status: ['draft', 'published', 'archived'],
    });
  });

  test.each([
    {},
    { q: 'ماء & خبز +1 %' },
    { status: ['draft', 'published'], at: '6.5,3.4,8' },
    { q: '"quoted"', form: ['none', '3'] },
  ])('comes back as it went: %j', (search) => {
    expect(parseSearchParams(stringifySearchParams(search))).toEqual(search);
  });

  test('says nothing of what is empty', () => {
    expect(stringifySearchParams({ q: '', status: [], form: undefined, set: null })).toBe('');
  });
});
