import { expect, test } from 'vitest';
import { clusterRadii } from '../pins/cluster-look.ts';
import { formatCountLabel, scaleByCount } from './count-look.ts';

test('the size of a cluster grows with the logarithm of its count', () => {
  const radii = [1, 10, 100, 1000, 100_000, 5_000_000].map((count) => scaleByCount(clusterRadii, count));
  expect(radii).toEqual([12, 15, 19, 24, 32, 32]);
  expect(scaleByCount(clusterRadii, 10_000)).toBeCloseTo(28);
});

test('counts are exact below a thousand, then rounded down to two digits', () => {
  const labels = [999, 1000, 1290, 19_999, 1_250_000].map((count) => formatCountLabel(count, 'en'));
  expect(labels).toEqual(['999', '1K', '1.2K', '19K', '1.2M']);
  expect(formatCountLabel(12_900, 'zh')).toBe('1.2万');
});
