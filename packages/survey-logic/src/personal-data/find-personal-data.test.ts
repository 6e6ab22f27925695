import { expect, test } from 'vitest';
import { measureGrowth } from '../testing/measure-growth.ts';
import { findPersonalData, redact } from './find-personal-data.ts';
import { measurePersonalData } from './measure.ts';
import { samples } from './test-set.ts';

test('nine of ten findings are right, and nine of ten expected ones are found', () => {
  const { precision, recall, faults } = measurePersonalData(samples);
  expect(precision, faults.join('\n')).toBeGreaterThanOrEqual(0.9);
  expect(recall, faults.join('\n')).toBeGreaterThanOrEqual(0.9);
});

test('a removed part leaves a mark, and the offsets are those of the text as written', () => {
  const text = 'اتصلوا على ٠١٠٠ ١٢٣ ٤٥٦٧ الآن';
  expect(redact(text, findPersonalData(text, { country: 'EG' }))).toBe('اتصلوا على […] الآن');
  const two = 'Write to a@example.org or b@example.org.';
  expect(redact(two, findPersonalData(two))).toBe('Write to […] or […].');
});

test('numbers with check digits count only if they fit', () => {
  const kindsOf = (text: string, country?: string) =>
    findPersonalData(text, { country }).map(({ kind }) => kind);
  expect(kindsOf('GB82 WEST 1234 5698 7654 32')).toEqual(['document']);
  expect(kindsOf('GB83 WEST 1234 5698 7654 32')).not.toContain('document');
  expect(kindsOf('4111 1111 1111 1111')).toEqual(['document']);
  expect(kindsOf('4111 1111 1111 1112')).not.toContain('document');
});

test('long texts take time in proportion to their length', () => {
  const sentence =
    'Call 0711 222 333 or write to a.b.c.d@e-f-g.h, Dr Jane Wanjiku, 12 Church Road, 1-2-3-4-5. ';
  const find = (count: number) => findPersonalData(sentence.repeat(count), { country: 'KE' });
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth(find, 10, 64)).toBeLessThan(8);
});
