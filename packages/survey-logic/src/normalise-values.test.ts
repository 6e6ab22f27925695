import { expect, test } from 'vitest';
import { collectCategories, normaliseValues } from './normalise-values.ts';
import type { SurveyAttribute } from './survey-definition.ts';

const createAttribute = (
  key: string,
  type: SurveyAttribute['type'],
  input: SurveyAttribute['input'] = 'text',
) =>
  ({
    id: 1,
    key,
    label: key,
    type,
    input,
    required: false,
    cardinality: 0,
    options: null,
    priority: 1,
    form_stage_id: 1,
  }) satisfies SurveyAttribute;

const attributes = [
  createAttribute('int', 'int'),
  createAttribute('dec', 'decimal'),
  createAttribute('when', 'datetime'),
  createAttribute('place', 'point'),
  createAttribute('rel', 'relation'),
  createAttribute('cats', 'tags'),
  createAttribute('more', 'tags'),
  createAttribute('words', 'varchar', 'checkbox'),
  createAttribute('film', 'varchar', 'video'),
  createAttribute('title', 'title'),
];

test('normalises every type to one encoding', () => {
  const values = {
    int: ['3', ''],
    dec: [12.5, '-0.00004'],
    when: ['2019-12-01T07:30:00+02:00', '2019-12-01'],
    place: [{ lat: '-1.29', lon: 36.82 }],
    rel: [290, { id: 7 }],
    cats: [3, '3', { id: 9 }],
    words: ['a', 'b\u0000', 'a'],
    film: ['https://youtu.be/dQw4w9WgXcQ'],
    message_location: [{ lat: 1, lon: 1 }],
    title: ['never here'],
    unknown: ['x'],
    empty: [],
  };
  expect(normaliseValues(attributes, values)).toEqual({
    int: [3],
    dec: ['12.5000', '0.0000'],
    when: ['2019-12-01 05:30:00', '2019-12-01 00:00:00'],
    place: [{ lon: 36.82, lat: -1.29 }],
    rel: ['290', '7'],
    cats: ['3', '9'],
    words: ['a', 'b'],
    film: ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
  });
});

test('does not change normalised values', () => {
  const normalised = normaliseValues(attributes, {
    dec: ['1e3'],
    when: ['2020-02-29 23:59'],
    film: ['https://vimeo.com/76979871', 'https://youtu.be/dQw4w9WgXcQ'],
  });
  expect(normaliseValues(attributes, normalised)).toEqual(normalised);
});

test('collects categories of all attributes without duplicates', () => {
  expect(collectCategories(attributes, { cats: [3, 9], more: ['9', 4] })).toEqual(['3', '9', '4']);
});
