/**
 * Decodes HEIC pictures, which sharp cannot: photographs of iPhones and of many Android phones (docs/decisions/0107). Runs in the picture
 * worker.
 */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { HeifError, HeifLibrary } from './libheif.ts';

/** A decoded picture. */
export interface DecodedHeic {
  /** PNG, upright, with the color profile of the file and no other metadata. */
  png: Buffer;
  hasAlpha: boolean;
  /** The EXIF data of the file. */
  exif: Buffer | undefined;
}

/** Why a file cannot be decoded. `fileHeic`: it is encoded in a way that the decoder does not know. */
export type HeicFault = 'fileHeic' | 'fileBroken' | 'filePixels';

/** Memory of the decoder for each pixel. 8 bits with transparency need about 10 bytes. */
const maxBytesPerPixel = 16;
const baseMemoryBytes = 128_000_000;

// Numbers of libheif's interface.
const colorspaceRgb = 1;
const chromaRgb = 10;
const chromaRgba = 11;
const channelInterleaved = 10;
/** Where `heif_security_limits` has the maximum number of pixels of every picture in the file, as 64 bits. */
const maxPixelsOffset = 8;
const unsupportedCodes = new Set([3, 4]);
/** Codec, image type, essential property or construction of the file; no decoder. */
const unsupportedSubcodes = new Set([3000, 3001, 3004, 3007, 6003]);
/** Without a picture that stands for the file, as in sequences. */
const noPrimaryPicture = new Set([107, 124]);

const maxProfileBytes = 1_000_000;
const maxExifBytes = 1_000_000;

interface HeicFile {
  library: HeifLibrary;
  /** The address of the picture that stands for the file. */
  handle: number;
  width: number;
  height: number;
}

function openHeic(bytes: Uint8Array, maxPixels: number): HeicFile {
  const library = new HeifLibrary(baseMemoryBytes + maxPixels * maxBytesPerPixel);
  const context = library.call('context_alloc');
  const limits = library.call('context_get_security_limits', context);
  library.memory.writeBigUInt64LE(BigInt(maxPixels), limits + maxPixelsOffset);
  library.attempt('context_read_from_memory_without_copy', context, library.store(bytes), bytes.length, 0);
  const handle = library.attempt('context_get_primary_image_handle', context, library.result);
  const width = library.call('image_handle_get_width', handle);
  const height = library.call('image_handle_get_height', handle);
  return { library, handle, width, height };
}

/** Pixels as the header says, before and after the picture is cropped. */
function countPixels({ library, handle, width, height }: HeicFile): number {
  const storedWidth = library.call('image_handle_get_ispe_width', handle);
  const storedHeight = library.call('image_handle_get_ispe_height', handle);
  return Math.max(width * height, storedWidth * storedHeight);
}

function readProfile({ library, handle }: HeicFile): Buffer | undefined {
  const size = library.call('image_handle_get_raw_color_profile_size', handle);
  if (size === 0 || size > maxProfileBytes) return undefined;
  const address = library.allocate(size);
  library.attempt('image_handle_get_raw_color_profile', handle, address);
  return Buffer.from(library.memory.subarray(address, address + size));
}

/** The EXIF data begin with the distance to their header. */
function readExifBlock({ library, handle }: HeicFile): Buffer | undefined {
  const type = library.store(Buffer.from('Exif\0'));
  const count = library.call('image_handle_get_list_of_metadata_block_IDs', handle, type, library.result, 1);
  if (count < 1) return undefined;
  const block = library.memory.readUInt32LE(library.result);
  const size = library.call('image_handle_get_metadata_size', handle, block);
  if (size < 8 || size > maxExifBytes) return undefined;
  const address = library.allocate(size);
  library.attempt('image_handle_get_metadata', handle, block, address);
  const start = 4 + library.memory.readUInt32BE(address);
  return start < size ? Buffer.from(library.memory.subarray(address + start, address + size)) : undefined;
}

/** Decodes into the memory of the library: a copy would be up to 200 MB. Rotation, mirroring and cropping are applied. */
function decodePixels({ library, handle }: HeicFile, channels: 3 | 4) {
  const { result } = library;
  const chroma = channels === 4 ? chromaRgba : chromaRgb;
  const image = library.attempt('decode_image', handle, result, colorspaceRgb, chroma, 0);
  const width = library.call('image_get_width', image, channelInterleaved);
  const height = library.call('image_get_height', image, channelInterleaved);
  const start = library.call('image_get_plane_readonly2', image, channelInterleaved, result);
  const stride = library.memory.readUInt32LE(result);
  if (start === 0 || stride < width * channels) throw new RangeError('plane');
  return { pixels: library.memory.subarray(start, start + stride * height), width, height, stride };
}

/** Lines may be longer than the picture is wide. */
function withoutPadding(
  { pixels, width, height, stride }: ReturnType<typeof decodePixels>,
  channels: number,
): Buffer {
  const lineBytes = width * channels;
  if (stride === lineBytes) return pixels;
  for (let line = 1; line < height; line++)
    pixels.copyWithin(line * lineBytes, line * stride, line * stride + lineBytes);
  return pixels.subarray(0, lineBytes * height);
}

const pngHeaderBytes = 33;

/** Adds a color profile to a PNG, by which sharp converts the colors as it does for other files. */
function addProfile(png: Buffer, profile: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(content.length + 8);
  chunk.writeUInt32BE(content.length - 4);
  chunk.set(content, 4);
  chunk.writeUInt32BE(crc32(content), content.length + 4);
  return Buffer.concat([png.subarray(0, pngHeaderBytes), chunk, png.subarray(pngHeaderBytes)]);
}

function toFault(error: unknown): HeicFault {
  if (!(error instanceof HeifError)) return 'fileBroken';
  const { code, subcode } = error;
  const isUnsupported =
    unsupportedCodes.has(code) || unsupportedSubcodes.has(subcode) || noPrimaryPicture.has(subcode);
  return isUnsupported ? 'fileHeic' : 'fileBroken';
}

/**
 * Decodes the picture that stands for the file, scaled down to a maximum size. Others in it, as of a series, are left out.
 * @param maxPixels checked before decoding, also against what the encoded picture says itself
 * @param maxSidePx longest side of the result
 */
export async function decodeHeic(
  bytes: Uint8Array,
  maxPixels: number,
  maxSidePx: number,
): Promise<DecodedHeic | HeicFault> {
  try {
    const file = openHeic(bytes, maxPixels);
    if (countPixels(file) > maxPixels) return 'filePixels';
    const hasAlpha = file.library.call('image_handle_has_alpha_channel', file.handle) !== 0;
    const exif = readExifBlock(file);
    const profile = readProfile(file);
    const channels = hasAlpha ? 4 : 3;
    const decoded = decodePixels(file, channels);
    const { width, height } = decoded;
    const png = await sharp(withoutPadding(decoded, channels), {
      limitInputPixels: false,
      raw: { width, height, channels },
    })
      .resize({ width: maxSidePx, height: maxSidePx, fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 1 })
      .toBuffer();
    return { png: profile ? addProfile(png, profile) : png, hasAlpha, exif };
  } catch (error) {
    return toFault(error);
  }
}
