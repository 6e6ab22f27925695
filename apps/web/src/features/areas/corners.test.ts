import { expect, test } from 'vitest';
import {
  appendCorner,
  changeCorner,
  formatCorners,
  insertCorner,
  parseCorners,
  roundCorner,
} from './corners.ts';

const at = (lat: number, lon: number) => ({ lat, lon });
const square = [at(0, 0), at(0, 10), at(10, 10), at(10, 0)];
const hole = [at(4, 4), at(4, 6), at(6, 5)];

test('a text has all decimals of the corners, and an empty line between the rings', () => {
  const exact = [[at(0.1234567890123, -1e-7), at(60, 180), at(-90, 5)], hole];
  expect(parseCorners(formatCorners(exact))).toEqual({ rings: exact, wrongLine: null });
  expect(formatCorners([hole, hole])).toBe('4, 4\n4, 6\n6, 5\n\n4, 4\n4, 6\n6, 5');
  expect(parseCorners('\n \n1 2\r\n\n\n3;4\n')).toEqual({ rings: [[at(1, 2)], [at(3, 4)]], wrongLine: null });
  expect(parseCorners('1, 2\n\n1, 2, 3').wrongLine).toBe(3);
});

test('places on the map are rounded to a meter, inside the world', () => {
  expect(roundCorner(at(1.23456789, 2.3456789))).toEqual(at(1.23457, 2.34568));
  expect(roundCorner(at(1, 190))).toEqual(at(1, -170));
});

test('a corner is added in the nearest line, of any ring', () => {
  expect(insertCorner([square, hole], at(-1, 5))).toEqual({
    rings: [[at(0, 0), at(-1, 5), ...square.slice(1)], hole],
    added: { ring: 0, corner: 1 },
  });
  expect(insertCorner([square, hole], at(5, -1)).added).toEqual({ ring: 0, corner: 4 });
  expect(insertCorner([square, hole], at(4.1, 5)).added).toEqual({ ring: 1, corner: 1 });
});

test('corners are appended to the last part, moved, and removed with empty parts', () => {
  expect(appendCorner([], at(1, 2))).toEqual([[at(1, 2)]]);
  expect(appendCorner([square, [at(1, 1)]], at(1, 2))).toEqual([square, [at(1, 1), at(1, 2)]]);
  expect(changeCorner([hole], { ring: 0, corner: 1 }, at(0, 0))).toEqual([[at(4, 4), at(0, 0), at(6, 5)]]);
  expect(changeCorner([square, [at(1, 1)]], { ring: 1, corner: 0 }, null)).toEqual([square]);
});
