import type { Attribute } from '@waypost/contract/surveys/attributes';
import { type FieldKind, fieldKinds } from '@waypost/contract/surveys/field-types';
import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { readTextAnswers } from './read-text-answers.ts';
import { foldWords } from './text-words.ts';

/** A field whose key is its label. */
const field = (kind: FieldKind, label: string, overrides: Partial<Attribute> = {}): Attribute => ({
  id: 1,
  url: '',
  key: label,
  label,
  instructions: null,
  ...fieldKinds[kind],
  required: false,
  default: null,
  priority: 1,
  options: null,
  cardinality: 1,
  config: [],
  form_stage_id: 1,
  response_private: false,
  allowed_privileges: [],
  ...overrides,
});
const numbers = (...labels: string[]) => labels.map((label) => field('int', label));
const select = (label: string, ...options: string[]) => field('select', label, { options });
const read = (text: string, attributes: readonly Attribute[], order: 'dmy' | 'mdy' = 'dmy') =>
  readTextAnswers(text, { attributes, categories: [] }, order);

test.each([
  ['Injured: 3, dead: 2', { Injured: ['3'], Dead: ['2'] }],
  ['3 people injured and 2 dead', { Injured: ['3'], Dead: ['2'] }],
  ['Flood at the bridge. 14 injured.', { Injured: ['14'] }],
  ['injured=7', { Injured: ['7'] }],
  ['1,200 injured', { Injured: ['1200'] }],
])('a number beside the name of a field answers it: %s', (text, answers) => {
  expect(read(text, numbers('Injured', 'Dead'))).toEqual(answers);
});

test.each([
  ['عدد الجرحى: ٣', 'عدد الجرحى', '3'],
  ['۱۲ جرحى في الحي', 'الجرحى', '12'],
  ['زخمی: ۲۵', 'تعداد زخمی', '25'],
  ['Hay 3 personas heridas en la calle', 'Número de heridas', '3'],
  ['5 personnes sont blessées', 'Combien de blessées ?', '5'],
  ['6 pessoas feridas', 'Pessoas feridas', '6'],
  ['4 orang terluka', 'Jumlah orang terluka', '4'],
  ['watu 9 waliojeruhiwa', 'Idadi ya watu waliojeruhiwa', '9'],
  ['пострадавших: 11', 'Количество пострадавших', '11'],
  ['постраждалих 8 осіб', 'Кількість постраждалих', '8'],
  ['घायल: १५', 'घायलों की संख्या', undefined],
  ['घायल: १५', 'घायल', '15'],
  ['7 moun blese', 'Konbyen moun blese', '7'],
  ['3人受伤', '受伤人数', '3'],
])('in any language and script: %s', (text, label, number) => {
  expect(read(text, numbers(label))).toEqual(number === undefined ? {} : { [label]: [number] });
});

test.each([
  'injured between 3-5',
  '3 - 5 injured',
  '100+ injured',
  '30% injured',
  'Call 0711 222 333 injured',
  'injured 0711222333',
  '2 killed 3 injured 5 missing',
  'Were 3 injured?',
  'Ward 3, many injured',
  '5 houses, injured unknown',
  'at 12:30 injured',
  'room 007 injured',
  'Block B-3 injured',
  '3.5 injured',
  '3 injured. Later: 5 injured.',
  '12/05/2025 injured',
  'no number of injured',
  '',
])('anything unclear is left out: %s', (text) => {
  expect(read(text, numbers('Injured'))).toEqual({});
});

test('a number that two fields claim belongs to the one with the longer name', () => {
  expect(read('3 injured children', numbers('Injured', 'Injured children'))).toEqual({
    'Injured children': ['3'],
  });
  expect(
    read('12 houses destroyed, 5 houses damaged', numbers('Houses destroyed', 'Houses damaged')),
  ).toEqual({
    'Houses destroyed': ['12'],
    'Houses damaged': ['5'],
  });
});

