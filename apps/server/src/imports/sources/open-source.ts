/**
 * Recognises files that are no CSV by their content, and turns them into CSV, which is what the import reads, previews and searches. A
 * file is read as a stream; what it may be unpacked to is bounded (docs/decisions/0057).
 */
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { formatCsvLine } from '@waypost/contract/common/csv-cells';
import { limits } from '@waypost/contract/common/limits';
import { isWorkbook } from '@waypost/contract/imports/imports';
import { maxHeadingRows } from '@waypost/survey-logic/csv/guess-heading-row';
import { isBlankRow } from '@waypost/survey-logic/csv/parse-row';
import type { ByteRange } from '../../kernel/files/file-store.ts';
import { type CsvEncoding, decodeText, detectEncoding } from '../csv/encoding.ts';
import { decodeXml } from './decode-xml.ts';
import { ImportRefusal } from './import-refusal.ts';
import { findEsriFormat } from './json-format.ts';
import { refuseOtherArchive, refuseOtherFile, refuseOtherXml } from './other-formats.ts';
import { openPlaces } from './places-table.ts';
import { readGeoJson } from './read-geojson.ts';
import { readGpx } from './read-gpx.ts';
import { readKml } from './read-kml.ts';
import { openArchivedOds, openOds } from './read-ods.ts';
import { openXlsx } from './read-xlsx.ts';
import { findRootElement } from './read-xml.ts';
import type { TemporarySpace } from './record-file.ts';
import { openShapefile } from './shapefile/open-shapefile.ts';
import type { SourceTable, TableRow, TableSource } from './table-rows.ts';
import { ZipArchive } from './zip-archive.ts';

/** The kind of a file: `csv` is any text that is nothing else. */
export type FileKind = 'csv' | 'zip' | 'json' | 'xml';

const zipSignature = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** Files of old versions of Excel, and workbooks with a password. */
const oldOfficeSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** The file of a KMZ archive that programs open, which links to the others. */
const mainKml = 'doc.kml';

/** Endings of files of XML, which may begin without a declaration. */
const xmlExtensions = new Set(['.fods', '.gml', '.gpx', '.kml', '.osm', '.tcx', '.xml']);

/**
 * The kind of a file, from its first bytes and its name.
 * @throws ImportRefusal for old Excel files, workbooks with a password, and other formats that are not read
 */
