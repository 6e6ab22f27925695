/**
 * Splits the text of a CSV file into records of cells, without ever dropping the rest of a broken file: a quotation mark that is never
 * closed, or a record that is far too long, costs the line in which it begins. CSV libraries end there (docs/decisions/0057). Memory use
 * is bounded by the longest record.
 *
 * Files written by people are read tolerantly: quotation marks inside an unquoted cell are text, as in 5'10", and so is one inside a quoted
 * cell that no separator follows. Line endings may be mixed.
 */
import { limits } from '@waypost/contract/common/limits';

/** A record of the file. */
export interface CsvRecord {
  /** Line of the file where the record begins, from 1. */
  line: number;
  cells: string[];
  /** Why it cannot be read. `cells` are then those of its first line as it stands; none if it is too long. */
  fault?: 'csvQuote' | 'csvLong';
}

/** A cell as a range of the text from its record's start, without its quotation marks. */
interface CellRange {
  from: number;
  to: number;
  isQuoted: boolean;
}

/** The beginning of a record whose end has not arrived. Positions count from the record's start. */
interface PartialRecord {
  cells: CellRange[];
  swallowsCell: boolean;
  /** Where the next cell begins. */
  at: number;
}

/** The end of a quoted cell. */
interface ClosingQuote {
  /** Where the search began. */
  from: number;
  /** Position of the closing quotation mark; null: none up to `searchedTo`. */
  at: number | null;
  searchedTo: number;
  /** The last quotation mark before it that looks like the beginning of another cell; -1 for none. */
  lastOpening: number;
}

const lineBreak = /\r\n|\n|\r/g;
const countLineBreaks = (text: string): number => text.match(lineBreak)?.length ?? 0;
const isLineEnd = (character: string | undefined): boolean => character === '\n' || character === '\r';

/** Splits text that arrives in pieces. */
export class RecordSplitter {
  readonly #delimiter: string;
  readonly #maxLength: number;
  readonly #countsRecords: boolean;
  readonly #cellEnd: RegExp;
  #text = '';
  #at = 0;
  #line = 1;
  #isEnd = false;
  /** What is read of a record that is incomplete: reading it again with each piece would take quadratic time. */
  #partial: PartialRecord | null = null;
  /** The rest of a line that was too long is skipped. */
  #isSkipping = false;
  /** The last search: lines after a broken one search the same text again, which must not take quadratic time. */
  #closing: ClosingQuote | null = null;

  /** @param options.countsRecords whether `line` counts records, also empty ones, instead of lines */
  constructor(
    delimiter: string,
    {
      maxLength = limits.csvRowLength,
      countsRecords = false,
    }: { maxLength?: number; countsRecords?: boolean } = {},
  ) {
    this.#delimiter = delimiter;
    this.#maxLength = maxLength;
    this.#countsRecords = countsRecords;
    this.#cellEnd = new RegExp(`[${delimiter}\\r\\n]`, 'g');
  }

