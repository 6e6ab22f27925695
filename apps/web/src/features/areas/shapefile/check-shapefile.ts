/** Checks the structure of a Shapefile before the library reads it, which trusts all lengths and ends silently where a file does. */
import { areaLimits } from '@waypost/contract/areas/area-limits';
import { AreasFileError } from '../areas-file-error.ts';

const fileCode = 9994;
const headerBytes = 100;
/** Of a record with polygons: its number, length and type, its box, and the numbers of its parts and points. */
const polygonBytes = 52;
/** Polygons; with heights; with measures. */
const polygonTypes = new Set([5, 15, 25]);
const emptyType = 0;
/** Fields that a table may have in its format. */
const maxFields = 255;

const isDamaged = (): AreasFileError => new AreasFileError({ key: 'damaged' });

/** @throws AreasFileError when the lengths of a record contradict each other, or it has too many points */
function checkPolygon(view: DataView, offset: number, length: number, number: number): void {
  if (length + 8 < polygonBytes) throw isDamaged();
  const [parts, points] = [view.getInt32(offset + 44, true), view.getInt32(offset + 48, true)];
  if (points > areaLimits.points) throw new AreasFileError({ key: 'outline', name: String(number) });
  if (parts < 0 || points < 0 || polygonBytes + 4 * parts + 16 * points > length + 8) throw isDamaged();
  let start = 0;
  for (let part = 0; part < parts; part++) {
    const next = view.getInt32(offset + polygonBytes + 4 * part, true);
    if (next < start || next > points || (part === 0 && next !== 0)) throw isDamaged();
    start = next;
  }
}

/** @returns how many records there are @throws AreasFileError for damage, other shapes than polygons, and too many of them */
export function checkShapes(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < headerBytes || view.getInt32(0) !== fileCode) throw isDamaged();
  const end = view.getInt32(24) * 2;
  if (end < headerBytes || end > view.byteLength) throw isDamaged();
  const type = view.getInt32(32, true);
  if (!polygonTypes.has(type)) throw new AreasFileError({ key: 'empty' });
  let count = 0;
  for (let offset = headerBytes; offset < view.byteLength; count++) {
    if (offset + 12 > view.byteLength) throw isDamaged();
    const length = view.getInt32(offset + 4) * 2;
    if (length < 4 || offset + 8 + length > view.byteLength) throw isDamaged();
    const ownType = view.getInt32(offset + 8, true);
    if (ownType === type) checkPolygon(view, offset, length, count + 1);
    else if (ownType !== emptyType) throw isDamaged();
    offset += 8 + length;
  }
  if (count > areaLimits.areas) throw new AreasFileError({ key: 'many', total: count });
  return count;
}

/** @returns where the rows begin @throws AreasFileError for a table that has not a row for each shape */
export function checkTable(bytes: Uint8Array, shapes: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 32) throw isDamaged();
  const [rows, start, rowBytes] = [
    view.getUint32(4, true),
    view.getUint16(8, true),
    view.getUint16(10, true),
  ];
  if (start > 32 * (maxFields + 2) || start < 33) throw isDamaged();
  if (rows !== shapes || rowBytes < 1 || start + rows * rowBytes > view.byteLength) throw isDamaged();
  return start;
}
