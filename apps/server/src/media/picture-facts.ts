/**
 * Facts about a picture that only the team sees: what it looks like, to find the same picture in other posts, and time and place
 * of the photograph from the metadata that `make-picture.ts` removes.
 */
import readExif from 'exif-reader';
import sharp from 'sharp';
import type { PictureFacts } from './picture-facts.sql.ts';

const hashColumns = 8;
const hashRows = 8;
/** Differences of brightness below this are noise of the encoder. */
const minContrast = 12;
const dayMs = 86_400_000;

/** One bit for each two neighbouring areas: whether the left one is brighter. */
async function hashPicture(bytes: Uint8Array): Promise<string | null> {
  const width = hashColumns + 1;
  const pixels = await sharp(bytes, { limitInputPixels: false })
    .autoOrient()
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width, height: hashRows, fit: 'fill' })
    .raw()
    .toBuffer();
  if (Math.max(...pixels) - Math.min(...pixels) < minContrast) return null;
  return Array.from({ length: hashColumns * hashRows }, (_, index) => {
    const left = Math.floor(index / hashColumns) * width + (index % hashColumns);
    return (pixels[left] ?? 0) > (pixels[left + 1] ?? 0) ? '1' : '0';
  }).join('');
}

/** Degrees, minutes and seconds as a number; undefined when they are not an angle up to `max`. */
function toDegrees(
  parts: readonly unknown[] | undefined,
  isNegative: boolean,
  max: number,
): number | undefined {
  if (parts?.length !== 3) return undefined;
  const [degrees, minutes, seconds] = parts.map(Number);
  const angle = (degrees ?? Number.NaN) + (minutes ?? Number.NaN) / 60 + (seconds ?? Number.NaN) / 3600;
  return angle >= 0 && angle <= max ? angle * (isNegative ? -1 : 1) : undefined;
}

type Exif = ReturnType<typeof readExif>;

function readPlace({ GPSInfo: gps }: Exif): PictureFacts['photoPlace'] {
  const lat = toDegrees(gps?.GPSLatitude, gps?.GPSLatitudeRef === 'S', 90);
  const lon = toDegrees(gps?.GPSLongitude, gps?.GPSLongitudeRef === 'W', 180);
  // Cameras without a position write zeros.
  return lat === undefined || lon === undefined || (lat === 0 && lon === 0) ? null : { lat, lon };
}

/** The camera's time with its offset from UTC. Without the offset it could be wrong by half a day, and is left out. */
function readCameraTime({ Photo: photo }: Exif): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)/.exec(photo?.OffsetTimeOriginal ?? '') ?? [];
  if (sign === undefined || !(photo?.DateTimeOriginal instanceof Date)) return Number.NaN;
  const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return photo.DateTimeOriginal.getTime() - offsetMs;
}

/** The time of the position, which is UTC. */
function readGpsTime({ GPSInfo: gps }: Exif): number {
  const date = /^(\d{4}):(\d\d):(\d\d)/.exec(gps?.GPSDateStamp ?? '');
  const [hours, minutes, seconds] = (gps?.GPSTimeStamp ?? []).map(Number);
  if (!date || hours === undefined || minutes === undefined || seconds === undefined) return Number.NaN;
  return Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3]), hours, minutes, seconds);
}

/** When the photograph was taken; null for a time before 1970 or in the future, which a camera's clock may have. */
function readTime(tags: Exif): Date | null {
  const cameraTime = readCameraTime(tags);
  const time = Number.isFinite(cameraTime) ? cameraTime : readGpsTime(tags);
  return time > 0 && time < Date.now() + dayMs ? new Date(time) : null;
}

/** Metadata are what the sender's program wrote: anything that cannot be read counts as absent. */
async function readPhotoData(
  bytes: Uint8Array,
  separateExif: Buffer | undefined,
): Promise<Pick<PictureFacts, 'photoTime' | 'photoPlace'>> {
  try {
    const exif = separateExif ?? (await sharp(bytes, { limitInputPixels: false }).metadata()).exif;
    if (!exif) return { photoTime: null, photoPlace: null };
    const tags = readExif(exif);
    return { photoTime: readTime(tags), photoPlace: readPlace(tags) };
  } catch {
    return { photoTime: null, photoPlace: null };
  }
}

/**
 * Reads the facts of a picture. Runs in the picture worker, like everything that opens untrusted files.
 * @param bytes of a picture whose number of pixels has been checked
 * @param exif the EXIF data of the uploaded file, where they are not in `bytes`
 */
export async function readPictureFacts(bytes: Uint8Array, exif?: Buffer): Promise<PictureFacts> {
  const perceptualHash = await hashPicture(bytes).catch(() => null);
  return { perceptualHash, ...(await readPhotoData(bytes, exif)) };
}
