/** Reads the table of a Shapefile as a stream: a dBASE file (.dbf), a row for each shape. */
import { createBytesDecoder } from '../../../kernel/decode-bytes.ts';
import { ImportRefusal, requireColumnsWithinLimit } from '../import-refusal.ts';
import { ByteReader } from './byte-reader.ts';

const headerBytes = 32;
const fieldBytes = 32;
/** Where the length of a field stands in its definition. */
const lengthOffset = 16;
/** Ends the list of fields. */
const endOfFields = 0x0d;
/** Digits that programs calculate with: a longer whole number is a code. */
const significantDigits = 15;

interface TableField {
  name: string;
  /** A letter. */
  type: string;
  length: number;
}

/** A row: what it says of a shape, by the names of the fields. */
export interface TableRecord {
  isDeleted: boolean;
  values: readonly { name: string; value: string }[];
}

/** How the rows of a table are stored. */
interface TableHeader {
  /** Number of the code page of the program that wrote it. */
  codePage: number;
  rowCount: number;
  rowBytes: number;
  /** Without their end. */
  fieldDefinitions: readonly Buffer[];
}

/** @throws ImportRefusal if lengths contradict each other */
async function readHeader(reader: ByteReader): Promise<TableHeader> {
  const header = await reader.read(headerBytes);
  const [start, rowBytes] = [header.readUInt16LE(8), header.readUInt16LE(10)];
  if (start <= headerBytes || rowBytes < 1) throw new ImportRefusal('importBroken');
  const definitions = await reader.read(start - headerBytes);
  const fieldDefinitions: Buffer[] = [];
  for (let at = 0; at + fieldBytes <= definitions.length; at += fieldBytes) {
    if (definitions[at] === endOfFields) break;
    fieldDefinitions.push(definitions.subarray(at, at + fieldBytes));
  }
  const lengths = fieldDefinitions.map((definition) => definition[lengthOffset] ?? 0);
  // More of them than bytes would take as much time for each row.
  const allBytes = lengths.reduce((sum, length) => sum + length, 1);
  if (lengths.length === 0 || lengths.includes(0) || allBytes > rowBytes)
    throw new ImportRefusal('importBroken');
  requireColumnsWithinLimit(lengths.length);
  return { codePage: header[29] ?? 0, rowCount: header.readUInt32LE(4), rowBytes, fieldDefinitions };
}

function formatNumber(text: string): string {
  const number = Number(text);
  // Asterisks fill the field of a number that does not fit into it.
  if (/^\**$/.test(text)) return '';
  // The import rejects by name what is no number, such as `1,5`.
  if (!Number.isFinite(number)) return text;
  return /^\d+$/.test(text) && text.length > significantDigits ? text : String(number);
}

const formatDate = (text: string): string => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? [];
  return year === undefined || year === '0000' ? '' : `${year}-${month}-${day}`;
};

/** A value as text; empty for none. Memos are in a file of their own, which is not read. */
function formatValue(
  bytes: Buffer,
  { type, length }: TableField,
  decode: (bytes: Uint8Array) => string,
): string {
  const text = () =>
    decode(bytes)
      .replaceAll('\0', '')
      .trim()
      .replace(/\ufffd$/, '');
  switch (type) {
    case 'C':
      return text();
    case 'N':
    case 'F':
      return formatNumber(text());
    case 'D':
      return formatDate(text());
    case 'L':
      return /^[yt]$/i.test(text()) ? 'true' : /^[nf]$/i.test(text()) ? 'false' : '';
    case 'I':
    case '+':
      return length === 4 ? String(bytes.readInt32LE()) : '';
    case 'O':
    case 'B':
      return length === 8 ? formatNumber(String(bytes.readDoubleLE())) : '';
    default:
      return '';
  }
}

/** The code page of a table, and its rows as bytes, to find out their encoding. */
export async function* readTableTexts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, number> {
  const reader = new ByteReader(bytes);
  try {
    const { codePage, rowCount, rowBytes } = await readHeader(reader);
    for (let row = 0; row < rowCount && !(await reader.isAtEnd()); row++) yield reader.read(rowBytes);
    return codePage;
  } finally {
    await reader.close();
  }
}

/** Reads the rows of a table. @throws ImportRefusal if it is damaged */
export async function* readTableRecords(
  bytes: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<TableRecord> {
  const reader = new ByteReader(bytes);
  try {
    const decode = createBytesDecoder(encoding);
    const { rowCount, rowBytes, fieldDefinitions } = await readHeader(reader);
    const fields = fieldDefinitions.map((definition) => ({
      name: (decode(definition.subarray(0, 11)).split('\0', 1)[0] ?? '').trim(),
      type: String.fromCharCode(definition[11] ?? 0),
      length: definition[lengthOffset] ?? 0,
    }));
    for (let row = 0; row < rowCount; row++) {
      const record = await reader.read(rowBytes);
      let offset = 1;
      const values = fields.map((field) => {
        const cell = record.subarray(offset, offset + field.length);
        offset += field.length;
        return {
          name: field.name,
          value: formatValue(cell, field, decode),
        };
      });
      yield { isDeleted: record[0] === 0x2a, values };
    }
  } finally {
    await reader.close();
  }
}
