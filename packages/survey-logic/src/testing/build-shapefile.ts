/** Builds the files of Shapefiles for tests. */

type Ring = readonly (readonly [x: number, y: number])[];

/** A shape: its rings, null for an empty one. */
export type Shape = readonly Ring[] | null;

/** An outer ring, clockwise as the format demands. */
export const square = (west: number, south: number, size = 1): Ring => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];

function buildRecord(shape: Shape, index: number, type: number): Uint8Array {
  const points = shape?.flat() ?? [];
  const parts = shape ?? [];
  const length = shape ? 44 + 4 * parts.length + 16 * points.length : 4;
  const bytes = new Uint8Array(8 + length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, index + 1);
  view.setInt32(4, length / 2);
  view.setInt32(8, shape ? type : 0, true);
  if (!shape) return bytes;
  view.setInt32(44, parts.length, true);
  view.setInt32(48, points.length, true);
  let start = 0;
  for (const [part, ring] of parts.entries()) {
    view.setInt32(52 + 4 * part, start, true);
    start += ring.length;
  }
  for (const [number, [x, y]] of points.entries()) {
    view.setFloat64(52 + 4 * parts.length + 16 * number, x, true);
    view.setFloat64(60 + 4 * parts.length + 16 * number, y, true);
  }
  return bytes;
}

/** A record with a point, or a point with a height and a measure. */
function buildPoint(point: readonly number[] | null, index: number): Uint8Array {
  const bytes = new Uint8Array(point ? 12 + 8 * point.length : 12);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, index + 1);
  view.setInt32(4, (bytes.length - 8) / 2);
  view.setInt32(8, point ? (point.length > 2 ? 11 : 1) : 0, true);
  for (const [at, number] of (point ?? []).entries()) view.setFloat64(12 + 8 * at, number, true);
  return bytes;
}

/** A `.shp` file with points; null is an empty shape. */
export const buildPoints = (points: readonly (readonly number[] | null)[]): Uint8Array =>
  buildFile(points.map(buildPoint), 1);

/** A `.shp` file with lines or areas. @param type of its shapes: 5 for polygons */
export const buildShapes = (shapes: readonly Shape[], type = 5): Uint8Array =>
  buildFile(
    shapes.map((shape, index) => buildRecord(shape, index, type)),
    type,
  );

function buildFile(records: readonly Uint8Array[], type: number): Uint8Array {
  const length = 100 + records.reduce((sum, record) => sum + record.length, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  let offset = 100;
  for (const record of records) {
    bytes.set(record, offset);
    offset += record.length;
  }
  return bytes;
}

/** The `.shx` file of a `.shp` file. */
export function buildIndex(shapes: Uint8Array): Uint8Array {
  const view = new DataView(shapes.buffer);
  const numbers: number[] = [];
  for (let offset = 100; offset < shapes.length; offset += 8 + view.getInt32(offset + 4) * 2)
    numbers.push(offset / 2, view.getInt32(offset + 4));
  const bytes = new Uint8Array(100 + 4 * numbers.length);
  const index = new DataView(bytes.buffer);
  for (const [at, number] of numbers.entries()) index.setInt32(100 + 4 * at, number);
  return bytes;
}

/** A `.dbf` file. @param encode of a text, UTF-8 when absent @param types letters of the fields that are no texts */
export function buildTable(
  rows: readonly Record<string, string>[],
  encode = (text: string): Uint8Array => new TextEncoder().encode(text),
  types: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(rows[0] ?? {});
  const [width, start] = [40, 33 + 32 * names.length];
  const rowBytes = 1 + width * names.length;
  const bytes = new Uint8Array(start + rowBytes * rows.length + 1).fill(0x20);
  bytes.fill(0, 0, start);
  const view = new DataView(bytes.buffer);
  bytes[0] = 3;
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, rowBytes, true);
  for (const [index, name] of names.entries()) {
    bytes.set(new TextEncoder().encode(name), 32 + 32 * index);
    bytes[32 + 32 * index + 11] = (types[name] ?? 'C').codePointAt(0) ?? 0;
    bytes[32 + 32 * index + 16] = width;
  }
  bytes[start - 1] = 13;
  for (const [number, row] of rows.entries())
    for (const [index, name] of names.entries())
      bytes.set(encode(row[name] ?? ''), start + rowBytes * number + 1 + width * index);
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
