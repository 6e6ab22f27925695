import { expect, test } from 'vitest';
import { listExtraFilters } from './extra-filters.ts';
import { differsFromSaved, enterCollection, enterSavedSearch, readPostMode } from './post-mode.ts';
import { countActiveFilters, parsePostSearch, toApiFilters } from './post-search.ts';

test('reads the mode from the search parameters', () => {
  expect(readPostMode({})).toEqual({ kind: 'all' });
  expect(readPostMode({ set: ['4'], q: 'road' })).toEqual({ kind: 'collection', id: 4 });
  expect(readPostMode({ set: ['4', '5'] })).toEqual({ kind: 'all' });
  expect(readPostMode({ set: ['4'], saved_search: '9' })).toEqual({ kind: 'savedsearch', id: 9 });
});

test('entering a collection or saved search clears the previous filters', () => {
  const before = { q: 'road', status: ['draft'], at: '1,2,3' };
  expect({ ...before, ...enterCollection(4) }).toMatchObject({ q: undefined, set: ['4'], at: '1,2,3' });
  const entered = {
    ...before,
    ...enterSavedSearch(9, { form: ['none'], within_km: 10, unknown: 'x', q: '' }),
  };
  expect(entered).toMatchObject({
    q: undefined,
    status: undefined,
    form: ['none'],
    within_km: '10',
    saved_search: '9',
    at: '1,2,3',
  });
});

test('compares stored filters by their meaning', () => {
  const stored = { tags: [2, 1], status: 'draft', q: '', has_location: 'mapped' };
  const search = {
    has_location: 'mapped',
    status: ['draft'],
    tags: ['1', '2'],
    saved_search: '9',
    at: '1,2,3',
  };
  expect(differsFromSaved(search, stored)).toBe(false);
  expect(differsFromSaved({ ...search, q: 'road' }, stored)).toBe(true);
  expect(differsFromSaved({ ...search, tags: undefined }, stored)).toBe(true);
});

test('filters without a field stay with the saved search, are sent, and can be removed', () => {
  const stored = {
    q: 'road',
    tags: { any: [1], all: [2, 3] },
    values: { colour: 'red' },
    parent: [],
    foo: 1,
  };
  const search = parsePostSearch({ ...enterSavedSearch(9, stored) });
  expect(search.tags).toEqual(['1']);
  expect(differsFromSaved(search, stored)).toBe(false);
  const expectedFilters = { q: 'road', tags: { any: ['1'], all: [2, 3] }, values: { colour: 'red' } };
  expect(toApiFilters(search)).toEqual(expectedFilters);
  expect(countActiveFilters(search)).toBe(3);
  const labels = listExtraFilters(search.more).map((it) => it.label);
  expect(labels.toSorted()).toEqual(['colour: red', 'tags[all]: 2, 3']);
  const { values: _, ...left } = expectedFilters;
  const without = listExtraFilters(search.more).find((it) => it.label === 'colour: red')?.rest;
  expect(toApiFilters({ ...search, more: without })).toEqual(left);
  expect(differsFromSaved({ ...search, more: without }, stored)).toBe(true);
  expect(parsePostSearch({ more: 'no JSON' })).toEqual({});
  expect(parsePostSearch({ more: '{"post_id":"x","locale":"sw"}' })).toEqual({ more: '{"locale":"sw"}' });
});
