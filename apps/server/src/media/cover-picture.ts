/** Replaces the pixels of parts of a stored picture. Runs in the picture worker. */
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import sharp, { type OverlayOptions } from 'sharp';
import { makePicture, type Picture, type PictureFault } from './make-picture.ts';

/** Squares along the longer side of a pixelated area: too few to recognize a face or to read a number. */
const maxSquares = 8;

/** A part of a picture in pixels. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The smallest box around an area; null where it lies beyond the picture. */
function boundingBox(cover: PictureCover, width: number, height: number): Box | null {
  const isBox = cover.shape === 'box';
  const radius = isBox ? 0 : (cover.size * Math.max(width, height)) / 2;
  const xs = isBox ? [cover.x, cover.x + cover.width] : cover.points.map(([x]) => x);
  const ys = isBox ? [cover.y, cover.y + cover.height] : cover.points.map(([, y]) => y);
  const left = Math.max(0, Math.floor(Math.min(...xs) * width - radius));
  const top = Math.max(0, Math.floor(Math.min(...ys) * height - radius));
  const right = Math.min(width, Math.ceil(Math.max(...xs) * width + radius));
  const bottom = Math.min(height, Math.ceil(Math.max(...ys) * height + radius));
  return right > left && bottom > top ? { left, top, width: right - left, height: bottom - top } : null;
}

/** The area as an opaque shape within its box; it consists of numbers only. */
function drawShape(cover: PictureCover, box: Box, width: number, height: number): Buffer {
  const shape =
    cover.shape === 'box'
      ? '<rect width="100%" height="100%"/>'
      : `<polyline fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" stroke-width="${
          cover.size * Math.max(width, height)
        }" points="${[...cover.points, ...cover.points.slice(-1)]
          .map(([x, y]) => `${x * width - box.left},${y * height - box.top}`)
          .join(' ')}"/>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}">${shape}</svg>`,
  );
}

/** The colors of a part of the picture in large squares. */
async function pixelate(upright: Buffer, box: Box): Promise<Buffer> {
  const squareSize = Math.max(box.width, box.height) / maxSquares;
  const small = await sharp(upright)
    .extract(box)
    .resize({
      width: Math.max(1, Math.round(box.width / squareSize)),
      height: Math.max(1, Math.round(box.height / squareSize)),
      fit: 'fill',
    })
    .png()
    .toBuffer();
  return sharp(small)
    .resize({ width: box.width, height: box.height, fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
}

/** An area as a layer to lay over the picture. */
async function createLayer(upright: Buffer, cover: PictureCover, box: Box, width: number, height: number) {
  const { width: w, height: h } = box;
  const color =
    cover.style === 'black'
      ? await sharp({ create: { width: w, height: h, channels: 3, background: '#000' } })
          .png()
          .toBuffer()
      : await pixelate(upright, box);
  const mask = drawShape(cover, box, width, height);
  const input = await sharp(color)
    .ensureAlpha()
    .composite([{ input: mask, blend: 'dest-in' }])
    .png()
    .toBuffer();
  return { input, left: box.left, top: box.top };
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
  const { format, width, height, pageHeight = height } = await sharp(bytes).metadata();
  const upright = await sharp(bytes).png().toBuffer();
  const layers: OverlayOptions[] = [];
  for (const cover of covers) {
    const box = boundingBox(cover, width, pageHeight);
    if (box) layers.push(await createLayer(upright, cover, box, width, pageHeight));
  }
  const covered = await sharp(upright).composite(layers).toFormat(format, { quality: 92 }).toBuffer();
  return makePicture(covered, maxPixels);
}
