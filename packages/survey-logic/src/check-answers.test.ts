import { describe, expect, test } from 'vitest';
import { wireFaults } from './answer-faults.ts';
import { type CheckOptions, checkAnswers, type PostToCheck } from './check-answers.ts';
import type { Asked, AttributeRules, TaskRules } from './survey.ts';

const aTask = (over: Partial<TaskRules>): TaskRules => ({
  id: 1,
  label: 'Post',
  type: 'post',
  priority: 0,
  required: false,
  show_when_published: true,
  task_is_internal_only: false,
  ...over,
});
const anAttribute = (over: Partial<AttributeRules>): AttributeRules => ({
  id: 1,
  key: 'k',
  label: 'Water level',
  type: 'varchar',
  input: 'text',
  required: false,
  cardinality: 1,
  options: [],
  priority: 1,
  form_stage_id: 1,
  ...over,
});
const asking = (attribute: Partial<AttributeRules>, ...tasks: TaskRules[]): Asked => ({
  tasks: [aTask({}), ...tasks],
  attributes: [anAttribute(attribute)],
});
const aPost = (over: Partial<PostToCheck>): PostToCheck => ({
  title: 'Bridge closed',
  content: 'Water over the deck.',
  values: {},
  completed_stages: [],
  status: 'draft',
  ...over,
});
const rules = (survey: Asked, post: Partial<PostToCheck>, options: Partial<CheckOptions> = {}) =>
  checkAnswers(survey, aPost(post), { managesPosts: true, ...options }).map((it) => it.rule);

describe('answers by type', () => {
  const cases: [Partial<AttributeRules>, unknown[], string[]][] = [
    [{ type: 'varchar' }, ['x'.repeat(255)], []],
    [{ type: 'varchar' }, ['x'.repeat(256)], ['valueLength']],
    [{ type: 'varchar' }, [{ a: 1 }], ['valueType']],
    [{ type: 'text' }, ['x'.repeat(5000)], []],
    [{ type: 'int' }, ['12'], []],
    [{ type: 'int' }, [12.5], ['valueType']],
    [{ type: 'int' }, ['twelve'], ['valueType']],
    [{ type: 'decimal' }, ['12.5'], []],
    [{ type: 'decimal' }, ['1,5'], ['valueType']],
    [{ type: 'datetime' }, ['2019-12-01T05:30:00.000Z'], []],
    [{ type: 'datetime' }, ['2019-02-31'], ['valueType']],
    [{ type: 'point' }, [{ lat: -1.29, lon: 36.82 }], []],
    [{ type: 'point' }, [{ lat: '-1.29', lon: '36.82' }], []],
    [{ type: 'point' }, [{ lat: 91, lon: 0 }], ['valueType']],
    [{ type: 'point' }, [{ lat: 1 }], ['valueType']],
    [{ type: 'geometry' }, ['POLYGON((1 1,1 2,2 2,1 1))'], []],
    [{ type: 'geometry' }, ['here'], ['valueType']],
    [{ type: 'relation' }, ['290'], []],
    [{ type: 'relation' }, ['many'], ['valueType']],
    [{ type: 'media' }, [41], []],
    [{ type: 'tags', cardinality: 0 }, [3, 'Roads', { id: 9 }], []],
    [{ type: 'link' }, ['https://example.org'], []],
    [{ type: 'link' }, ['javascript:alert(1)'], ['valueType']],
    [{ input: 'video' }, ['https://youtu.be/dQw4w9WgXcQ'], []],
    [{ input: 'video' }, ['https://example.org/film'], ['valueType']],
  ];
  test.each(cases)('%o takes %o: %o', (attribute, answers, expected) => {
    expect(rules(asking(attribute), { values: { k: answers } })).toEqual(expected);
  });
});

test('empty answers do not count, neither as answers nor as faults', () => {
  const survey = asking({ type: 'int' });
  expect(rules(survey, { values: { k: ['', null, 4] } })).toEqual([]);
  expect(rules(asking({ type: 'point' }), { values: { k: [{ lat: null, lon: null }] } })).toEqual([]);
});

test('a single answer outside a list is refused, a missing one is not', () => {
  expect(rules(asking({}), { values: { k: 'high' } })).toEqual(['notAnArray']);
  expect(rules(asking({}), { values: { k: null } })).toEqual([]);
});

test('cardinality limits the answers; 0 does not', () => {
  expect(rules(asking({ cardinality: 2 }), { values: { k: ['a', 'b', 'c'] } })).toEqual(['tooManyValues']);
  expect(rules(asking({ cardinality: 0 }), { values: { k: ['a', 'b', 'c'] } })).toEqual([]);
});

test('an answer must be an option, unless it was stored before the option went', () => {
  const survey = asking({ input: 'radio', options: ['Low', 'High'] });
  expect(rules(survey, { values: { k: ['High'] } })).toEqual([]);
  expect(rules(survey, { values: { k: ['Medium'] } })).toEqual(['valueOption']);
  expect(rules(survey, { values: { k: ['Medium'] } }, { before: { k: ['Medium'] } })).toEqual([]);
});

test('unknown keys are named; prototype names are keys like any other', () => {
  expect(rules(asking({}), { values: { other: ['a'] } })).toEqual(['attributeDoesNotExist']);
  expect(rules(asking({ key: 'constructor', required: true }), {})).toEqual(['postAttributeRequired']);
  expect(rules(asking({}), { values: { message_location: [] } })).toEqual([]);
});

test('the report needs its required answers on every save, a task only once it is complete', () => {
  expect(rules(asking({ required: true }), {})).toEqual(['postAttributeRequired']);
  const survey = asking(
    { required: true, form_stage_id: 2 },
    aTask({ id: 2, type: 'task', label: 'Verify' }),
  );
  expect(rules(survey, {})).toEqual([]);
  expect(rules(survey, { completed_stages: [2] })).toEqual(['taskAttributeRequired']);
});

test('required tasks are due before publishing, and the wire names them all', () => {
  const tasks = ['Verify', 'Act'].map((label, at) =>
    aTask({ id: at + 2, type: 'task', label, required: true }),
  );
  const survey = asking({}, ...tasks);
  expect(rules(survey, { status: 'draft' })).toEqual([]);
  const faults = checkAnswers(survey, aPost({ status: 'published' }), { managesPosts: true });
  expect(wireFaults(faults)).toEqual([
    { field: 'completed_stages', rule: 'stageRequired', params: { label: 'Verify", "Act' } },
  ]);
  expect(rules(survey, { completed_stages: [9] })).toEqual(['stageDoesNotExist']);
});

test('an internal task neither burdens nor obeys those who do not manage posts', () => {
  const internal = aTask({ id: 2, type: 'task', required: true, task_is_internal_only: true });
  const survey = asking({ required: true, form_stage_id: 2 }, internal);
  const others = { managesPosts: false };
  expect(rules(survey, { status: 'published', completed_stages: [] }, others)).toEqual([]);
  expect(rules(survey, { completed_stages: [2] }, others)).toEqual([]);
  expect(rules(survey, { values: { k: ['x'] } }, others)).toEqual(['attributeDoesNotExist']);
});

test('titles: too long is refused everywhere, missing only where the form asks', () => {
  const survey = asking({});
  expect(rules(survey, { title: 'x'.repeat(151) })).toEqual(['maxlength']);
  expect(rules(survey, { title: null, content: null })).toEqual([]);
  expect(rules(survey, { title: ' ', content: '' }, { asksForTitle: true })).toEqual([
    'required',
    'required',
  ]);
  expect(rules(survey, { title: 'x' }, { asksForTitle: true })).toEqual(['minlength']);
});
