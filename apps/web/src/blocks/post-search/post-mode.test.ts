import { expect, test } from 'vitest';
import { inCollection, inSavedSearch, isChanged, modeOf } from './post-mode.ts';

test('the address says which mode it is', () => {
  expect(modeOf({})).toEqual({ kind: 'all' });
  expect(modeOf({ set: ['4'], q: 'road' })).toEqual({ kind: 'collection', id: 4 });
  expect(modeOf({ set: ['4', '5'] })).toEqual({ kind: 'all' });
  expect(modeOf({ set: ['4'], saved_search: '9' })).toEqual({ kind: 'savedsearch', id: 9 });
});

test('entering a collection or saved search takes the filters before away', () => {
  const before = { q: 'road', status: ['draft'], at: '1,2,3' };
  expect({ ...before, ...inCollection(4) }).toMatchObject({ q: undefined, set: ['4'], at: '1,2,3' });
  const entered = { ...before, ...inSavedSearch(9, { form: ['none'], within_km: 10, unknown: 'x', q: '' }) };
  expect(entered).toMatchObject({
    q: undefined,
    status: undefined,
    form: ['none'],
    within_km: '10',
    saved_search: '9',
    at: '1,2,3',
  });
});

test('what is stored is compared by what it asks for', () => {
  const stored = { tags: [2, 1], status: 'draft', q: '', has_location: 'mapped' };
  const search = {
    has_location: 'mapped',
    status: ['draft'],
    tags: ['1', '2'],
    saved_search: '9',
    at: '1,2,3',
  };
  expect(isChanged(search, stored)).toBe(false);
  expect(isChanged({ ...search, q: 'road' }, stored)).toBe(true);
  expect(isChanged({ ...search, tags: undefined }, stored)).toBe(true);
});
