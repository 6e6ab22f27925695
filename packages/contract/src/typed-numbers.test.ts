import { expect, test } from 'vitest';
import { contactValueSchemas } from './contacts/contacts.ts';
import { asciiDigits, normalizePhone } from './typed-numbers.ts';

test.each([
  ['+49 151 23456789', '+4915123456789'],
  ['+49 (0) 151/234-567-89', '+4915123456789'],
  ['(0711) 000.111', '0711000111'],
  ['\u202a+254\u00a0711\u2013000\u2011111\u202c', '+254711000111'],
  ['\u0660\u0661\u06f2\u0969', '0123'],
  ['+254 abc', '+254abc'],
  ['0049 (0) 151 23456789', '+4915123456789'],
  ['00254 711', '+254711'],
  ['49 (0) 151', '49(0)151'],
  ['+49151\n2345', '+49151\n2345'],
  ['\uff0b\uff14\uff19\uff08\uff11\uff15\uff11\uff09\uff0d\u{1d7d0}', '+491512'],
  ['+4915\u2077', '+4915\u2077'],
  ['+49\u060015', '+49\u060015'],
])('a phone number %j is %j', (typed, normalized) => {
  expect(normalizePhone(typed)).toBe(normalized);
});

test('converts only digits of other scripts', () => {
  expect(asciiDigits('Code \u0664\u0662')).toBe('Code 42');
  expect(asciiDigits('\u2077\u2466\u00bd')).toBe('\u2077\u2466\u00bd');
});

test('the forms keep the plus of a number', () => {
  const { phone } = contactValueSchemas;
  expect(phone.parse('+49 151 23456789')).toBe('+4915123456789');
  expect(phone.parse('00 49 151 23456789')).toBe('+4915123456789');
  expect(phone.parse('0151 23456789')).toBe('015123456789');
  for (const wrong of [
    '',
    '+',
    '( )',
    '+49 x',
    '49+151',
    '1'.repeat(26),
    '1234',
    '+0711000111',
    '+4930110639,78',
    '+4930777777;ext=1',
    '4930777777\n0',
    '49 (0) 171 234567',
  ]) {
    expect(phone.safeParse(wrong).success, wrong).toBe(false);
  }
});
