import { expect, test } from 'vitest';
import { formatPhoneNumber, readPhoneNumber } from './phone-numbers.ts';

test.each([
  ['234 56 78', 'LI', '+4232345678'],
  ['00423 234 56 78', 'LI', '+4232345678'],
  ['+41 (0)44 668 18 00', 'LI', '+41446681800'],
  ['(202) 555-0123', 'US', '+12025550123'],
  ['0711 222333', 'KE', '+254711222333'],
  ['254711222333', 'KE', '+254711222333'],
  ['٠٧١١ ٢٢٢٣٣٣', 'KE', '+254711222333'],
  ['\u2068+254 711 222333\u2069', undefined, '+254711222333'],
])('%s in %s is %s', (text, country, number) => {
  expect(readPhoneNumber(text, country)).toBe(number);
});

test.each([
  ['0711 222333', undefined],
  ['12345', 'KE'],
  ['+254 1', 'KE'],
  ['+999 234 56 78', 'KE'],
  ['0711 222333 (Ana)', 'KE'],
  ['0711 222333', 'nowhere'],
  ['1'.repeat(100_000), 'KE'],
  ['', 'KE'],
])('%s in %s is no number', (text, country) => {
  expect(readPhoneNumber(text, country)).toBeNull();
});

test('a number is written as abroad, and another text stays as it is', () => {
  expect(formatPhoneNumber('+4232345678')).toBe('+423 234 56 78');
  expect(formatPhoneNumber('ask Ana')).toBe('ask Ana');
});