test('a number in another unit than that of the field is left out', () => {
  const level = field('decimal', 'Water level (m)');
  expect(read('water level 2.5 m', [level])).toEqual({ 'Water level (m)': ['2.5'] });
  expect(read('water level: 1,5', [level])).toEqual({ 'Water level (m)': ['1.5'] });
  expect(read('water level 250 cm', [level])).toEqual({});
  expect(read('water level 250cm', [level])).toEqual({});
  expect(read('water level 1.250', [level])).toEqual({});
  expect(read('water level: -2', [field('int', 'Water level')])).toEqual({ 'Water level': ['-2'] });
});

test.each([
  ['It happened on 03/04/2025 near the river', 'dmy', '2025-04-03'],
  ['It happened on 03/04/2025 near the river', 'mdy', '2025-03-04'],
  ['On 25/12/2025', 'mdy', '2025-12-25'],
  ['05.06.2025', 'dmy', '2025-06-05'],
  ['05.06.2025', 'mdy', undefined],
  ['25.06.2025', 'dmy', '2025-06-25'],
  ['2025-01-31', 'mdy', '2025-01-31'],
  ['on 31 December 2024, in the night', 'dmy', '2024-12-31'],
  ['December 31, 2024', 'dmy', '2024-12-31'],
  ['el 5 de enero de 2025', 'dmy', '2025-01-05'],
  ['le 1er mars 2025', 'dmy', '2025-03-01'],
  ['5 января 2025', 'dmy', '2025-01-05'],
  ['31 desanm 2024', 'dmy', '2024-12-31'],
  ['我们2024年12月31日看到洪水', 'dmy', '2024-12-31'],
  ['١٢/٠٥/٢٠٢٥', 'dmy', '2025-05-12'],
  ['۲۰۲۵/۰۵/۱۲', 'dmy', '2025-05-12'],
  ['۱۴۰۳/۰۵/۱۲', 'dmy', undefined],
  ['12/05/25', 'dmy', undefined],
  ['31/02/2025', 'dmy', undefined],
  ['between 01/02/2025 and 03/02/2025', 'dmy', undefined],
  ['reference 1/12/05/2025/7', 'dmy', undefined],
  ['yesterday', 'dmy', undefined],
] as const)('a date in full answers the only field for a date: %s, %s', (text, order, day) => {
  expect(read(text, [field('date', 'Date')], order)).toEqual(day === undefined ? {} : { Date: [day] });
});

test('with several fields for dates, only one that the text names is answered', () => {
  const fields = [field('date', 'Flooded on'), field('date', 'Repaired')];
  expect(read('seen 03/04/2025', fields)).toEqual({});
  expect(read('Flooded 03/04/2025, repaired: 05/04/2025', fields)).toEqual({
    'Flooded on': ['2025-04-03'],
    Repaired: ['2025-04-05'],
  });
});

test('a field for a time takes the time in the time zone of the device, or else midnight', () => {
  const [seen] = [field('datetime', 'Seen')];
  const store = (local: string) => new Date(local).toISOString().slice(0, 19).replace('T', ' ');
  expect(read('on 03/04/2025', [seen])).toEqual({ Seen: [store('2025-04-03T00:00')] });
  expect(read('Seen on 2026-11-25', [seen])).toEqual({ Seen: [store('2026-11-25T00:00')] });
  const stored = store('2025-04-03T17:30');
  expect(read('03/04/2025 17:30', [seen])).toEqual({ Seen: [stored] });
  expect(read('03/04/2025 at 5:30 pm, at the river', [seen])).toEqual({ Seen: [stored] });
  expect(read('03/04/2025 25:30', [seen])).toEqual({});
});

