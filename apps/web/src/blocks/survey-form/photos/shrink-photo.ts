/**
 * Makes a picture small enough for a slow line before it is sent. Drawing it anew also drops what the camera wrote into
 * the file, its place above all; the server does the same again.
 */
import type { NewPhoto } from './new-photo.ts';

/** Pixels of the longer side. */
const maxSidePx = 1600;
const jpegQuality = 0.85;

/** Animations would stop; everything else is drawn anew. */
const isAnimated = (file: File) => file.type === 'image/gif';

async function redraw(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  // Formats that this browser cannot read, such as HEIC, go as they are: the server may read them.
  if (!picture) return null;
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG knows no transparency: without a ground it would turn black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

const withJpegExtension = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** At most 1600 pixels a side. Never fails: what cannot be drawn is kept as it was chosen. */
export async function shrinkPhoto(file: File): Promise<NewPhoto> {
  const original = { blob: file, name: file.name, caption: '', chosenBytes: file.size };
  if (isAnimated(file) || typeof OffscreenCanvas === 'undefined') return original;
  const redrawn = await redraw(file).catch(() => null);
  return redrawn ? { ...original, blob: redrawn, name: withJpegExtension(file.name) } : original;
}
