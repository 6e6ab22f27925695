import { describe, expect, test } from 'vitest';
import { clearedFilters, countActiveFilters, parsePostSearch, toApiFilters } from './post-search.ts';

describe('search parameters of posts', () => {
  test('turns a single value into a list', () => {
    expect(parsePostSearch({ status: 'draft', form: ['1', 'none'] })).toEqual({
      status: ['draft'],
      form: ['1', 'none'],
    });
  });

  test('leaves out what the contract rejects and keeps the rest', () => {
    const raw = {
      q: ' road ',
      status: ['draft', 'lost'],
      within_km: '-3',
      orderby: 'colour',
      order: 'asc',
      page: '2',
    };
    expect(parsePostSearch(raw)).toEqual({ q: ' road ', status: ['draft'], order: 'asc' });
  });

  test('keeps dates, locations and the map’s position as written', () => {
    const raw = { date_after: '2026-02-01', center_point: '6.5,3.4', within_km: '10', at: '6.52,3.37,11.5' };
    expect(parsePostSearch(raw)).toEqual(raw);
  });

  test('neither sends nor counts parameters of this client alone', () => {
    const search = parsePostSearch({ q: 'road', at: '1,2,3', saved_search: '7', orderby: 'created' });
    expect(toApiFilters(search)).toEqual({ q: 'road', orderby: 'created' });
    expect(countActiveFilters(search)).toBe(1);
  });

  test('keeps the view of the list for itself and leaves out defaults', () => {
    const search = parsePostSearch({ view: 'table', columns: 'title,status', size: '20' });
    expect(search).toEqual({ view: 'table', columns: ['title', 'status'] });
    expect(toApiFilters(parsePostSearch({ view: 'table', columns: 'title', size: '50' }))).toEqual({});
    expect(parsePostSearch({ view: 'cards', size: '7' })).toEqual({});
  });

  test('counts a circle as one filter and all locations as none', () => {
    expect(countActiveFilters({ center_point: '6.5,3.4', within_km: '10', has_location: 'all' })).toBe(1);
    expect({ q: 'road', order: 'asc', ...clearedFilters }).toEqual({ order: 'asc' });
  });
});
