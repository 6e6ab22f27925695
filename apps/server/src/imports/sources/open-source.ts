/**
 * Recognises files that are no CSV by their content, and turns them into CSV, which is what the import reads, previews and searches. A
 * file is read as a stream; what it may be unpacked to is bounded (docs/decisions/0057).
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { formatCsvLine } from '@waypost/contract/common/csv-cells';
import type { ByteRange } from '../../kernel/files/file-store.ts';
import { type CsvEncoding, decodeText, detectEncoding } from '../csv/encoding.ts';
import { decodeXml } from './decode-xml.ts';
import { ImportRefusal } from './import-refusal.ts';
import { openPlaces } from './places-table.ts';
import { readGeoJson } from './read-geojson.ts';
import { readKml } from './read-kml.ts';
import { openXlsx } from './read-xlsx.ts';
import type { SourceTable, TableSource } from './table-rows.ts';
import { ZipArchive } from './zip-archive.ts';

/** The kind of a file: `csv` is any text that is nothing else. */
export type FileKind = 'csv' | 'zip' | 'json' | 'xml';

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Files of old versions of Excel, and workbooks with a password. */
const oldOfficeSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/**
 * The kind of a file, from its first bytes and its name.
 * @throws ImportRefusal for old Excel files and workbooks with a password
 */
export function detectKind(name: string, head: Buffer): FileKind {
  if (head.subarray(0, 4).equals(zipSignature)) return 'zip';
  if (head.subarray(0, 4).equals(oldOfficeSignature)) throw new ImportRefusal('importOldExcel');
  const start = head
    .subarray(0, 1000)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^\W*?(?=[{<])/, '');
  const extension = path.extname(name).toLowerCase();
  if (/^<(?:\?xml|kml|!)/i.test(start) || extension === '.kml') return 'xml';
  if (/^\{\s*"/.test(start) || extension === '.geojson' || extension === '.json') return 'json';
  return 'csv';
}

/** A file on this machine. */
export interface LocalFile {
  path: string;
  kind: Exclude<FileKind, 'csv'>;
  encoding: CsvEncoding;
}

interface OpenSource {
  source: TableSource;
  close: () => Promise<void>;
}

const openKml = (readText: () => AsyncIterable<string>) =>
  openPlaces(
    'kml',
    () => readKml(readText()),
    (name) => `${name} (data)`,
  );

const openGeoJson = (readText: () => AsyncIterable<string>) =>
  openPlaces(
    'geojson',
    () => readGeoJson(readText()),
    (name) => `feature ${name}`,
  );

/** Without the characters before each document of a sequence (RFC 8142). */
async function* withoutSeparators(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) yield piece.replaceAll('\u001e', '');
}

const closeNothing = () => Promise.resolve();

async function openArchive(file: LocalFile, directory: string, maxBytes: number): Promise<OpenSource> {
  const archive = await ZipArchive.open(file.path, maxBytes);
  try {
    const kml = archive.has('doc.kml') ? 'doc.kml' : archive.find('.kml');
    if (kml !== undefined) {
      const encoding = await detectEncoding(archive.readBytes(kml));
      return {
        source: await openKml(() => decodeXml(archive.readBytes(kml), encoding)),
        close: () => Promise.resolve(archive.close()),
      };
    }
    if (!archive.has('[content_types].xml')) throw new ImportRefusal('csvType');
    const workbook = await openXlsx(archive, directory);
    const close = async () => {
      await workbook.close();
      archive.close();
    };
    return { source: workbook, close };
  } catch (error) {
    archive.close();
    throw error;
  }
}

/**
 * Opens a file as a table.
 * @param directory for temporary files, which the caller deletes
 * @param maxBytes of what the file may be unpacked to
 * @throws ImportRefusal
 */
export async function openSource(file: LocalFile, directory: string, maxBytes: number): Promise<OpenSource> {
  if (file.kind === 'zip') return openArchive(file, directory, maxBytes);
  const { encoding } = file;
  const readBytes = () => createReadStream(file.path);
  const source =
    file.kind === 'json'
      ? await openGeoJson(() => withoutSeparators(decodeText(readBytes(), encoding)))
      : await openKml(() => decodeXml(readBytes(), encoding));
  return { source, close: closeNothing };
}

/** The format of the CSV files that are written. */
export const convertedFormatOf = (kind: TableSource['kind']) =>
  ({ encoding: 'utf-8', delimiter: ',', numbering: kind === 'xlsx' ? 'rows' : 'places' }) as const;

/** Bytes that are written at once. */
const blockBytes = 65_536;

/** A table in the CSV file that was written. */
export interface WrittenTable extends ByteRange {
  name: string;
  /** Whether it has more than a single row and a single column, unlike notes. */
  isTable: boolean;
}

/** Writes tables as one CSV file in UTF-8 with commas. A row of a table is a record, also an empty one. */
export class CsvWriter {
  readonly #maxBytes: number;
  #size = 0;
  /** The tables that were written, without those that are empty or cannot be read. */
  readonly written: WrittenTable[] = [];

  /** @param maxBytes of the file */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The bytes of all tables. @throws ImportRefusal if the first one that is not empty cannot be read; others are left out */
  async *write(tables: readonly SourceTable[]): AsyncGenerator<Buffer> {
    for (const table of tables)
      try {
        yield* this.#writeTable(table);
      } catch (error) {
        if (!(error instanceof ImportRefusal) || this.written.length === 0) throw error;
      }
    if (this.written.length === 0) throw new ImportRefusal('csvEmpty');
  }

  async *#writeTable({ name, rows }: SourceTable): AsyncGenerator<Buffer> {
    const start = this.#size;
    let filledRows = 0;
    let columns = 0;
    let pending = '';
    for await (const row of rows()) {
      filledRows += row.length > 0 ? 1 : 0;
      columns = Math.max(columns, row.length);
      pending += row.length === 0 ? '\r\n' : formatCsvLine(row);
      if (pending.length < blockBytes) continue;
      yield this.#encode(pending);
      pending = '';
    }
    yield this.#encode(pending);
    if (filledRows === 0) return;
    this.written.push({ name, start, end: this.#size - 1, isTable: filledRows > 1 && columns > 1 });
  }

  /** @throws ImportRefusal when the file becomes too large */
  #encode(text: string): Buffer {
    const bytes = Buffer.from(text);
    if (this.#size + bytes.length > this.#maxBytes)
      throw new ImportRefusal('importTooLarge', { max: this.#maxBytes });
    this.#size += bytes.length;
    return bytes;
  }
}
