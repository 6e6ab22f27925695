import { expect, test } from 'vitest';
import { findChineseNames } from './name-forms.ts';

test('a word on either side tells that letters are a place', () => {
  const found = findChineseNames('水在上海市里').filter(({ hint }) => hint === 'context');
  expect(found.map(({ name }) => name)).toContain('上海');
  expect(findChineseNames('洪水淹没上海附近').map(({ name }) => name)).toContain('上海');
});

test('a long text without spaces is read in linear time', () => {
  const read = (repetitions: number) => {
    const startedAt = performance.now();
    findChineseNames('洪水北京上海广州深圳'.repeat(repetitions));
    return performance.now() - startedAt;
  };
  const fastest = (repetitions: number) =>
    Math.min(read(repetitions), read(repetitions), read(repetitions), read(repetitions));
  // Ten times the text; a quadratic algorithm would take a hundred times as long.
  expect(fastest(4000)).toBeLessThan(35 * fastest(400));
});
