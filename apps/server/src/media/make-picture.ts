/**
 * Turns an uploaded file into a picture that is safe to publish. The type is detected from the content. The picture is
 * rotated upright, scaled down and encoded again, which removes location, device and all other metadata, and anything else
 * hidden in the file.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { PictureFacts } from './picture-facts.sql.ts';
import { readPictureFacts } from './picture-facts.ts';

/** Allowed types with their file endings. SVG is not allowed because it can contain scripts. */
const fileEndings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
type PictureType = keyof typeof fileEndings;
const isPictureType = (mime: string): mime is PictureType => Object.hasOwn(fileEndings, mime);

/** Longest side of the stored picture, and of the thumbnail that cards show. */
const maxSidePx = 2560;
const thumbnailSidePx = 400;
/** Animations with more pixels in all their frames are reduced to the first frame. */
const maxAnimatedPixels = 40_000_000;

/** A processed picture with its thumbnail. */
export interface Picture {
  mime: PictureType;
  /** Without a dot. */
  fileEnding: string;
  bytes: Buffer;
  width: number;
  height: number;
  /** WebP, the first frame. */
  thumbnail: Buffer;
  facts: PictureFacts;
}

/** Why a file cannot be used: unknown type, not decodable, or too many pixels. These are validation rules of the API. */
export type PictureFault = 'fileType' | 'fileBroken' | 'filePixels';

const encoders: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 84, progressive: true }),
  'image/png': (picture) => picture.png({ compressionLevel: 9 }),
  'image/gif': (picture) => picture.gif(),
  'image/webp': (picture) => picture.webp({ quality: 84 }),
};

/** Opens an image without sharp's own limit: callers have checked the number of pixels of a frame. */
const openImage = (bytes: Uint8Array, options: SharpOptions = {}) =>
  sharp(bytes, { limitInputPixels: false, failOn: 'error', ...options });

const resizeToFit = (picture: Sharp, sidePx: number) =>
  picture.resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true });

/** Pixels of one frame and number of frames, as the file's header says. */
async function readPixelCount(bytes: Uint8Array): Promise<{ pixels: number; frames: number }> {
  const { pages = 1, width, height } = await openImage(bytes).metadata();
  return { pixels: width * height, frames: pages };
}

/**
 * Processes a picture.
 * Animations stay animated up to 40 megapixels in all frames; of larger ones the first frame is kept.
 * @param maxPixels per frame: a small file may decode to gigabytes
 * @returns the picture, or why the file cannot be used
 */
export async function makePicture(bytes: Uint8Array, maxPixels: number): Promise<Picture | PictureFault> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type || !isPictureType(type.mime)) return 'fileType';
  const { mime } = type;
  try {
    const { pixels, frames } = await readPixelCount(bytes);
    if (pixels > maxPixels) return 'filePixels';
    const supportsAnimation = mime === 'image/gif' || mime === 'image/webp';
    const animated = supportsAnimation && frames > 1 && pixels * frames <= maxAnimatedPixels;
    // Only photographs are rotated: sharp would rotate the strip of all frames of an animation.
    const upright = animated ? openImage(bytes, { animated }) : openImage(bytes).autoOrient();
    const { data, info } = await encoders[mime](resizeToFit(upright, maxSidePx)).toBuffer({
      resolveWithObject: true,
    });
    const thumbnail = await resizeToFit(openImage(bytes).autoOrient(), thumbnailSidePx)
      .webp({ quality: 78 })
      .toBuffer();
    return {
      mime,
      fileEnding: fileEndings[mime],
      bytes: data,
      width: info.width,
      height: info.pageHeight ?? info.height,
      thumbnail,
      facts: await readPictureFacts(bytes),
    };
  } catch {
    // Truncated, or its content does not match its type.
    return 'fileBroken';
  }
}
