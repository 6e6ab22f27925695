/**
 * Reading CSV files: from bytes in whichever encoding to rows with their lines, a piece at a time, so that a file of a
 * gigabyte needs no more memory than one of a page.
 */

import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions, delimiters, encodings } from '@waypost/contract/imports/imports';
import { isSkippableRow } from '@waypost/survey-logic/csv/parse-row';
import { type Info, parse } from 'csv-parse';
import { parse as parseNow } from 'csv-parse/sync';

export type CsvEncoding = (typeof encodings)[number];
export type CsvDelimiter = (typeof delimiters)[number];
export type CsvFormat = Pick<CsvOptions, 'encoding' | 'delimiter'>;

/** A row of the file. */
export interface CsvRow {
  /** From 1, the heading not counted. */
  row: number;
  /** Where it begins, from 1, the heading's line among them. */
  line: number;
  cells: string[];
  /** The file cannot be read from here on. */
  isBroken?: true;
}

/** What Excel puts above the heading to say the delimiter. */
const separatorLine = /^sep=(.)\r?\n?$/i;

/** `windows-1252` decodes any byte, so nothing is lost even where the guess was wrong. */
const createDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);

/** Letters of a file. Without its byte order mark, and without Excel's line above the heading, which becomes an empty one. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  const withoutSeparator = (text: string) => text.replace(/^sep=.(?=[\r\n])/i, '');
  let head: string | null = '';
  for await (const chunk of bytes) {
    // The database stores no zero bytes; in a text they stand for nothing.
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

/** Quotes inside a cell that is not quoted are letters, as in 5'10"; files are written by people. */
const parserOptions = (delimiter: CsvDelimiter) => ({
  delimiter,
  // All of them: files that were put together of parts have several.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: limits.csvRowLength,
});

/**
 * Rows of a file, the heading first, as row 0. A quotation mark that is never closed swallows what follows: it comes as a last
 * row that is broken.
 */
export async function* parseRows(bytes: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<CsvRow> {
  const parser = parse({ ...parserOptions(format.delimiter), info: true, skip_records_with_error: true });
  /** How many rows can be told before the file breaks. */
  let readable = Number.POSITIVE_INFINITY;
  parser.on('skip', () => {
    readable = Math.min(readable, parser.info.records);
  });
  const feeding = feedParser(
    parser,
    decodeText(bytes, format.encoding),
    () => readable < Number.POSITIVE_INFINITY,
  );
  let row = 0;
  let lastLine = 0;
  try {
    for await (const piece of parser) {
      if (row >= readable) break;
      const { record, info } = piece as { record: string[]; info: Info };
      // `lines` is where the row ends; the quoted line breaks inside it are taken off.
      const breaks = record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);
      lastLine = info.lines;
      yield { row: row++, line: info.lines - breaks, cells: record };
    }
    if (readable < Number.POSITIVE_INFINITY) yield { row, line: lastLine + 1, cells: [], isBroken: true };
    else await feeding;
  } finally {
    parser.destroy();
    await feeding;
  }
}

/** Hands letters to the parser as fast as it takes them, until the file ends or breaks, or nobody reads on. */
async function feedParser(
  parser: ReturnType<typeof parse>,
  letters: AsyncIterable<string>,
  isBroken: () => boolean,
): Promise<void> {
  try {
    for await (const text of letters) {
      if (parser.destroyed) return;
      if (!parser.write(text)) await new Promise<void>((resolve) => onceParserReady(parser, resolve));
      if (isBroken()) break;
    }
    if (!parser.destroyed) parser.end();
  } catch (error) {
    // Whoever reads the rows hears of it.
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}

function onceParserReady(parser: ReturnType<typeof parse>, resolve: () => void): void {
  const events = ['drain', 'close', 'error'] as const;
  const once = () => {
    for (const event of events) parser.off(event, once);
    resolve();
  };
  for (const event of events) parser.on(event, once);
}

/** Rows that are posts, so many at a time. The last batch may be smaller; there is none without rows. */
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

/** Tells the encoding of a file that passes by. */
export class EncodingDetector {
  #head = Buffer.alloc(0);
  #isUtf8 = true;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Bytes that the guess about UTF-16 without a mark is made from. */
  static readonly #seen = 65_536;

  add(chunk: Buffer): void {
    if (this.#head.length < EncodingDetector.#seen)
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, EncodingDetector.#seen - this.#head.length)]);
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(chunk, { stream: true });
    } catch {
      this.#isUtf8 = false;
    }
  }

  /** The beginning of the file. */
  get head(): Buffer {
    return this.#head;
  }

  /** Null when it is no text. */
  detect(): CsvEncoding | null {
    const [a, b] = this.#head;
    if (a === 0xff && b === 0xfe) return 'utf-16le';
    if (a === 0xfe && b === 0xff) return 'utf-16be';
    const zeros = [0, 0];
    for (const [at, byte] of this.#head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    const [even = 0, odd = 0] = zeros;
    const pairs = this.#head.length / 2;
    // Text of Latin, Greek, Cyrillic or Arabic letters has commas and digits whose upper byte is zero.
    if (odd > pairs * 0.2 && even < pairs * 0.01) return 'utf-16le';
    if (even > pairs * 0.2 && odd < pairs * 0.01) return 'utf-16be';
    if (even + odd > 0) return null;
    try {
      this.#utf8.decode();
    } catch {
      this.#isUtf8 = false;
    }
    return this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }
}

/** The delimiter that parts the first rows into most columns, and into equally many. */
export function guessDelimiter(head: Buffer, encoding: CsvEncoding): CsvDelimiter {
  const text = createDecoder(encoding).decode(head);
  const firstLine = text.slice(0, text.search(/[\r\n]/) + 1);
  const said = separatorLine.exec(firstLine)?.[1];
  const known = [',', ';', '\t', '|'] as const satisfies readonly CsvDelimiter[];
  const named = known.find((it) => it === said);
  if (named) return named;
  const sample = text.split(/(?<=\n|\r(?!\n))/).slice(0, 50);
  const scores = known.map((delimiter) => {
    try {
      const rows: string[][] = parseNow(sample.join(''), {
        ...parserOptions(delimiter),
        skip_records_with_error: true,
      });
      const columns = rows[0]?.length ?? 1;
      const same = rows.filter((row) => row.length === columns).length;
      return { delimiter, score: columns < 2 ? 0 : columns * (same / rows.length) ** 2 };
    } catch {
      return { delimiter, score: 0 };
    }
  });
  return scores.reduce((best, it) => (it.score > best.score ? it : best)).delimiter;
}

/** The heading and the first rows. */
export async function readHead(
  bytes: AsyncIterable<Buffer>,
  format: CsvFormat,
  maxRows: number,
): Promise<{ columns: string[]; rows: CsvRow[] }> {
  let columns: string[] = [];
  const rows: CsvRow[] = [];
  for await (const row of parseRows(bytes, format)) {
    if (row.row === 0) columns = row.isBroken ? [] : row.cells.map((it) => it.trim());
    else if (row.isBroken || !isSkippableRow(row.cells)) rows.push(row);
    if (rows.length === maxRows) break;
  }
  return { columns, rows };
}
