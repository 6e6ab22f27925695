/** Draws the covered areas of a picture onto a canvas, as the server does (`apps/server/src/media/cover-picture.ts`). */
import {
  findCoverBounds,
  findSquareSize,
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

/** Fills the canvas with the colors of a part of the picture in large squares, on a grid of the whole picture as on the server. */
function pixelate(canvas: HTMLCanvasElement, source: HTMLCanvasElement, box: PixelBox): void {
  const size = findSquareSize(box, source.width, source.height);
  const [startX, startY] = [Math.floor(box.left / size) * size, Math.floor(box.top / size) * size];
  const columns = Math.ceil((box.left + box.width - startX) / size);
  const rows = Math.ceil((box.top + box.height - startY) / size);
  // Halving in steps takes every pixel into account; one step of this size would pick a few of them.
  let current = createCanvas(columns * size, rows * size);
  const first = current.getContext('2d');
  if (!first) return;
  // Opaque also beyond the edge of the picture, or what is below would show through the squares there.
  first.fillStyle = '#808080';
  first.fillRect(0, 0, current.width, current.height);
  first.drawImage(source, -startX, -startY);
  while (current.width > columns || current.height > rows) {
    const next = createCanvas(Math.max(current.width / 2, columns), Math.max(current.height / 2, rows));
    next.getContext('2d')?.drawImage(current, 0, 0, next.width, next.height);
    current = next;
  }
  const context = canvas.getContext('2d');
  if (!context) return;
  context.imageSmoothingEnabled = false;
  context.drawImage(current, startX - box.left, startY - box.top, columns * size, rows * size);
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
