import { expect, test } from 'vitest';
import type { SurveyAttribute } from '../survey-definition.ts';
import { guessMapping } from './guess-mapping.ts';

const createField = (key: string, over: Partial<SurveyAttribute>): SurveyAttribute => ({
  id: 1,
  key,
  label: key,
  type: 'media',
  input: 'upload',
  required: false,
  cardinality: 1,
  options: [],
  priority: 1,
  form_stage_id: 1,
  ...over,
});
const fields = [
  createField('Title', { type: 'title', input: 'text' }),
  createField('Text', { type: 'description', input: 'textarea' }),
  createField('Photo', {}),
  createField('Gallery', { cardinality: 0 }),
];
const picture = (at: number) => `https://example.org/${at}.jpg`;

test('columns beyond the pictures of a field are not left out', () => {
  const onePhoto = fields.filter(({ key }) => key !== 'Gallery');
  const row = [picture(1), picture(2)];
  expect(guessMapping(['Photo 1', 'Photo 2'], onePhoto, [row]).mapsTo).toEqual(['Photo', 'Photo']);
  expect(guessMapping(['Logo', 'Source'], onePhoto, [row]).mapsTo).toEqual(['Photo', null]);
});

test.each<[string, string, string[][], (string | null)[]]>([
  [
    'by the ending of addresses',
    'Count,Link',
    [
      ['2', `${picture(1)}?x=1`],
      ['3', 'http://a.org/PICTURE.PNG'],
    ],
    [null, 'Photo'],
  ],
  ['by a heading for any address', 'Photo,Photo link', [['3', 'https://example.org/?id=7']], [null, 'Photo']],
  [
    'not by a heading alone',
    'Picture,Photos',
    [
      ['sunset', '20240102'],
      ['none', '3'],
    ],
    [null, null],
  ],
  [
    'not in texts with addresses',
    'Comments,Photo',
    [[`Dam broke, see ${picture(1)}`, picture(2)]],
    ['content', 'Photo'],
  ],
  ['first by their headings', 'Link,Photo 2', [[picture(1), picture(2)]], [null, 'Photo']],
  [
    'for the field that the heading names',
    'Gallery,Old photo',
    [[picture(1), picture(2)]],
    ['Gallery', 'Photo'],
  ],
  [
    'in several columns for several pictures',
    'Photo 1,Photo 2,Photo 3',
    [[picture(1), picture(2), picture(3)]],
    ['Photo', 'Gallery', 'Gallery'],
  ],
  ['in files that exports name', 'Photo', [[`5/2/52c81f${'0'.repeat(26)}.jpg`]], ['Photo']],
  [
    'not from web pages',
    'Media,Website',
    [['https://example.org/news', 'https://example.org/']],
    [null, null],
  ],
])('pictures are guessed %s', (_, headings, rows, targets) => {
  expect(guessMapping(headings.split(','), fields, rows).mapsTo).toEqual(targets);
});
