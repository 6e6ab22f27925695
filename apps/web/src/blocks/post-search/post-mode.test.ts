import { expect, test } from 'vitest';
import { eachFurther } from './further-filters.ts';
import { inCollection, inSavedSearch, isChanged, modeOf } from './post-mode.ts';
import { countFilters, filtersOf, readPostSearch } from './post-search.ts';

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

test('filters that have no field here stay with the saved search, are asked for, and can be taken off', () => {
  const stored = {
    q: 'road',
    tags: { any: [1], all: [2, 3] },
    values: { colour: 'red' },
    parent: [],
    foo: 1,
  };
  const search = readPostSearch({ ...inSavedSearch(9, stored) });
  expect(search.tags).toEqual(['1']);
  expect(isChanged(search, stored)).toBe(false);
  const asked = { q: 'road', tags: { any: ['1'], all: [2, 3] }, values: { colour: 'red' } };
  expect(filtersOf(search)).toEqual(asked);
  expect(countFilters(search)).toBe(3);
  const said = eachFurther(search.more).map((it) => it.said);
  expect(said.toSorted()).toEqual(['colour: red', 'tags[all]: 2, 3']);
  const { values: _, ...left } = asked;
  const without = eachFurther(search.more).find((it) => it.said === 'colour: red')?.rest;
  expect(filtersOf({ ...search, more: without })).toEqual(left);
  expect(isChanged({ ...search, more: without }, stored)).toBe(true);
  expect(readPostSearch({ more: 'no JSON' })).toEqual({});
  expect(readPostSearch({ more: '{"post_id":"x","locale":"sw"}' })).toEqual({ more: '{"locale":"sw"}' });
});
