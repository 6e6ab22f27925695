/** Replaces the pixels of parts of a stored picture. Runs in the picture worker. */
import {
  findCoverBounds,
  maxCoverSquares,
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

/** The colors of a box in large squares. */
function averageSquares(source: Pixels, box: PixelBox) {
  const size = Math.max(1, Math.ceil(Math.max(box.width, box.height) / maxCoverSquares));
  const columns = Math.ceil(box.width / size);
  const sums = new Float64Array(columns * Math.ceil(box.height / size) * source.channels);
  const counts = new Uint32Array(columns * Math.ceil(box.height / size));
  for (let y = 0; y < box.height; y++)
    for (let x = 0; x < box.width; x++) {
      const square = Math.floor(y / size) * columns + Math.floor(x / size);
      const pixel = ((box.top + y) * source.width + box.left + x) * source.channels;
      counts[square] = (counts[square] ?? 0) + 1;
      for (let channel = 0; channel < source.channels; channel++) {
        const index = square * source.channels + channel;
        sums[index] = (sums[index] ?? 0) + (source.data[pixel + channel] ?? 0);
      }
    }
  const colors = sums.map((sum, index) => sum / (counts[Math.floor(index / source.channels)] ?? 1));
  return {
    colors,
    squareAt: (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size),
  };
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
      const square = (squares?.squareAt(x, y) ?? 0) * channels;
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
  const covered = await sharp(target.data, { raw: { width, height, channels } })
    .toFormat(format, { quality: 92 })
    .toBuffer();
  return makePicture(covered, maxPixels);
}
