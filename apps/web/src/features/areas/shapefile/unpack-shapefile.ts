/** Finds a Shapefile in a zip archive, whose entries are unpacked in memory only: their paths lead nowhere. */
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { iter } from 'but-unzip';
import { AreasFileError } from '../areas-file-error.ts';

/** The files of a Shapefile. */
export interface Shapefile {
  shapes: Uint8Array<ArrayBuffer>;
  table: Uint8Array<ArrayBuffer>;
  /** Well-known text, or empty. */
  projection: string;
  /** Name of the encoding of the table, or empty. */
  encoding: string;
}

/** Entries of an archive. */
const maxEntries = 1000;
/** The record at the end of an archive, and the comment that may follow it. */
const endSignature = [0x50, 0x4b, 5, 6];
const endBytes = 22;
const maxCommentBytes = 65_535;

const isPart = (name: string) => /\.(shp|dbf|prj|cpg)$/.test(name) && !/(^|\/)(__macosx\/|\.)/.test(name);

/**
 * Unpacks deflated bytes, as long as there are no more than allowed: the sizes that an archive states may be wrong.
 * @throws AreasFileError when there are more; a TypeError for damaged bytes
 */
async function inflate(packed: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const writer = writable.getWriter();
  // Errors come from the reader, too.
  writer.write(packed).catch(() => undefined);
  writer.close().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const reader = readable.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new AreasFileError({ key: 'unpacked', bytes: areaLimits.unpackedBytes });
    }
    chunks.push(read.value);
  }
  const unpacked = new Uint8Array(bytes);
  let offset = 0;
  for (const chunk of chunks) {
    unpacked.set(chunk, offset);
    offset += chunk.length;
  }
  return unpacked;
}

/** Whether the record is there that ends an archive. Without it, the library may search without an end. */
function hasEnd(archive: Uint8Array): boolean {
  const first = Math.max(0, archive.length - endBytes - maxCommentBytes);
  for (let start = archive.length - endBytes; start >= first; start--)
    if (endSignature.every((byte, index) => archive[start + index] === byte)) return true;
  return false;
}

/** Files of Shapefiles by their paths in lower case. @throws AreasFileError; errors of the library for other damage */
async function unpackParts(archive: Uint8Array): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  if (!hasEnd(archive)) throw new AreasFileError({ key: 'damaged' });
  const parts = new Map<string, Uint8Array<ArrayBuffer>>();
  let entries = 0;
  let left: number = areaLimits.unpackedBytes;
  for (const entry of iter(archive, (packed) => inflate(packed.slice(), left))) {
    entries += 1;
    if (entries > maxEntries) throw new AreasFileError({ key: 'damaged' });
    const name = entry.filename.toLowerCase();
    if (!isPart(name)) continue;
    const bytes = (await entry.read()).slice();
    left -= bytes.length;
    parts.set(name, bytes);
  }
  return parts;
}

/** @throws AreasFileError when the archive is damaged, too large, or does not have exactly one Shapefile */
export async function unpackShapefile(archive: Uint8Array): Promise<Shapefile> {
  let parts: Awaited<ReturnType<typeof unpackParts>>;
  try {
    parts = await unpackParts(archive);
  } catch (error) {
    throw error instanceof AreasFileError ? error : new AreasFileError({ key: 'damaged' });
  }
  const paths = [...parts.keys()].filter((name) => name.endsWith('.shp'));
  const [path] = paths;
  if (path === undefined) throw new AreasFileError({ key: 'noShapes' });
  if (paths.length > 1) {
    const names = paths.map((it) => it.slice(it.lastIndexOf('/') + 1)).join(', ');
    throw new AreasFileError({ key: 'severalShapes', names });
  }
  const read = (extension: string) => parts.get(path.replace(/shp$/, extension));
  const readText = (extension: string) => new TextDecoder().decode(read(extension)).trim();
  const [shapes, table] = [read('shp'), read('dbf')];
  if (!shapes || !table) throw new AreasFileError({ key: 'noTable' });
  return { shapes, table, projection: readText('prj'), encoding: readText('cpg') };
}