  /** Adds text. @returns the records that are complete now */
  *add(text: string): Generator<CsvRecord> {
    const shift = this.#at;
    this.#text = this.#text.slice(shift) + text;
    this.#at = 0;
    if (this.#closing) {
      const { from, at, searchedTo, lastOpening } = this.#closing;
      this.#closing = {
        from: from - shift,
        at: at === null ? null : at - shift,
        searchedTo: searchedTo - shift,
        lastOpening: lastOpening - shift,
      };
    }
    yield* this.#records();
  }

  /** Ends the text. @returns the last records */
  *end(): Generator<CsvRecord> {
    this.#isEnd = true;
    yield* this.#records();
  }

  *#records(): Generator<CsvRecord> {
    while (this.#at < this.#text.length) {
      if (this.#isSkipping && !this.#skipLine()) return;
      if (this.#at >= this.#text.length) return;
      const record = this.#next();
      if (record === 'incomplete') return;
      if (record) yield record;
    }
  }

  /** @returns the next record; undefined for an empty line */
  #next(): CsvRecord | undefined | 'incomplete' {
    const line = this.#line;
    const start = this.#at;
    const { cells, ...partial } = this.#partial ?? { cells: [], swallowsCell: false, at: 0 };
    this.#partial = null;
    let { swallowsCell } = partial;
    let at = start + partial.at;
    for (;;) {
      const cell = this.#readCell(at);
      if (cell === 'incomplete') {
        if (this.#text.length - start > this.#maxLength || this.#isEnd) return this.#breakFirstLine(start);
        this.#partial = { cells, swallowsCell, at: at - start };
        return 'incomplete';
      }
      const { from, to, isQuoted } = cell;
      cells.push({ from: from - start, to: to - start, isQuoted });
      swallowsCell ||= cell.swallowsCell;
      at = cell.end;
      if (this.#text[at] !== this.#delimiter) break;
      at++;
    }
    // The second half of a Windows line ending may be in the next piece.
    if (this.#text[at] === '\r' && at + 1 === this.#text.length && !this.#isEnd) return 'incomplete';
    if (at - start > this.#maxLength) return this.#breakFirstLine(start);
    const hasLineBreak = cells.some(
      ({ isQuoted, from, to }) => isQuoted && /[\r\n]/.test(this.#text.slice(start + from, start + to)),
    );
    if (hasLineBreak && swallowsCell) return this.#breakFirstLine(start);
    const hasMoreLines = hasLineBreak && !this.#countsRecords;
    this.#line += 1 + (hasMoreLines ? countLineBreaks(this.#text.slice(start, at)) : 0);
    this.#at = this.#afterLineEnd(at);
    const [only] = cells;
    if (cells.length === 1 && only && !only.isQuoted && only.from === only.to) return undefined;
    return { line, cells: cells.map((cell) => this.#cellText(start, cell)) };
  }

  #cellText(start: number, { from, to, isQuoted }: CellRange): string {
    const text = this.#text.slice(start + from, start + to);
    return isQuoted ? text.replaceAll('""', '"') : text;
  }

  /** The cell at a position, as positions of the text. */
  #readCell(from: number): (CellRange & { end: number; swallowsCell: boolean }) | 'incomplete' {
    if (this.#text[from] === '"') {
      const { at, lastOpening } = this.#findClosingQuote(from + 1);
      const swallowsCell = lastOpening > from;
      if (at === null) return 'incomplete';
      return { from: from + 1, to: at, isQuoted: true, end: this.#afterBlanks(at + 1), swallowsCell };
    }
    this.#cellEnd.lastIndex = from;
    const end = this.#cellEnd.exec(this.#text)?.index ?? (this.#isEnd ? this.#text.length : null);
    return end === null ? 'incomplete' : { from, to: end, isQuoted: false, end, swallowsCell: false };
  }

  /** Spaces between a closing quotation mark and the separator are no part of the cell. */
  #afterBlanks(from: number): number {
    let at = from;
    while (this.#text[at] === ' ' || (this.#text[at] === '\t' && this.#delimiter !== '\t')) at++;
    return at;
  }

  #findClosingQuote(from: number): ClosingQuote {
    const found = this.#closing;
    const isReusable = found !== null && found.from <= from;
    if (isReusable && found.at !== null && from <= found.at) return found;
    let lastOpening = isReusable && found.at === null ? found.lastOpening : -1;
    let at = isReusable && found.at === null ? Math.max(from, found.searchedTo) : from;
    for (;;) {
      const quote = this.#text.indexOf('"', at);
      if (quote < 0) return this.#rememberOpen(from, this.#text.length, lastOpening);
      if (this.#text[quote + 1] === '"') {
        at = quote + 2;
        continue;
      }
      const after = this.#afterBlanks(quote + 1);
      // What follows may be in the next piece.
      if (after === this.#text.length && !this.#isEnd) return this.#rememberOpen(from, quote, lastOpening);
      const next = this.#text[after];
      if (next === undefined || next === this.#delimiter || isLineEnd(next)) {
        this.#closing = { from, at: quote, searchedTo: quote, lastOpening };
        return this.#closing;
      }
      const before = this.#text[quote - 1];
      if (before === this.#delimiter || isLineEnd(before)) lastOpening = quote;
      at = quote + 1;
    }
  }

  #rememberOpen(from: number, searchedTo: number, lastOpening: number): ClosingQuote {
    this.#closing = { from, at: null, searchedTo, lastOpening };
    return this.#closing;
  }

  /** Gives up a record: its first line is broken, and reading goes on with the second. */
  #breakFirstLine(start: number): CsvRecord {
    const line = this.#line;
    lineBreak.lastIndex = start;
    const end = lineBreak.exec(this.#text)?.index ?? this.#text.length;
    if (end - start > this.#maxLength || (end === this.#text.length && !this.#isEnd)) {
      this.#at = end;
      this.#isSkipping = true;
      return { line, cells: [], fault: 'csvLong' };
    }
    this.#line++;
    this.#at = this.#afterLineEnd(end);
    return { line, cells: this.#text.slice(start, end).split(this.#delimiter), fault: 'csvQuote' };
  }

  /** @returns whether the end of the line is found */
  #skipLine(): boolean {
    lineBreak.lastIndex = this.#at;
    const end = lineBreak.exec(this.#text)?.index;
    if (end === undefined || (end + 1 === this.#text.length && this.#text[end] === '\r' && !this.#isEnd)) {
      this.#at = end ?? this.#text.length;
      return false;
    }
    this.#isSkipping = false;
    this.#line++;
    this.#at = this.#afterLineEnd(end);
    return true;
  }

  #afterLineEnd(at: number): number {
    return this.#text.startsWith('\r\n', at) ? at + 2 : Math.min(at + 1, this.#text.length);
  }
}
