/**
 * Resizes a picture before the upload, for slow connections. Re-encoding also removes the metadata of the camera, above all
 * the location; the server does the same again.
 */
import type { NewPhoto } from './new-photo.ts';

/** Maximum length of the longer side. */
const maxSidePx = 1600;
const jpegQuality = 0.85;

/** Animated pictures are not re-encoded, since they would lose the animation. */
const isAnimated = (file: File) => file.type === 'image/gif';

async function redraw(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  // Formats that this browser cannot decode, such as HEIC, are uploaded unchanged: the server may decode them.
  if (!picture) return null;
  const scale = Math.min(1, maxSidePx / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const context = canvas.getContext('2d');
  if (!context) return null;
  // JPEG has no transparency: without a background, transparent areas would be black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
}

const withJpegExtension = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** Resizes to at most 1600 pixels per side. Never fails: a picture that cannot be decoded is returned unchanged. */
export async function shrinkPhoto(file: File): Promise<NewPhoto> {
  const original = { blob: file, name: file.name, caption: '', chosenBytes: file.size };
  if (isAnimated(file) || typeof OffscreenCanvas === 'undefined') return original;
  const redrawn = await redraw(file).catch(() => null);
  return redrawn ? { ...original, blob: redrawn, name: withJpegExtension(file.name) } : original;
}
