/** Draws the covered areas of a picture onto a canvas, as the server does (`apps/server/src/media/cover-picture.ts`). */
import {
  findCoverBounds,
  maxCoverSquares,
  type PictureCover,
  type PixelBox,
} from '@waypost/contract/media/picture-covers';
import type { LoadedPicture } from './use-loaded-picture.ts';

const createCanvas = (width: number, height: number): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
};

/** Fills the canvas with the colors of a part of the picture in large squares. */
function pixelate(canvas: HTMLCanvasElement, source: HTMLCanvasElement, box: PixelBox): void {
  const squareSize = Math.max(box.width, box.height) / maxCoverSquares;
  // Halving in steps takes every pixel into account; one step of this size would pick a few of them.
  let { left, top, width, height } = box;
  let current = source;
  const [finalWidth, finalHeight] = [Math.round(width / squareSize), Math.round(height / squareSize)];
  for (let isLast = false; !isLast; ) {
    const next = createCanvas(Math.max(width / 2, finalWidth), Math.max(height / 2, finalHeight));
    next.getContext('2d')?.drawImage(current, left, top, width, height, 0, 0, next.width, next.height);
    isLast = next.width <= Math.max(1, finalWidth) && next.height <= Math.max(1, finalHeight);
    [current, left, top, width, height] = [next, 0, 0, next.width, next.height];
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingEnabled = false;
  context.drawImage(current, 0, 0, canvas.width, canvas.height);
}

/** One covered area as a layer of the size of its box. */
function drawLayer(source: HTMLCanvasElement, cover: PictureCover, box: PixelBox): HTMLCanvasElement {
  const canvas = createCanvas(box.width, box.height);
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  if (cover.style === 'black') context.fillRect(0, 0, canvas.width, canvas.height);
  else pixelate(canvas, source, box);
  if (cover.shape === 'box') return canvas;
  context.globalCompositeOperation = 'destination-in';
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.lineWidth = cover.size * Math.max(source.width, source.height);
  context.beginPath();
  for (const [x, y] of [...cover.points, ...cover.points.slice(-1)])
    context.lineTo(x * source.width - box.left, y * source.height - box.top);
  context.stroke();
  return canvas;
}

/** A picture of the given size with its areas covered, on a white background where it is transparent. */
export function drawCovered(
  picture: CanvasImageSource,
  size: { width: number; height: number },
  covers: readonly PictureCover[],
): HTMLCanvasElement {
  const source = createCanvas(size.width, size.height);
  const sourceContext = source.getContext('2d');
  if (!sourceContext) return source;
  sourceContext.fillStyle = '#fff';
  sourceContext.fillRect(0, 0, source.width, source.height);
  sourceContext.drawImage(picture, 0, 0, source.width, source.height);
  const result = createCanvas(source.width, source.height);
  const context = result.getContext('2d');
  context?.drawImage(source, 0, 0);
  for (const cover of covers) {
    const box = findCoverBounds(cover, source.width, source.height);
    if (box) context?.drawImage(drawLayer(source, cover, box), box.left, box.top);
  }
  return result;
}

const jpegQuality = 0.85;

/** The picture of a file with its areas covered, as a new JPEG. @throws when the browser cannot encode it */
export const encodeCovered = (
  { source, width, height }: LoadedPicture,
  covers: readonly PictureCover[],
): Promise<Blob> =>
  new Promise((resolve, reject) => {
    drawCovered(source, { width, height }, covers).toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be encoded'))),
      'image/jpeg',
      jpegQuality,
    );
  });
