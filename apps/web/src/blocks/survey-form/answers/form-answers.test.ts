import type { Attribute } from '@waypost/contract/surveys/attributes';
import { expect, test } from 'vitest';
import {
  type Answers,
  createAnswers,
  isUnchanged,
  listRemovedPhotoIds,
  toPostCandidate,
  toPostInput,
} from './form-answers.ts';

const createAttribute = (key: string, over: Partial<Attribute> = {}): Attribute => ({
  id: 1,
  url: '',
  key,
  label: key,
  instructions: null,
  input: 'text',
  type: 'varchar',
  required: false,
  default: null,
  priority: 1,
  options: null,
  cardinality: 0,
  config: [],
  form_stage_id: 1,
  response_private: false,
  allowed_privileges: [],
  ...over,
});
const createPhoto = (savedId?: string) => ({
  blob: new Blob(['x']),
  name: 'a.jpg',
  caption: '',
  chosenBytes: 1,
  ...(savedId === undefined ? {} : { savedId }),
});
const survey = {
  tasks: [],
  attributes: [
    createAttribute('words', { default: 'as usual' }),
    createAttribute('photo', { type: 'media', input: 'upload' }),
    createAttribute('title', { type: 'title', default: 'Flood' }),
    createAttribute('depth', { type: 'decimal', input: 'number', default: 'deep' }),
    createAttribute('level', { input: 'radio', options: ['Low'], default: 'High' }),
  ],
};
const createAnswersWith = (values: Answers['values']): Answers => ({
  title: 'T',
  content: 'C',
  values,
  completed: [],
});

test('a new form contains the defaults of the survey', () => {
  expect(createAnswers(survey)).toEqual({
    title: 'Flood',
    content: '',
    values: { words: ['as usual'] },
    completed: [],
  });
});

test('a pending picture counts as an answer and is sent by its id', () => {
  expect(toPostCandidate(survey, createAnswersWith({ photo: [createPhoto()] }), 'draft').values).toEqual({
    photo: ['1'],
  });
  expect(
    toPostInput(survey, createAnswersWith({ photo: [createPhoto('42')], words: ['a', ''] })).values,
  ).toEqual({
    photo: ['42'],
    words: ['a'],
  });
});

test('ignores answers to attributes and tasks that were removed from the survey', () => {
  const oldAnswers = { ...createAnswersWith({ gone: ['x'], words: ['a'] }), completed: [7] };
  expect(toPostCandidate(survey, oldAnswers, 'draft')).toMatchObject({
    values: { words: ['a'] },
    completed_stages: [],
  });
  expect(toPostInput(survey, oldAnswers)).toMatchObject({ values: { words: ['a'] }, completed_stages: [] });
});

test('an empty added row is no change; another picture is', () => {
  const start = createAnswersWith({ words: ['a'] });
  expect(isUnchanged(createAnswersWith({ words: ['a', ''] }), start)).toBe(true);
  expect(isUnchanged(createAnswersWith({ words: ['b'] }), start)).toBe(false);
  expect(isUnchanged(createAnswersWith({ words: ['a'], photo: [createPhoto()] }), start)).toBe(false);
});

test('lists the pictures that were removed from a post', () => {
  const before = createAnswersWith({ photo: ['41', '42'] });
  expect(
    listRemovedPhotoIds(before, createAnswersWith({ photo: ['42', createPhoto('43')] }), ['photo']),
  ).toEqual([41]);
});

test.each([
  ['1,5', '1.5000'],
  [' −2 ', '-2.0000'],
  ['١٢٫٥', '12.5000'],
  ['०,५', '0.5000'],
])('%s is sent as %s', (typed, expected) => {
  expect(toPostInput(survey, createAnswersWith({ depth: [typed] })).values).toEqual({ depth: [expected] });
});
