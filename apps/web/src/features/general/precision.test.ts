import { expect, test } from 'vitest';
import { lengthText, metresApart } from './precision.ts';

test('the distance is the one on the ground, in the unit that is read most easily', () => {
  const told = [0, 2, 4, 7, 9].map((precision) => lengthText(metresApart(precision), 'en'));
  expect(told).toEqual(['110 km', '1.1 km', '11 m', '1.1 cm', '0.11 mm']);
});
