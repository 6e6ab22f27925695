import { limits } from '@waypost/contract/common/limits';
import { PictureCover } from '@waypost/contract/media/picture-covers';
import { expect, test } from 'vitest';
import { createBox, extendLine, isMeant, moveBox, resizeBox, startLine } from './covers.ts';

test('a box is the same whichever corner it is drawn from, and ends at the edge of the picture', () => {
  const box = createBox('black', [0.25, 0.5], [0.75, 1.4]);
  expect(box).toEqual({ shape: 'box', style: 'black', x: 0.25, y: 0.5, width: 0.5, height: 0.5 });
  expect(createBox('black', [0.75, 1.4], [0.25, 0.5])).toEqual(box);
  expect(PictureCover.safeParse(box).success).toBe(true);
});

test('a box is moved within the picture and keeps its size', () => {
  const box = createBox('pixelate', [0.5, 0.5], [0.75, 0.75]);
  expect(moveBox(box, 1, -1)).toEqual({ ...box, x: 0.75, y: 0 });
});

test('a box is resized up to the edge, and stays large enough to be seen', () => {
  const box = createBox('pixelate', [0.5, 0.5], [0.75, 0.75]);
  expect(resizeBox(box, 1, -1)).toEqual({ ...box, width: 0.5, height: 0.01 });
});

test('a click draws no box, and a dot with the brush', () => {
  expect(isMeant(createBox('black', [0.3, 0.3], [0.3, 0.3]))).toBe(false);
  expect(isMeant(startLine('black', 0.05, [0.3, 0.3]))).toBe(true);
});

test('a line that leaves the picture follows its edge, and ends at the number of points that the server takes', () => {
  let line = startLine('black', 0.05, [-0.2, 0.5]);
  for (let index = 0; index < limits.coverPoints + 20; index++) line = extendLine(line, [1.3, 0.5]);
  expect(line).toMatchObject({
    points: expect.objectContaining({ length: limits.coverPoints, 0: [0, 0.5], 1: [1, 0.5] }),
  });
  expect(PictureCover.safeParse(line).success).toBe(true);
});
