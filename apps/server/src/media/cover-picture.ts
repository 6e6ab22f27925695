/** Replaces the pixels of parts of a stored picture. Runs in the picture worker. */
import {
  findCoverBounds,
  findSquareSize,
  type PictureCover,
  type PixelBox,
} from '@waypost/contract/media/picture-covers';
import sharp from 'sharp';
import { makePicture, type Picture, type PictureFault } from './make-picture.ts';

/** A decoded picture: `channels` bytes for each pixel, line by line. */
interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 1 | 2 | 3 | 4;
}

/** Which pixels of a box a brush line covers, one byte each; undefined for a box, which covers all. */
async function drawMask(
  cover: PictureCover,
  box: PixelBox,
  { width, height }: Pixels,
): Promise<Buffer | undefined> {
  if (cover.shape === 'box') return undefined;
  // A line of one point is drawn to itself, as a dot.
  const points = [...cover.points, ...cover.points.slice(-1)]
    .map(([x, y]) => `${x * width - box.left},${y * height - box.top}`)
    .join(' ');
  const line = `<polyline points="${points}" stroke-width="${cover.size * Math.max(width, height)}"
    fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">${line}</svg>`;
  return sharp(Buffer.from(svg)).ensureAlpha().extractChannel('alpha').raw().toBuffer();
}

/**
 * The colors of a box in large squares. Those of the smallest size lie on a grid of the whole picture, and their colors are those of all
 * pixels in them, also beyond the box: small areas beside each other show the same as one large area.
 */
function averageSquares(source: Pixels, box: PixelBox) {
  const size = findSquareSize(box, source.width, source.height);
  const [left, top] = [Math.floor(box.left / size), Math.floor(box.top / size)];
  const columns = Math.ceil((box.left + box.width) / size) - left;
  const rows = Math.ceil((box.top + box.height) / size) - top;
  const colors = new Float64Array(columns * rows * source.channels);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const square = (row * columns + column) * source.channels;
      const [endX, endY] = [(left + column + 1) * size, (top + row + 1) * size];
      let count = 0;
      for (let y = (top + row) * size; y < Math.min(endY, source.height); y++)
        for (let x = (left + column) * size; x < Math.min(endX, source.width); x++, count++)
          for (let channel = 0; channel < source.channels; channel++)
            colors[square + channel] =
              (colors[square + channel] ?? 0) +
              (source.data[(y * source.width + x) * source.channels + channel] ?? 0);
      for (let channel = 0; channel < source.channels; channel++)
        colors[square + channel] = (colors[square + channel] ?? 0) / count;
    }
  /** Index of the color of a pixel of the picture. */
  const colorAt = (x: number, y: number) =>
    ((Math.floor(y / size) - top) * columns + Math.floor(x / size) - left) * source.channels;
  return { colors, colorAt };
}

/** Covers one area of `target` with colors of `source`, the picture before any area was covered. */
async function coverArea(source: Pixels, target: Pixels, cover: PictureCover): Promise<void> {
  const box = findCoverBounds(cover, source.width, source.height);
  if (!box) return;
  const { channels } = source;
  const hasAlpha = channels === 2 || channels === 4;
  const mask = await drawMask(cover, box, source);
  const squares = cover.style === 'pixelate' ? averageSquares(source, box) : undefined;
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      if (mask?.[y * box.width + x] === 0) continue;
      const pixel = ((box.top + y) * source.width + box.left + x) * channels;
      const square = squares?.colorAt(box.left + x, box.top + y) ?? 0;
      for (let channel = 0; channel < channels; channel++) {
        const black = hasAlpha && channel === channels - 1 ? 255 : 0;
        target.data[pixel + channel] = squares?.colors[square + channel] ?? black;
      }
    }
}

/**
 * Covers areas of a picture and makes its thumbnail again. Of an animation the first frame is kept, since what is covered would move.
 * @param bytes of a picture that `makePicture` made
 * @param maxPixels as for `makePicture`
 * @returns the picture, or why it cannot be read
 */
export async function coverPicture(
  bytes: Uint8Array,
  covers: readonly PictureCover[],
  maxPixels: number,
): Promise<Picture | PictureFault> {
  const { format } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).toColorspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const source: Pixels = { data, width, height, channels };
  const target: Pixels = { ...source, data: Buffer.from(data) };
  for (const cover of covers) await coverArea(source, target, cover);
  const picture = sharp(target.data, { raw: { width, height, channels } });
  // A quality would reduce PNG to a palette.
  const covered = await (format === 'png'
    ? picture.png()
    : picture.toFormat(format, { quality: 92 })
  ).toBuffer();
  return makePicture(covered, maxPixels);
}
