/**
 * Turns an uploaded file into a picture that is safe to publish. The type is detected from the content. The picture is
 * rotated upright, scaled down and encoded again, which removes location, device and all other metadata, and anything else
 * hidden in the file.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { decodeHeic, type HeicFault } from './decode-heic.ts';
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

/** Stored as JPEG, or as WebP where they are transparent. */
const heicTypes = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);

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

/**
 * Why a file cannot be used: unknown type, not decodable, too many pixels, or a HEIC of an unknown kind. These are validation rules of the
 * API.
 */
export type PictureFault = 'fileType' | HeicFault;

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

async function encodePicture(
  bytes: Uint8Array,
  mime: PictureType,
  maxPixels: number,
): Promise<Omit<Picture, 'facts'> | 'filePixels'> {
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
  };
}

/** What is encoded, with the type of the result and the EXIF data where they are no longer in it. */
interface Source {
  bytes: Uint8Array;
  mime: PictureType;
  exif?: Buffer | undefined;
}

async function openSource(bytes: Uint8Array, maxPixels: number): Promise<Source | PictureFault> {
  const { mime = '' } = (await fileTypeFromBuffer(bytes).catch(() => undefined)) ?? {};
  if (isPictureType(mime)) return { bytes, mime };
  if (!heicTypes.has(mime)) return 'fileType';
  const heic = await decodeHeic(bytes, maxPixels, maxSidePx);
  if (typeof heic === 'string') return heic;
  return { bytes: heic.png, mime: heic.hasAlpha ? 'image/webp' : 'image/jpeg', exif: heic.exif };
}

/**
 * Processes a picture.
 * Animations stay animated up to 40 megapixels in all frames; of larger ones the first frame is kept.
 * @param maxPixels per frame: a small file may decode to gigabytes
 * @returns the picture, or why the file cannot be used
 */
export async function makePicture(bytes: Uint8Array, maxPixels: number): Promise<Picture | PictureFault> {
  const source = await openSource(bytes, maxPixels);
  if (typeof source === 'string') return source;
  try {
    const picture = await encodePicture(source.bytes, source.mime, maxPixels);
    if (typeof picture === 'string') return picture;
    return { ...picture, facts: await readPictureFacts(source.bytes, source.exif) };
  } catch {
    // Truncated, or its content does not match its type.
    return 'fileBroken';
  }
}