test('coordinates answer the only field for a place', () => {
  const place = field('location', 'Place');
  expect(read('Fire at -1.2921, 36.8219 now', [place])).toEqual({ Place: [{ lat: -1.2921, lon: 36.8219 }] });
  expect(read('It is at -1.2921, 36.8219. Come.', [place])).toEqual({
    Place: [{ lat: -1.2921, lon: 36.8219 }],
  });
  expect(read('١.٢٩٢١ ٣٦٫٨٢١٩', [place])).toEqual({ Place: [{ lat: 1.2921, lon: 36.8219 }] });
  expect(read('12.05 S 77.04 W', [place])).toEqual({ Place: [{ lat: -12.05, lon: -77.04 }] });
  expect(read('-1.2921, 36.8219 or -1.3000, 36.9000', [place])).toEqual({});
  expect(read('99.2921, 36.8219', [place])).toEqual({});
  expect(read('-1.2921, 36.8219', [place, field('location', 'Home')])).toEqual({});
});

test.each([
  ['The road is blocked by trees', 'Road'],
  ['Roads are flooded and the school is closed', undefined],
  ['no road is passable', undefined],
  ['The police station burned', 'Police station'],
  ['The police came', 'Police'],
  ['Is the road open?', undefined],
  ['broad lanes', undefined],
])('an option named as a whole word is chosen: %s', (text, option) => {
  const fields = [select('What', 'Road', 'School', 'Police', 'Police station')];
  expect(read(text, fields)).toEqual(option === undefined ? {} : { What: [option] });
});

test('options that mean something only beside their question need it', () => {
  const fields = [select('Road passable', 'Yes', 'No'), select('Severity', 'High', 'Low')];
  expect(read('Yes, the water is high', fields)).toEqual({});
  expect(read('Road passable: no. Severity high', fields)).toEqual({
    'Road passable': ['No'],
    Severity: ['High'],
  });
});

test.each([
  ['pas de incendie ici', ['Incendie']],
  ['Hakuna mafuriko', ['Mafuriko']],
  ['لا يوجد حريق', ['حريق']],
  ['आग नहीं लगी', ['आग']],
  ['нет пожара', ['пожара']],
  ['没有火灾', ['火灾']],
])('what is denied is not chosen: %s', (text, options) => {
  expect(read(text, [select('What', ...options)])).toEqual({});
});

test.each([
  ['اندلع حريق في السوق', 'الحريق'],
  ['والحريق كبير', 'حريق'],
  ['बाज़ार में आग लगी है', 'आग'],
  ['市场发生火灾', '火灾'],
  ['Пожар на рынке', 'Пожар'],
  ['Hay una inundación', 'Inundaciones'],
])('whole words in other scripts: %s', (text, option) => {
  expect(read(text, [select('?', option)])).toEqual({ '?': [option] });
});

test('several answers are read where the field takes several', () => {
  const options = ['Water', 'Food', 'Shelter'];
  expect(read('We need water and food', [field('checkbox', 'Needs', { options, cardinality: 0 })])).toEqual({
    Needs: ['Water', 'Food'],
  });
  expect(read('We need water and food', [select('Needs', ...options)])).toEqual({});
});

test('categories that the field offers are found by their names', () => {
  const categories = [
    { id: 4, tag: 'Fire' },
    { id: 5, tag: 'Flooding' },
    { id: 6, tag: 'Other' },
  ];
  const readTags = (text: string, options: number[] | null, cardinality = 0) =>
    readTextAnswers(
      text,
      { attributes: [field('tags', 'Kinds', { options, cardinality })], categories },
      'dmy',
    );
  expect(readTags('A fire and flooding, others say', null)).toEqual({ Kinds: ['4', '5'] });
  expect(readTags('A fire and flooding', [5])).toEqual({ Kinds: ['5'] });
  expect(readTags('A fire and flooding', null, 1)).toEqual({});
});

test('a long text takes time in proportion to its length', () => {
  const sentence = 'Injured 3, 12 houses destroyed on 03/04/2025 by the river. ';
  const fields = [
    ...numbers('Injured', 'Houses destroyed'),
    select('What', 'River', 'Road'),
    field('date', 'Date'),
  ];
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth((count) => read(sentence.repeat(count), fields), 2, 64)).toBeLessThan(8);
});

test('words keep their script', () => {
  expect(foldWords('École publique')).toEqual(['ecole', 'publique']);
  expect(foldWords('الجرحى')).toEqual(['جرحي']);
});
