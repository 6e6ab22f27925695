import { expect, test } from 'vitest';
import { parseRingShares } from './pin-rings.ts';

test('a ring has a share of each colour, and the smallest share is still visible', () => {
  expect(parseRingShares('#A51A1A:3,#808080:1')).toEqual([
    { color: '#A51A1A', fraction: 0.75 },
    { color: '#808080', fraction: 0.25 },
  ]);
  const [largest, smallest] = parseRingShares('#A51A1A:9999,#1a5fa5:1');
  expect(smallest?.fraction).toBeGreaterThan(0.05);
  expect((largest?.fraction ?? 0) + (smallest?.fraction ?? 0)).toBeCloseTo(1);
  // The format of clusters made in the browser, with a trailing comma.
  expect(parseRingShares('#A51A1A:2,#0B6E69:2,').map((it) => it.fraction)).toEqual([0.5, 0.5]);
  expect(parseRingShares('')).toEqual([]);
});
