/**
 * From a file that somebody sent to a picture that is safe to show: what it is is read from its bytes, it is turned
 * upright, made no larger than a screen needs, and written anew, which leaves behind place, device and everything else
 * that cameras add, and whatever else was hidden in the file.
 */
import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** Types that pictures may have, with their endings. SVG is a program, not a picture. */
const fileEndings = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;
type PictureType = keyof typeof fileEndings;
const isPictureType = (mime: string): mime is PictureType => Object.hasOwn(fileEndings, mime);

/** Pixels a side of what is kept, and of what cards show. */
const maxSidePx = 2560;
const thumbnailSidePx = 400;
/** Frames beyond this much are not worth their bytes: the first one stands for all. */
const maxAnimatedPixels = 40_000_000;

export interface Picture {
  mime: PictureType;
  /** Without a dot. */
  fileEnding: string;
  bytes: Buffer;
  width: number;
  height: number;
  /** WebP, the first frame. */
  thumbnail: Buffer;
}

export type PictureFault = 'fileType' | 'fileBroken' | 'filePixels';

const encoders: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 84, progressive: true }),
  'image/png': (picture) => picture.png({ compressionLevel: 9 }),
  'image/gif': (picture) => picture.gif(),
  'image/webp': (picture) => picture.webp({ quality: 84 }),
};

/** How many pixels there are is looked at first, frame by frame: here nothing else bounds them. */
const openImage = (bytes: Uint8Array, more: SharpOptions = {}) =>
  sharp(bytes, { limitInputPixels: false, failOn: 'error', ...more });

const resizeToFit = (picture: Sharp, side: number) =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

/** Pixels of a frame, by what the file says of itself, and how many frames there are. */
async function readPixelCount(bytes: Uint8Array): Promise<{ pixels: number; frames: number }> {
  const { pages = 1, width, height } = await openImage(bytes).metadata();
  return { pixels: width * height, frames: pages };
}

/**
 * Makes a picture, or tells why there is none.
 * Animations stay animations up to 40 megapixels in all their frames; of longer ones the first frame is kept.
 * @param maxPixels of a frame: above it a small file may stand for gigabytes
 */
export async function makePicture(bytes: Uint8Array, maxPixels: number): Promise<Picture | PictureFault> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type || !isPictureType(type.mime)) return 'fileType';
  const { mime } = type;
  try {
    const { pixels, frames } = await readPixelCount(bytes);
    if (pixels > maxPixels) return 'filePixels';
    const mayMove = mime === 'image/gif' || mime === 'image/webp';
    const animated = mayMove && frames > 1 && pixels * frames <= maxAnimatedPixels;
    // Turning upright is for photographs; of an animation it would turn only the strip of frames.
    const upright = animated ? openImage(bytes, { animated }) : openImage(bytes).autoOrient();
    const { data, info } = await encoders[mime](resizeToFit(upright, maxSidePx)).toBuffer({
      resolveWithObject: true,
    });
    const small = await resizeToFit(openImage(bytes).autoOrient(), thumbnailSidePx)
      .webp({ quality: 78 })
      .toBuffer();
    return {
      mime,
      fileEnding: fileEndings[mime],
      bytes: data,
      width: info.width,
      height: info.pageHeight ?? info.height,
      thumbnail: small,
    };
  } catch {
    // Truncated, or not what its first bytes say.
    return 'fileBroken';
  }
}
