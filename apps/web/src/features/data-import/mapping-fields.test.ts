import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { expect, test } from 'vitest';
import {
  buildMappingFieldGroups,
  findColumnOfField,
  findMappingErrors,
  formatMapsTo,
  parseMapsTo,
  setColumns,
} from './mapping-fields.ts';

const propertyNames = { title: 'T', content: 'C', post_date: 'D', author_realname: 'A', author_email: 'E' };
const createTask = (id: number, type: 'post' | 'task') =>
  ({ id, type, label: `Task ${id}`, priority: id }) as Task;
const createAttribute = (id: number, overrides: Partial<Attribute>) =>
  ({
    id,
    key: `k${id}`,
    label: `L${id}`,
    type: 'varchar',
    input: 'text',
    cardinality: 1,
    options: null,
    priority: id,
    form_stage_id: 1,
    required: false,
    ...overrides,
  }) as Attribute;

const groups = buildMappingFieldGroups(
  [createTask(2, 'task'), createTask(1, 'post')],
  [
    createAttribute(1, { type: 'title', label: 'Headline' }),
    createAttribute(2, { type: 'point', required: true }),
    createAttribute(3, { form_stage_id: 2, required: true }),
  ],
  propertyNames,
);
const rows = groups.flatMap((group) => group.rows);

test('lists fields in survey order, places as two coordinates, and no required fields of tasks', () => {
  expect(rows.map((row) => [row.target, row.label, row.isRequired])).toEqual([
    ['title', 'Headline', true],
    ['content', 'C', true],
    ['k2.lat', 'L2', true],
    ['k2.lon', 'L2', true],
    ['k3', 'L3', false],
    ['post_date', 'D', false],
    ['author_realname', 'A', false],
    ['author_email', 'E', false],
  ]);
});

test('converts a mapping to the API format and back', () => {
  const mapsTo = ['title', null, 'k2.lat'];
  expect(formatMapsTo(parseMapsTo(mapsTo, rows), 3)).toEqual(mapsTo);
});

test('several columns of a field are kept in the order of the file', () => {
  const mapsTo = ['content', 'title', null, 'content', 'post_date', 'post_date'];
  const columnsByTarget = parseMapsTo(mapsTo, rows);
  expect(columnsByTarget).toEqual({ title: [1], content: [0, 3], post_date: [4, 5] });
  expect(formatMapsTo(columnsByTarget, 6)).toEqual(mapsTo);
  expect(formatMapsTo(setColumns(columnsByTarget, 'content', [3, 2, 0]), 6)).toEqual(
    formatMapsTo(setColumns(columnsByTarget, 'content', [0, 2, 3]), 6),
  );
  expect(setColumns(columnsByTarget, 'title', [])).toEqual({ content: [0, 3], post_date: [4, 5] });
});

test('only times and texts can have several columns', () => {
  expect(Object.fromEntries(rows.map((row) => [row.target, row.maxColumns]))).toEqual({
    title: 10,
    content: 10,
    'k2.lat': 1,
    'k2.lon': 1,
    k3: 10,
    post_date: 2,
    author_realname: 1,
    author_email: 1,
  });
});

test('a column with both coordinates is chosen for either', () => {
  const mapsTo = ['title', null, 'k2', 'k3'];
  const columnsByTarget = parseMapsTo(mapsTo, rows);
  expect(columnsByTarget).toEqual({ title: [0], 'k2.lat': [2], 'k2.lon': [2], k3: [3] });
  expect(formatMapsTo(columnsByTarget, 4)).toEqual(mapsTo);
  expect(findColumnOfField(mapsTo, 'k2.lon')).toBe(2);
  expect(findMappingErrors({ ...columnsByTarget, content: [1] }, rows, { fromColumn: false })).toEqual([]);
});

test('lists errors in the order in which to correct them', () => {
  const listRules = (columnsByTarget: Record<string, number[]>, fromColumn = false) =>
    findMappingErrors(columnsByTarget, rows, { fromColumn }).map((error) => error.rule);
  const complete = { title: [0], content: [1], 'k2.lat': [2], 'k2.lon': [3] };
  expect(listRules({})).toEqual(['none']);
  expect(listRules(complete)).toEqual([]);
  expect(listRules({ title: [0] })).toEqual(['required']);
  expect(listRules({ ...complete, title: [0, 4] })).toEqual([]);
  expect(listRules({ ...complete, k3: [0] })).toEqual(['twice']);
  expect(listRules(complete, true)).toEqual(['status']);
  expect(listRules({ ...complete, status: [4] }, true)).toEqual([]);
});
