/**
 * Reads CSV files as streams: from bytes in any supported encoding to rows with line numbers. Memory use does not depend on
 * the size of the file.
 */

import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions, delimiters, encodings } from '@waypost/contract/imports/imports';
import { isSkippableRow } from '@waypost/survey-logic/csv/parse-row';
import { type Info, parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';

/** An encoding that can be imported. */
export type CsvEncoding = (typeof encodings)[number];
/** A delimiter that can be imported. */
export type CsvDelimiter = (typeof delimiters)[number];
/** What is needed to split a file into cells. */
export type CsvFormat = Pick<CsvOptions, 'encoding' | 'delimiter'>;

/** A row of the file. */
export interface CsvRow {
  /** Row number from 1; the heading is row 0. */
  row: number;
  /** Line of the file where the row begins, from 1. */
  line: number;
  cells: string[];
  /** Set when the file cannot be parsed from here on. */
  isBroken?: true;
}

/** The line that Excel writes above the heading to declare the delimiter. */
const separatorLine = /^sep=(.)\r?\n?$/i;

/** `windows-1252` decodes any byte, so nothing is lost even when the guess was wrong. */
const createDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);

/** Decodes a file to text, without byte order mark. Excel's `sep=` line becomes an empty line. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  const withoutSeparator = (text: string) => text.replace(/^sep=.(?=[\r\n])/i, '');
  let head: string | null = '';
  for await (const chunk of bytes) {
    // PostgreSQL cannot store zero bytes, which have no meaning in a text.
    const text = decoder.decode(chunk, { stream: true }).replaceAll('\0', '');
    if (head === null) yield text;
    else {
      head += text;
      if (head.length < 'sep=;\r'.length) continue;
      yield withoutSeparator(head);
      head = null;
    }
  }
  yield withoutSeparator(head ?? '') + decoder.decode();
}

/** Tolerant options for files written by people: quotes inside an unquoted cell are text, as in 5'10". */
const parserOptions = (delimiter: CsvDelimiter) => ({
  delimiter,
  // All line endings, since files that were put together from parts have several.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: limits.csvRowLength,
});

/**
 * Parses the rows of a file; the heading is row 0. After a quotation mark that is never closed, one last row with
 * `isBroken` follows.
 */
