import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { expect, test } from 'vitest';
import { findChineseNames } from './name-forms.ts';

test('a word on either side tells that letters are a place', () => {
  const found = findChineseNames('水在上海市里').filter(({ hint }) => hint === 'context');
  expect(found.map(({ name }) => name)).toContain('上海');
  expect(findChineseNames('洪水淹没上海附近').map(({ name }) => name)).toContain('上海');
});

test('a long text without spaces is read in linear time', () => {
  const read = (repetitions: number) => findChineseNames('洪水北京上海广州深圳'.repeat(repetitions));
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth(read, 60, 64)).toBeLessThan(8);
});
