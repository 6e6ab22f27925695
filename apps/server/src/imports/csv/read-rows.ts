/**
 * Reads CSV files as streams: from bytes in any supported encoding to rows with line numbers. Memory use does not depend on
 * the size of the file.
 */
import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import type { NumberedRow } from '@waypost/survey-logic/csv/guess-heading-row';
import { isBlankRow, isHxlRow, trimCell } from '@waypost/survey-logic/csv/parse-row';
import { decodeText } from './encoding.ts';
import { type CsvRecord, RecordSplitter } from './split-records.ts';

/** What is needed to split a file into cells. */
export type CsvFormat = Pick<CsvOptions, 'encoding' | 'delimiter' | 'heading_row'> & {
  /** Of a file that was converted: rows are numbered like those of its sheet, or its places from 1. */
  numbering?: 'rows' | 'places';
};

/** A row of the file. */
export interface CsvRow extends CsvRecord {
  /** Row number from 1, after the heading, which is row 0. Empty lines have none. */
  row: number;
}

/** Splits text in pieces into records. */
async function* splitRecords(
  chunks: AsyncIterable<string>,
  { delimiter, numbering }: Omit<CsvFormat, 'heading_row'>,
): AsyncGenerator<CsvRecord> {
  const splitter = new RecordSplitter(delimiter, { countsRecords: numbering !== undefined });
  for await (const text of chunks) yield* splitter.add(text);
  yield* splitter.end();
}

/**
 * Parses the rows of a file; the heading, if it has one, is row 0, and rows above it are left out. Rows that cannot be read have a `fault`,
 * and the rows after them are read.
 */
export async function* parseRows(bytes: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<CsvRow> {
  const { heading_row } = format;
  let row = heading_row === 0 ? 1 : 0;
  // The heading of places is none of them.
  const offset = format.numbering === 'places' ? -1 : 0;
  for await (const record of splitRecords(decodeText(bytes, format.encoding), format))
    if (record.line >= heading_row) yield { row: row++, ...record, line: record.line + offset };
}

/** What is read of the beginning of a file to find its heading: rows that are kept, and records that are looked at. */
const firstRows = { max: 60, records: 20_000, cellLength: 200 };

/** Characters of the rows that the mapping is guessed from, if they are more than a preview shows. */
const maxSampledCharacters = 2_000_000;

/** Reads the rows at the beginning of a file, whatever names its columns. Long cells are shortened, and of several blank rows one is kept. */
export async function readFirstRows(
  bytes: AsyncIterable<Buffer>,
  format: Omit<CsvFormat, 'heading_row'>,
): Promise<NumberedRow[]> {
  const rows: NumberedRow[] = [];
  let records = 0;
  let isAfterBlank = false;
  for await (const { line, cells } of splitRecords(decodeText(bytes, format.encoding), format)) {
    const shortCells = cells.slice(0, limits.csvColumns).map((cell) => cell.slice(0, firstRows.cellLength));
    const isBlank = isBlankRow(shortCells);
    if (!(isBlank && isAfterBlank)) rows.push({ line, cells: shortCells });
    isAfterBlank = isBlank;
    if (rows.length === firstRows.max || ++records === firstRows.records) break;
  }
  return rows;
}

/** Whether a row is a post: neither without text, nor the row of HXL hashtags under the headings. */
const isPostRow = ({ row, cells, fault }: CsvRow): boolean =>
  fault !== undefined || !(isBlankRow(cells) || (row === 1 && isHxlRow(cells)));

/** Groups rows after `afterRow` into batches, without rows that are to be skipped. No batch is empty. */
export async function* batchRows(
  rows: AsyncIterable<CsvRow>,
  size: number,
  afterRow: number,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    if (row.row <= afterRow || !isPostRow(row)) continue;
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** The beginning of a file. */
export interface FileHead {
  /** Without names where no row has them. */
  columns: string[];
  rows: CsvRow[];
  /** Whether a row of HXL hashtags, which is none of `rows`, is under the headings. */
  hasHxlRow: boolean;
}

/** Reads the heading and the first `maxRows` rows, or fewer if they are long. */
export async function readHead(
  bytes: AsyncIterable<Buffer>,
  format: CsvFormat,
  maxRows: number,
): Promise<FileHead> {
  let columns: string[] = [];
  let hasHxlRow = false;
  let characters = 0;
  const rows: CsvRow[] = [];
  for await (const row of parseRows(bytes, format)) {
    if (row.row === 0) columns = row.cells.map(trimCell);
    else if (isPostRow(row)) rows.push(row);
    else hasHxlRow ||= !isBlankRow(row.cells);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    const isSampled = characters > maxSampledCharacters && rows.length >= limits.csvPreview.shownRows;
    if (rows.length === maxRows || isSampled) break;
  }
  // The rows of a sheet end with their last filled cell: a column without a name is one too.
  const hasUnnamedColumns = format.heading_row === 0 || (format.numbering === 'rows' && columns.length > 0);
  const width = hasUnnamedColumns ? Math.max(0, ...rows.map(({ cells }) => cells.length)) : 0;
  const unnamed = Array.from({ length: Math.max(0, width - columns.length) }, () => '');
  return { columns: [...columns, ...unnamed], rows, hasHxlRow };
}