export async function* parseRows(bytes: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<CsvRow> {
  const parser = parse({ ...parserOptions(format.delimiter), info: true, skip_records_with_error: true });
  /** Number of rows before the file breaks. */
  let readableRows = Number.POSITIVE_INFINITY;
  parser.on('skip', () => {
    readableRows = Math.min(readableRows, parser.info.records);
  });
  const feeding = feedParser(
    parser,
    decodeText(bytes, format.encoding),
    () => readableRows < Number.POSITIVE_INFINITY,
  );
  let row = 0;
  let lastLine = 0;
  try {
    for await (const parsed of parser) {
      if (row >= readableRows) break;
      const { record, info } = parsed as { record: string[]; info: Info };
      // `lines` is where the row ends; its quoted line breaks are subtracted.
      const lineBreaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      lastLine = info.lines;
      yield { row: row++, line: info.lines - lineBreaks, cells: record };
    }
    if (readableRows < Number.POSITIVE_INFINITY) yield { row, line: lastLine + 1, cells: [], isBroken: true };
    else await feeding;
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** Writes text to the parser with backpressure, until the file ends or breaks, or the parser is destroyed. */
async function feedParser(
  parser: ReturnType<typeof parse>,
  chunks: AsyncIterable<string>,
  isBroken: () => boolean,
): Promise<void> {
  try {
    for await (const text of chunks) {
      if (parser.destroyed) return;
      if (!parser.write(text)) await new Promise<void>((resolve) => onceParserReady(parser, resolve));
      if (isBroken()) break;
    }
    if (!parser.destroyed) parser.end();
  } catch (error) {
    // The consumer of the rows gets the error.
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function onceParserReady(parser: ReturnType<typeof parse>, resolve: () => void): void {
  const events = ['drain', 'close', 'error'] as const;
  const onEvent = () => {
    for (const event of events) parser.off(event, onEvent);
    resolve();
  };
  for (const event of events) parser.on(event, onEvent);
}

/** Groups rows after `afterRow` into batches, without rows that are to be skipped. No batch is empty. */
export async function* batchRows(
  rows: AsyncIterable<CsvRow>,
  size: number,
  afterRow: number,
): AsyncGenerator<CsvRow[]> {
  let batch: CsvRow[] = [];
  for await (const row of rows) {
    if (row.row <= afterRow || (!row.isBroken && isSkippableRow(row.cells))) continue;
    batch.push(row);
    if (batch.length === size) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Detects the encoding of a file while it is streamed. */
export class EncodingDetector {
  #head = Buffer.alloc(0);
  #isUtf8 = true;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Bytes that are examined for UTF-16 without a byte order mark. */
  static readonly #headSize = 65_536;

  /** Examines the next chunk of the file. */
  add(chunk: Buffer): void {
    if (this.#head.length < EncodingDetector.#headSize)
      this.#head = Buffer.concat([
        this.#head,
        chunk.subarray(0, EncodingDetector.#headSize - this.#head.length),
      ]);
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(chunk, { stream: true });
    } catch {
      this.#isUtf8 = false;
    }
  }

  /** The first bytes of the file. */
  get head(): Buffer {
    return this.#head;
  }

  /** The encoding of the chunks so far; null for a binary file. */
  detect(): CsvEncoding | null {
    const [first, second] = this.#head;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    const zeroBytes = [0, 0];
    for (const [index, byte] of this.#head.entries())
      if (byte === 0) zeroBytes[index % 2] = (zeroBytes[index % 2] ?? 0) + 1;
    const [evenZeros = 0, oddZeros = 0] = zeroBytes;
    const pairs = this.#head.length / 2;
    // Text in Latin, Greek, Cyrillic or Arabic script has commas and digits whose upper byte is zero.
    if (oddZeros > pairs * 0.2 && evenZeros < pairs * 0.01) return 'utf-16le';
    if (evenZeros > pairs * 0.2 && oddZeros < pairs * 0.01) return 'utf-16be';
    if (evenZeros + oddZeros > 0) return null;
    try {
      this.#utf8.decode();
    } catch {
      this.#isUtf8 = false;
    }
    return this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }
}

/** Guesses the delimiter: Excel's `sep=` line, else the one that splits the first rows into most columns of equal number. */
export function guessDelimiter(head: Buffer, encoding: CsvEncoding): CsvDelimiter {
  const text = createDecoder(encoding).decode(head);
  const firstLine = text.slice(0, text.search(/[\r\n]/) + 1);
  const declared = separatorLine.exec(firstLine)?.[1];
  const candidates = [',', ';', '\t', '|'] as const satisfies readonly CsvDelimiter[];
  const declaredDelimiter = candidates.find((delimiter) => delimiter === declared);
  if (declaredDelimiter) return declaredDelimiter;
  const sample = text.split(/(?<=\n|\r(?!\n))/).slice(0, 50);
  const scores = candidates.map((delimiter) => {
    try {
      const rows: string[][] = parseSync(sample.join(''), {
        ...parserOptions(delimiter),
        skip_records_with_error: true,
      });
      const columns = rows[0]?.length ?? 1;
      const regularRows = rows.filter((row) => row.length === columns).length;
      return { delimiter, score: columns < 2 ? 0 : columns * (regularRows / rows.length) ** 2 };
    } catch {
      return { delimiter, score: 0 };
    }
  });
  return scores.reduce((best, candidate) => (candidate.score > best.score ? candidate : best)).delimiter;
}

/** Reads the heading and the first `maxRows` rows. */
export async function readHead(
  bytes: AsyncIterable<Buffer>,
  format: CsvFormat,
  maxRows: number,
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  let columns: string[] = [];
  const rows: CsvRow[] = [];
  for await (const row of parseRows(bytes, format)) {
    if (row.row === 0) columns = row.isBroken ? [] : row.cells.map((cell) => cell.trim());
    else if (row.isBroken || !isSkippableRow(row.cells)) rows.push(row);
    if (rows.length === maxRows) break;
  }
  return { columns, rows };
}
