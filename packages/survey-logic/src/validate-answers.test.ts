import { describe, expect, test } from 'vitest';
import { answerErrorsToFieldErrors } from './answer-errors.ts';
import type { SurveyAttribute, SurveyDefinition, SurveyTask } from './survey-definition.ts';
import { type PostCandidate, type ValidationOptions, validateAnswers } from './validate-answers.ts';

const createTask = (overrides: Partial<SurveyTask>): SurveyTask => ({
  id: 1,
  label: 'Post',
  type: 'post',
  priority: 0,
  required: false,
  show_when_published: true,
  task_is_internal_only: false,
  ...overrides,
});
const createAttribute = (overrides: Partial<SurveyAttribute>): SurveyAttribute => ({
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
  ...overrides,
});
const createSurvey = (attribute: Partial<SurveyAttribute>, ...tasks: SurveyTask[]): SurveyDefinition => ({
  tasks: [createTask({}), ...tasks],
  attributes: [createAttribute(attribute)],
});
const createPost = (overrides: Partial<PostCandidate>): PostCandidate => ({
  title: 'Bridge closed',
  content: 'Water over the deck.',
  values: {},
  completed_stages: [],
  status: 'draft',
  ...overrides,
});
const validate = (
  survey: SurveyDefinition,
  post: Partial<PostCandidate>,
  options: Partial<ValidationOptions> = {},
) => validateAnswers(survey, createPost(post), { canManagePosts: true, ...options }).map((it) => it.rule);

describe('answers by type', () => {
  const cases: [Partial<SurveyAttribute>, unknown[], string[]][] = [
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
    [{ type: 'phone', input: 'phone', cardinality: 2 }, ['+4232345678', '+41446681800'], []],
    [{ type: 'phone', input: 'phone' }, ['2345678'], ['valueType']],
    [{ type: 'phone', input: 'phone' }, ['+423 234 56 78'], ['valueType']],
    [{ input: 'video' }, ['https://youtu.be/dQw4w9WgXcQ'], []],
    [{ input: 'video' }, ['https://example.org/film'], ['valueType']],
  ];
  test.each(cases)('%o takes %o: %o', (attribute, answers, expected) => {
    expect(validate(createSurvey(attribute), { values: { k: answers } })).toEqual(expected);
  });
});

test('ignores empty answers', () => {
  const survey = createSurvey({ type: 'int' });
  expect(validate(survey, { values: { k: ['', null, 4] } })).toEqual([]);
  expect(validate(createSurvey({ type: 'point' }), { values: { k: [{ lat: null, lon: null }] } })).toEqual(
    [],
  );
});

test('rejects an answer that is not in a list, and accepts a missing one', () => {
  expect(validate(createSurvey({}), { values: { k: 'high' } })).toEqual(['notAnArray']);
  expect(validate(createSurvey({}), { values: { k: null } })).toEqual([]);
});

test('cardinality limits the number of answers; 0 means unlimited', () => {
  expect(validate(createSurvey({ cardinality: 2 }), { values: { k: ['a', 'b', 'c'] } })).toEqual([
    'tooManyValues',
  ]);
  expect(validate(createSurvey({ cardinality: 0 }), { values: { k: ['a', 'b', 'c'] } })).toEqual([]);
});

test('rejects an answer that is not an option, unless it was stored before the option was removed', () => {
  const survey = createSurvey({ input: 'radio', options: ['Low', 'High'] });
  expect(validate(survey, { values: { k: ['High'] } })).toEqual([]);
  expect(validate(survey, { values: { k: ['Medium'] } })).toEqual(['valueOption']);
  expect(validate(survey, { values: { k: ['Medium'] } }, { storedValues: { k: ['Medium'] } })).toEqual([]);
});

test('reports unknown keys, including names of prototype members', () => {
  expect(validate(createSurvey({}), { values: { other: ['a'] } })).toEqual(['attributeDoesNotExist']);
  expect(validate(createSurvey({ key: 'constructor', required: true }), {})).toEqual([
    'postAttributeRequired',
  ]);
  expect(validate(createSurvey({}), { values: { message_location: [] } })).toEqual([]);
});

test('requires answers of the report on every save, those of a task once it is complete', () => {
  expect(validate(createSurvey({ required: true }), {})).toEqual(['postAttributeRequired']);
  const survey = createSurvey(
    { required: true, form_stage_id: 2 },
    createTask({ id: 2, type: 'task', label: 'Verify' }),
  );
  expect(validate(survey, {})).toEqual([]);
  expect(validate(survey, { completed_stages: [2] })).toEqual(['taskAttributeRequired']);
});

test('requires tasks before publishing, and lists all of them in one API v3 error', () => {
  const tasks = ['Verify', 'Act'].map((label, at) =>
    createTask({ id: at + 2, type: 'task', label, required: true }),
  );
  const survey = createSurvey({}, ...tasks);
  expect(validate(survey, { status: 'draft' })).toEqual([]);
  const faults = validateAnswers(survey, createPost({ status: 'published' }), { canManagePosts: true });
  expect(answerErrorsToFieldErrors(faults)).toEqual([
    { field: 'completed_stages', rule: 'stageRequired', params: { label: 'Verify", "Act' } },
  ]);
  expect(validate(survey, { completed_stages: [9] })).toEqual(['stageDoesNotExist']);
});

test('ignores internal tasks for users without Manage Posts, and rejects their answers to them', () => {
  const internal = createTask({ id: 2, type: 'task', required: true, task_is_internal_only: true });
  const survey = createSurvey({ required: true, form_stage_id: 2 }, internal);
  const withoutManagePosts = { canManagePosts: false };
  expect(validate(survey, { status: 'published', completed_stages: [] }, withoutManagePosts)).toEqual([]);
  expect(validate(survey, { completed_stages: [2] }, withoutManagePosts)).toEqual([]);
  expect(validate(survey, { values: { k: ['x'] } }, withoutManagePosts)).toEqual(['attributeDoesNotExist']);
});

test('rejects long titles everywhere, and missing titles only if required', () => {
  const survey = createSurvey({});
  expect(validate(survey, { title: 'x'.repeat(151) })).toEqual(['maxlength']);
  expect(validate(survey, { title: null, content: null })).toEqual([]);
  expect(validate(survey, { title: ' ', content: '' }, { requiresTitle: true })).toEqual([
    'required',
    'required',
  ]);
  expect(validate(survey, { title: 'x' }, { requiresTitle: true })).toEqual(['minlength']);
});
