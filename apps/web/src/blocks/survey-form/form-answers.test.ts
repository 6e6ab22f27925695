import type { Attribute } from '@waypost/contract/attributes';
import { expect, test } from 'vitest';
import { type Answers, isUntouched, newAnswers, photosDropped, toCheck, toPost } from './form-answers.ts';

const attribute = (key: string, over: Partial<Attribute> = {}): Attribute => ({
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
const photo = (savedId?: string) => ({
  blob: new Blob(['x']),
  name: 'a.jpg',
  caption: '',
  chosenBytes: 1,
  ...(savedId === undefined ? {} : { savedId }),
});
const survey = {
  tasks: [],
  attributes: [
    attribute('words', { default: 'as usual' }),
    attribute('photo', { type: 'media', input: 'upload' }),
    attribute('title', { type: 'title', default: 'Flood' }),
    attribute('depth', { type: 'decimal', input: 'number', default: 'deep' }),
    attribute('level', { input: 'radio', options: ['Low'], default: 'High' }),
  ],
};
const answers = (values: Answers['values']): Answers => ({ title: 'T', content: 'C', values, completed: [] });

test('a new form proposes what the survey proposes', () => {
  expect(newAnswers(survey)).toEqual({
    title: 'Flood',
    content: '',
    values: { words: ['as usual'] },
    completed: [],
  });
});

test('a picture that waits counts as an answer, and is sent by its id', () => {
  expect(toCheck(survey, answers({ photo: [photo()] }), 'draft').values).toEqual({ photo: ['1'] });
  expect(toPost(survey, answers({ photo: [photo('42')], words: ['a', ''] })).values).toEqual({
    photo: ['42'],
    words: ['a'],
  });
});

test('what the survey asks no more is not in the way', () => {
  const old = { ...answers({ gone: ['x'], words: ['a'] }), completed: [7] };
  expect(toCheck(survey, old, 'draft')).toMatchObject({ values: { words: ['a'] }, completed_stages: [] });
  expect(toPost(survey, old)).toMatchObject({ values: { words: ['a'] }, completed_stages: [] });
});

test('a row that was added and left empty is no change; another picture is', () => {
  const start = answers({ words: ['a'] });
  expect(isUntouched(answers({ words: ['a', ''] }), start)).toBe(true);
  expect(isUntouched(answers({ words: ['b'] }), start)).toBe(false);
  expect(isUntouched(answers({ words: ['a'], photo: [photo()] }), start)).toBe(false);
});

test('pictures taken out of a post are known, those still in it are left alone', () => {
  const before = answers({ photo: ['41', '42'] });
  expect(photosDropped(before, answers({ photo: ['42', photo('43')] }), ['photo'])).toEqual([41]);
});

test.each([
  ['1,5', '1.5000'],
  [' −2 ', '-2.0000'],
  ['١٢٫٥', '12.5000'],
  ['०,५', '0.5000'],
])('%s is sent as %s', (typed, sent) => {
  expect(toPost(survey, answers({ depth: [typed] })).values).toEqual({ depth: [sent] });
});
