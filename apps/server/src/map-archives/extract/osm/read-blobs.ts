/** Reads the blobs of an OSM PBF file (https://wiki.openstreetmap.org/wiki/PBF_Format), within the limits of the format. */
import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { PbfReader } from 'pbf';
import { ExtractRefusal } from '../extract-refusal.ts';

/** Bytes of a blob header, and of a blob before and after its compression. */
const maxBytes = { header: 65_536, blob: 33_554_432 };

const inflateAsync = promisify(inflate);

/** Where a blob is in the file. */
export interface BlobPlace {
  type: string;
  offset: number;
  length: number;
}

/** A length in four bytes, before the header of each blob. */
const lengthBytes = 4;

/** The bytes of a part of the file. @throws ExtractRefusal when the file ends before */
async function readPart(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
    if (bytesRead === 0) throw new ExtractRefusal('extractDamaged');
    filled += bytesRead;
  }
  return bytes;
}

function parseBlobHeader(bytes: Uint8Array): { type: string; length: number } {
  const header = { type: '', length: -1 };
  new PbfReader(bytes).readFields((tag, result, pbf) => {
    if (tag === 1) result.type = pbf.readString();
    else if (tag === 3) result.length = pbf.readVarint();
  }, header);
  return header;
}

/** The places of all blobs, in the order of the file. @throws ExtractRefusal for a file that is damaged or ends early */
export async function* findBlobs(file: FileHandle, size: number): AsyncGenerator<BlobPlace> {
  let offset = 0;
  while (offset < size) {
    const headerLength = (await readPart(file, offset, lengthBytes)).readUInt32BE();
    if (headerLength === 0 || headerLength > maxBytes.header) throw new ExtractRefusal('extractDamaged');
    const { type, length } = parseBlobHeader(await readPart(file, offset + lengthBytes, headerLength));
    offset += lengthBytes + headerLength;
    if (length < 0 || length > maxBytes.blob || offset + length > size)
      throw new ExtractRefusal('extractDamaged');
    yield { type, offset, length };
    offset += length;
  }
}

/**
 * Blobs with their content. The next one is read and unpacked while one is used.
 * @throws ExtractRefusal as `readBlob`
 */
export async function* readBlobs(
  file: FileHandle,
  places: AsyncIterable<BlobPlace> | Iterable<BlobPlace>,
): AsyncGenerator<{ blob: BlobPlace; bytes: Uint8Array }> {
  const read = async (blob: BlobPlace) => ({ blob, bytes: await readBlob(file, blob) });
  let next: ReturnType<typeof read> | undefined;
  for await (const blob of places) {
    if (blob.type !== 'OSMHeader' && blob.type !== 'OSMData') continue;
    const current = next;
    next = read(blob);
    // Thrown when its turn comes.
    next.catch(() => undefined);
    if (current) yield await current;
  }
  if (next) yield await next;
}

/** The content of a blob. @throws ExtractRefusal when it is damaged, too large or compressed in another way than with zlib */
async function readBlob(file: FileHandle, { offset, length }: BlobPlace): Promise<Uint8Array> {
  const blob: { raw?: Uint8Array; zlib?: Uint8Array; other?: true } = {};
  new PbfReader(await readPart(file, offset, length)).readFields((tag, result, pbf) => {
    if (tag === 1) result.raw = pbf.readBytes();
    else if (tag === 3) result.zlib = pbf.readBytes();
    else if (tag >= 4 && tag <= 7) result.other = true;
  }, blob);
  if (blob.raw) return blob.raw;
  if (blob.zlib) return inflateAsync(blob.zlib, { maxOutputLength: maxBytes.blob });
  if (blob.other) throw new ExtractRefusal('extractUnsupported', { feature: 'lzma, lz4, zstd' });
  throw new ExtractRefusal('extractDamaged');
}
