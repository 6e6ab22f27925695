/**
 * Reads CSV files as streams: from bytes in any supported encoding to rows with line numbers. Memory use does not depend on
 * the size of the file.
 */
import type { CsvOptions } from '@waypost/contract/imports/imports';
import { isBlankRow, isHxlRow } from '@waypost/survey-logic/csv/parse-row';
import { decodeText } from './encoding.ts';
import { type CsvRecord, RecordSplitter } from './split-records.ts';

/** What is needed to split a file into cells. */
export type CsvFormat = Pick<CsvOptions, 'encoding' | 'delimiter'> & {
  /** Of a file that was converted: rows are numbered like those of its sheet, or its places from 1. */
  numbering?: 'rows' | 'places';
};

/** A row of the file. */
export interface CsvRow extends CsvRecord {
  /** Row number from 1; the heading is row 0. Empty lines have none. */
  row: number;
}

/** Splits text in pieces into records. */
async function* splitRecords(
  chunks: AsyncIterable<string>,
  { delimiter, numbering }: CsvFormat,
): AsyncGenerator<CsvRecord> {
  const splitter = new RecordSplitter(delimiter, { countsRecords: numbering !== undefined });
  for await (const text of chunks) yield* splitter.add(text);
  yield* splitter.end();
}

/** Parses the rows of a file; the heading is row 0. Rows that cannot be read have a `fault`, and the rows after them are read. */
export async function* parseRows(bytes: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<CsvRow> {
  let row = 0;
  // The heading of places is none of them.
  const offset = format.numbering === 'places' ? -1 : 0;
  for await (const record of splitRecords(decodeText(bytes, format.encoding), format))
    yield { row: row++, ...record, line: record.line + offset };
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
  columns: string[];
  rows: CsvRow[];
  /** Whether a row of HXL hashtags, which is none of `rows`, is under the headings. */
  hasHxlRow: boolean;
}

/** Reads the heading and the first `maxRows` rows. */
export async function readHead(
  bytes: AsyncIterable<Buffer>,
  format: CsvFormat,
  maxRows: number,
): Promise<FileHead> {
  let columns: string[] = [];
  let hasHxlRow = false;
  const rows: CsvRow[] = [];
  for await (const row of parseRows(bytes, format)) {
    if (row.row === 0) columns = row.fault ? [] : row.cells.map((cell) => cell.trim());
    else if (isPostRow(row)) rows.push(row);
    else hasHxlRow ||= !isBlankRow(row.cells);
    if (rows.length === maxRows) break;
  }
  return { columns, rows, hasHxlRow };
}
