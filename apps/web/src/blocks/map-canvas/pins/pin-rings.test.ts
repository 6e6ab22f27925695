import { expect, test } from 'vitest';
import { parseRingShares } from './pin-rings.ts';

test('a ring has a share of each colour, the smallest of them wide enough to be seen', () => {
  expect(parseRingShares('#A51A1A:3,#808080:1')).toEqual([
    { color: '#A51A1A', fraction: 0.75 },
    { color: '#808080', fraction: 0.25 },
  ]);
  const [most, least] = parseRingShares('#A51A1A:9999,#1a5fa5:1');
  expect(least?.fraction).toBeGreaterThan(0.05);
  expect((most?.fraction ?? 0) + (least?.fraction ?? 0)).toBeCloseTo(1);
  // As the browser's own clusters write it.
  expect(parseRingShares('#A51A1A:2,#0B6E69:2,').map((it) => it.fraction)).toEqual([0.5, 0.5]);
  expect(parseRingShares('')).toEqual([]);
});
