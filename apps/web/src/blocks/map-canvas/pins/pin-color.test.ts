import { expect, it } from 'vitest';
import { NEUTRAL_PIN, toPinColor } from './pin-color.ts';

it('accepts hexadecimal colours with a leading #', () => {
  expect(toPinColor('#2274b4')).toBe('#2274B4');
  expect(toPinColor('#fa0')).toBe('#FFAA00');
});

it.each([null, undefined, '', '2274B4', '#22 74B4', '#zzzzzz', 'red', '#2274B4;url(x)', 42])(
  'makes %j grey',
  (color) => expect(toPinColor(color)).toBe(NEUTRAL_PIN),
);
