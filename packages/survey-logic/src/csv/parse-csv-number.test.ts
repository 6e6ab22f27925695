import { expect, test } from 'vitest';
import { guessDecimal, isWrittenNumber, normaliseNumber } from './parse-csv-number.ts';

test.each([
  ['1,234.5', ',', '1234.5'],
  ['1.234,5', '.', '1234.5'],
  ['36,8', '.', '36.8'],
  ['0,900', '.', '0.900'],
  ['-0.900', ',', '-0.900'],
  ['1,250', '.', '1250'],
  ['1,250', ',', '1.250'],
  ['1.250', ',', '1250'],
  ['1.250', '.', '1.250'],
  ['1,234,567', ',', '1234567'],
  ['12,34,567', '.', '1234567'],
  ['1 234', '.', '1234'],
  ['1\u202f234,5', '.', '1234.5'],
  ["12'345.6", ',', '12345.6'],
  ['\u22121.28', '.', '-1.28'],
  ['1234,567', '.', '1234.567'],
  ['١٬٢٥٠٫٥', '.', '1250.5'],
  ['١٫٢٥٠', ',', '1.250'],
  ['१,२५०', '.', '1250'],
  ['1,5e3', '.', '1.5e3'],
  ['12.5 %', '.', '12.5'],
  ['25%', 'whole', '25'],
  ['٢٥٪', '.', '25'],
  ['1,250', 'whole', '1250'],
  ['1.250', 'whole', '1250'],
  ['36,821', 'coordinate', '36.821'],
  ['-1.283', 'coordinate', '-1.283'],
] as const)('the number %s with %s is %s', (text, reading, plain) => {
  expect([normaliseNumber(text, reading), isWrittenNumber(text)]).toEqual([plain, true]);
});

test.each([
  '0 900',
  'many',
  '',
  '12 13',
  '1,2,3',
  '1.2.3,4',
  '1,23.4',
  '+254 700 123456',
  '1,250 m',
  '-',
  '1'.repeat(61),
])('is no number: %s', (text) => {
  expect([normaliseNumber(text, '.'), isWrittenNumber(text)]).toEqual([text, false]);
});

test.each([
  ['a semicolon file has decimal commas', ['1,250', '2,105'], ';', ',', false],
  ['a group never begins with 0', ['1,250', '0,900'], '\t', ',', false],
  ['a comma file has decimal points', ['1.250', '2.105'], ',', '.', false],
  ['groups in a comma file are asked', ['1,250', '2,105'], ',', '.', true],
  ['points in a semicolon file are asked', ['1.250'], ';', ',', true],
  ['other numbers show it', ['1,250', '7.5'], ';', '.', false],
  ['groups show it', ['1,250', '1,250,000'], ';', '.', false],
  ['numbers that contradict each other are asked', ['1,250', '7.5', '3,5', '4,5'], ',', ',', true],
  ['contradictions without doubt are not', ['7.5', '3,5'], ',', '.', false],
  ['no marks', ['1', '2'], ',', '.', false],
] as const)('%s', (_, numbers, delimiter, decimal, isAmbiguous) => {
  expect(guessDecimal(numbers, delimiter === ';' ? ',' : '.')).toEqual({ decimal, isAmbiguous });
});
