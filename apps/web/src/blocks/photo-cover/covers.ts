/** Areas to cover in a picture: how they are drawn, moved and resized. Pure. Positions are parts of the picture, from 0 to 1. */
import { limits } from '@waypost/contract/common/limits';
import type { CoverStyle, PictureCover } from '@waypost/contract/media/picture-covers';

/** A position in a picture. */
export type Position = readonly [x: number, y: number];
/** A rectangle to cover. */
export type BoxCover = Extract<PictureCover, { shape: 'box' }>;

const clamp = (value: number, min = 0, max = 1) => Math.min(max, Math.max(min, value));

/** The rectangle between two positions. */
export const createBox = (style: CoverStyle, [fromX, fromY]: Position, [toX, toY]: Position): BoxCover => {
  const [left, right] = [clamp(Math.min(fromX, toX)), clamp(Math.max(fromX, toX))];
  const [top, bottom] = [clamp(Math.min(fromY, toY)), clamp(Math.max(fromY, toY))];
  return { shape: 'box', style, x: left, y: top, width: right - left, height: bottom - top };
};

/** The rectangle moved by a part of the picture, but not out of it. */
export const moveBox = (box: BoxCover, dx: number, dy: number): BoxCover => ({
  ...box,
  x: clamp(box.x + dx, 0, 1 - box.width),
  y: clamp(box.y + dy, 0, 1 - box.height),
});

/** The rectangle with its right and lower edges moved; it keeps a least size. */
export const resizeBox = (box: BoxCover, dx: number, dy: number): BoxCover => ({
  ...box,
  width: clamp(box.width + dx, minSide, 1 - box.x),
  height: clamp(box.height + dy, minSide, 1 - box.y),
});

/** Smaller rectangles are drawn by a click and not meant. */
const minSide = 0.01;

/** Whether a drawn area is large enough to be meant. */
export const isMeant = (cover: PictureCover): boolean =>
  cover.shape === 'brush' || (cover.width >= minSide && cover.height >= minSide);

/** The brush line with one more position, up to the limit of a line. */
export const extendLine = (cover: PictureCover, [x, y]: Position): PictureCover =>
  cover.shape === 'box' || cover.points.length >= limits.coverPoints
    ? cover
    : { ...cover, points: [...cover.points, [clamp(x), clamp(y)]] };

/** A new brush line. */
export const startLine = (style: CoverStyle, size: number, [x, y]: Position): PictureCover => ({
  shape: 'brush',
  style,
  size,
  points: [[clamp(x), clamp(y)]],
});