export function detectKind(name: string, head: Buffer): FileKind {
  if (head.subarray(0, 4).equals(zipSignature)) return 'zip';
  if (head.subarray(0, 4).equals(oldOfficeSignature)) throw new ImportRefusal('importOldExcel');
  refuseOtherFile(head);
  const start = head
    .subarray(0, 1000)
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^\W*?(?=[{<])/, '');
  const extension = path.extname(name).toLowerCase();
  if (/^<(?:\?xml|kml|gpx|!)/i.test(start) || xmlExtensions.has(extension)) return 'xml';
  if (/^\{\s*"/.test(start) || /^\.(?:geo|topo)?json$/.test(extension)) return 'json';
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

type ReadText = () => AsyncIterable<string>;

/**
 * Opens KML, GPX, or a spreadsheet in a single file of XML.
 * @param otherKml further files with places, if it is KML
 * @throws ImportRefusal for other XML that is known
 */
async function openXml(
  readText: ReadText,
  space: TemporarySpace,
  otherKml: readonly ReadText[] = [],
): Promise<TableSource> {
  const nameSecond = (name: string) => `${name} (data)`;
  const root = await findRootElement(readText());
  refuseOtherXml(root);
  if (root === 'document') return openOds(readText());
  if (root === 'gpx') return openPlaces('gpx', readGpx(readText()), nameSecond, space);
  const texts = [readText, ...otherKml].map((read) => read());
  return openPlaces('kml', readKml(texts), nameSecond, space);
}

/** Opens GeoJSON or Esri JSON. @throws ImportRefusal for TopoJSON */
async function openJson(readText: ReadText, space: TemporarySpace): Promise<TableSource> {
  const esri = await findEsriFormat(readText());
  const places = readGeoJson(readText(), esri);
  return openPlaces(esri ? 'esri' : 'geojson', places, (name) => `feature ${name}`, space);
}

/** Without the characters before each document of a sequence (RFC 8142). */
async function* withoutSeparators(text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) yield piece.replaceAll('\u001e', '');
}

/** Whether an archive says that it is an OpenDocument spreadsheet. */
async function isSpreadsheet(archive: ZipArchive): Promise<boolean> {
  if (!archive.has('content.xml')) return false;
  if (!archive.has('mimetype')) return archive.has('meta-inf/manifest.xml');
  let type = '';
  for await (const piece of archive.readText('mimetype')) type = (type + piece).slice(0, 200);
  return type.startsWith('application/vnd.oasis.opendocument.spreadsheet');
}

/** The KML files of an archive: first the one that programs open, then those that are in no folder. */
function listKml(archive: ZipArchive): string[] {
  const rank = (name: string) => (name === mainKml ? 0 : name.includes('/') ? 2 : 1);
  return archive.list('.kml').sort((left, right) => rank(left) - rank(right));
}

/** Opens KML files of an archive as one table. */
async function openArchivedKml(
  archive: ZipArchive,
  names: readonly string[],
  space: TemporarySpace,
): Promise<TableSource> {
  const readTexts: ReadText[] = [];
  for (const name of names) {
    const encoding = await detectEncoding(archive.readBytes(name));
    readTexts.push(() => decodeXml(archive.readBytes(name), encoding));
  }
  const [first, ...others] = readTexts;
  if (!first) throw new ImportRefusal('importNoPlaces');
  return openXml(first, space, others);
}

/** @throws ImportRefusal if nothing in the archive can be read */
async function openArchive(archive: ZipArchive, space: TemporarySpace): Promise<OpenSource> {
  const close = () => Promise.resolve(archive.close());
  const shapes = archive.list('.shp');
  const kml = listKml(archive);
  if (kml[0] === mainKml || (kml.length > 0 && shapes.length === 0))
    return { source: await openArchivedKml(archive, kml, space), close };
  if (shapes.length > 0) return { source: await openShapefile(archive, shapes, space), close };
  if (archive.has('encrypted-package')) throw new ImportRefusal('importPassword');
  if (await isSpreadsheet(archive)) return { source: await openArchivedOds(archive), close };
  refuseOtherArchive(archive);
  const workbook = await openXlsx(archive, space.directory);
  const closeAll = async () => {
    await workbook.close();
    archive.close();
  };
  return { source: workbook, close: closeAll };
}

/**
 * Opens a file as a table.
 * @param space `maxBytes` also bounds what the file may be unpacked to
 * @throws ImportRefusal
 */
export async function openSource(file: LocalFile, space: TemporarySpace): Promise<OpenSource> {
  if (file.kind === 'zip') {
    const archive = await ZipArchive.open(file.path, space.maxBytes);
    try {
      return await openArchive(archive, space);
    } catch (error) {
      archive.close();
      throw error;
    }
  }
  const { encoding } = file;
  const readBytes = () => createReadStream(file.path);
  const source =
    file.kind === 'json'
      ? await openJson(() => withoutSeparators(decodeText(readBytes(), encoding)), space)
      : await openXml(() => decodeXml(readBytes(), encoding), space);
  return { source, close: () => Promise.resolve() };
}

/** The format of the CSV files that are written. */
export const convertedFormatOf = (kind: TableSource['kind']) =>
  ({ encoding: 'utf-8', delimiter: ',', numbering: isWorkbook(kind) ? 'rows' : 'places' }) as const;

/** Bytes that are written at once. */
const blockBytes = 65_536;

/** A table in the CSV file that was written. */
export interface WrittenTable extends ByteRange {
  name: string;
  /** Whether it has more than a single row and a single column, unlike notes. */
  isTable: boolean;
}

/** Whether a row has more columns than a table may have. */
const isWideRow = (row: TableRow): boolean =>
  row.length > limits.csvColumns && !isBlankRow(row.slice(0, limits.csvColumns));

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
  async *write(tables: TableSource['tables']): AsyncGenerator<Buffer> {
    for await (const table of tables)
      try {
        yield* this.#writeTable(table);
      } catch (error) {
        if (!(error instanceof ImportRefusal) || this.written.length === 0) throw error;
      }
    if (this.written.length === 0) throw new ImportRefusal('csvEmpty');
  }

  /** Of a table whose headings are too many, whichever row has them, only those rows are written: nobody can import it. */
  async *#writeTable({ name, rows }: SourceTable): AsyncGenerator<Buffer> {
    const start = this.#size;
    let filledRows = 0;
    let columns = 0;
    let wideRows = 0;
    let pending = '';
    let lastRow: TableRow = [];
    let line = '\r\n';
    for await (const row of rows()) {
      // A row that is repeated is the same one.
      if (row !== lastRow) line = row.length === 0 ? '\r\n' : formatCsvLine(row);
      lastRow = row;
      filledRows += row.length > 0 ? 1 : 0;
      columns = Math.max(columns, row.length);
      wideRows += isWideRow(row) ? 1 : 0;
      pending += line;
      if (wideRows > maxHeadingRows && wideRows === filledRows) break;
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
