/**
 * Makes a picture small enough for a slow line before it is sent. Drawing it anew also drops what the camera wrote into
 * the file, its place above all; the server does the same again.
 */
import type { NewPhoto } from './new-photo.ts';

/** Pixels of the longer side. */
const longest = 1600;
const quality = 0.85;

/** Animations would stop; everything else is drawn anew. */
const isLeftAlone = (file: File) => file.type === 'image/gif';

async function drawnAnew(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  // Formats that this browser cannot read, such as HEIC, go as they are: the server may read them.
  if (!picture) return null;
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * scale)),
    Math.max(1, Math.round(picture.height * scale)),
  );
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  // JPEG knows no transparency: without a ground it would turn black.
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

const withJpegEnding = (name: string) => `${name.replace(/\.[^.]*$/, '')}.jpg`;

/** At most 1600 pixels a side. Never fails: what cannot be drawn is kept as it was chosen. */
export async function shrinkPhoto(file: File): Promise<NewPhoto> {
  const asChosen = { blob: file, name: file.name, caption: '', chosenBytes: file.size };
  if (isLeftAlone(file) || typeof OffscreenCanvas === 'undefined') return asChosen;
  const drawn = await drawnAnew(file).catch(() => null);
  return drawn ? { ...asChosen, blob: drawn, name: withJpegEnding(file.name) } : asChosen;
}
