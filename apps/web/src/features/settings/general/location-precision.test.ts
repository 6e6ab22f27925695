import { computePrecisionMetres } from '@waypost/survey-logic/location-precision';
import { expect, test } from 'vitest';
import { formatLength } from '../../../ui/i18n/format-length.ts';

test('the distance is the one on the ground, in the unit that is read most easily', () => {
  const lengths = [0, 2, 4, 7, 9].map((precision) => formatLength(computePrecisionMetres(precision), 'en'));
  expect(lengths).toEqual(['110 km', '1.1 km', '11 m', '1.1 cm', '0.11 mm']);
});
