/** Guesses which row of a table names its columns: titles, notes and blank rows may be above it, and some tables have none. */
import { cellsOfColumn } from './column-mapping.ts';
import { isKnownHeading } from './headings.ts';
import { isWrittenNumber } from './parse-csv-number.ts';
import { isBlankRow, isWrittenPlace, trimCell } from './parse-row.ts';
import { readWrittenDate } from './written-date.ts';

/** A row of the file, with the number that people know it by. */
export interface NumberedRow {
  /** Line of the file where it begins, or row of the sheet, from 1. */
  line: number;
  cells: readonly string[];
}

/** Rows with text that may name the columns: further down nobody has titles. */
export const maxHeadingRows = 30;

/** What is examined at most: rows below a row, and columns. */
const examined = { rows: 20, columns: 60 };

/** Headings that must be known for a row to be taken for their sake alone. */
const minKnownHeadings = 2;

/** What a text is. Small whole numbers, among them years, may be the names of columns. */
type TextKind = 'text' | 'small' | 'number' | 'date' | 'place' | 'address';

function findKind(text: string): TextKind {
  if (isWrittenNumber(text)) return /^\d{1,4}$/.test(text) ? 'small' : 'number';
  if (/^(?:https?:\/\/|[^\s@]{1,100}@[^\s@]{1,100}$)/i.test(text)) return 'address';
  if (readWrittenDate(text, 'dmy') !== null || readWrittenDate(text, 'mdy') !== null) return 'date';
  return isWrittenPlace(text) ? 'place' : 'text';
}

const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/** A row with its texts. */
interface FilledRow extends NumberedRow {
  /** Cells that are not empty. */
  texts: readonly string[];
  /** Cells with text. The title of a table may be repeated in merged cells. */
  width: number;
}

function describeRow({ line, cells }: NumberedRow): FilledRow {
  const trimmed = cells.slice(0, examined.columns).map(trimCell);
  const texts = trimmed.filter((text) => text !== '');
  return { line, cells: trimmed, texts, width: new Set(texts).size === 1 ? 1 : texts.length };
}

/** How many texts the rows of the table have, judged by the widest quarter, so that titles and rows with many gaps do not count. */
function estimateWidth(rows: readonly FilledRow[]): number {
  const widths = rows.map(({ width }) => width).sort((a, b) => b - a);
  return widths[Math.floor(widths.length / 4)] ?? 0;
}

/** Whether a row has values, such as dates, in a column that has values of the same kind below it, or nothing but numbers. */
function looksLikeData({ cells, texts }: FilledRow, below: readonly FilledRow[]): boolean {
  const kinds = texts.map(findKind);
  const isNumbers = kinds.every((kind) => kind === 'small' || kind === 'number') && !texts.every(isYear);
  const rows = below.slice(0, examined.rows).map((row) => row.cells);
  return (
    isNumbers ||
    cells.some((cell, at) => {
      const kind = findKind(cell);
      if (cell === '' || kind === 'text' || kind === 'small') return false;
      const others = cellsOfColumn(rows, at).filter((text) => text !== '');
      return others.filter((text) => findKind(text) === kind).length * 2 >= others.length;
    })
  );
}

/** Whether a row has texts only, of which some are above values. */
function isAboveValues({ cells, texts }: FilledRow, below: readonly FilledRow[]): boolean {
  const rows = below.slice(0, examined.rows).map((row) => row.cells);
  return (
    texts.every((text) => findKind(text) === 'text') &&
    cells.some((cell, at) => {
      const others = cellsOfColumn(rows, at).filter((text) => text !== '');
      return cell !== '' && others.some((text) => findKind(text) !== 'text');
    })
  );
}

/** Whether some of several texts end in a colon: `Status:` stands before a value. */
const isNote = ({ texts }: FilledRow): boolean => {
  const labels = texts.filter((text) => /[:\uff1a]$/.test(text)).length;
  return labels > 0 && labels < texts.length;
};

/** Single letters are known as names of coordinates, and mark answers in data. */
const countKnownHeadings = ({ texts }: FilledRow): number =>
  new Set(texts.filter((text) => text.length > 1 && isKnownHeading(text))).size;

/** The first row with the most known headings, and no values; undefined if none has enough, or is far down in a table. */
function findKnownHeadings(rows: readonly FilledRow[]): FilledRow | undefined {
  const names = rows.filter((row) => !isNote(row) && row.texts.every((text) => findKind(text) === 'text'));
  const counts = names.map(countKnownHeadings);
  const most = Math.max(0, ...counts);
  const row = most < minKnownHeadings ? undefined : names[counts.indexOf(most)];
  if (!row) return undefined;
  // A title with commas may be as wide as the table, several rows are the table.
  const wideAbove = rows.slice(0, rows.indexOf(row)).filter(({ width }) => width >= row.width);
  return wideAbove.length > 1 ? undefined : row;
}

/** Whether a row is of a few lines about the table: a blank row parts them from it, and they are narrower. */
function isAboveTable({ line }: FilledRow, rows: readonly NumberedRow[]): boolean {
  const rest = rows.slice(rows.findIndex((row) => row.line === line));
  const blank = rest.findIndex(({ cells }) => isBlankRow(cells));
  const first = rest.find(({ cells }, at) => at > blank && !isBlankRow(cells));
  if (blank < 0 || !first) return false;
  const { width } = describeRow(first);
  return rest.slice(0, blank).every((row) => describeRow(row).width < width);
}

/**
 * Guesses the row with the names of the columns, from the beginning of a file: the one with known headings, else the first that is about as
 * wide as the table. If a wider row of names is right below it, it names groups of columns.
 * @param rows the first rows, blank ones included
 * @returns its `line`; 0 if the first row of the table is data
 */
export function guessHeadingRow(rows: readonly NumberedRow[]): number {
  const filled = rows.filter(({ cells }) => !isBlankRow(cells)).map(describeRow);
  const candidates = filled.slice(0, maxHeadingRows);
  const known = findKnownHeadings(candidates);
  if (known) return known.line;
  const tableWidth = estimateWidth(filled);
  const isWide = ({ width }: FilledRow) => width * 2 >= tableWidth && (width > 1 || tableWidth === 1);
  const first = candidates.find((row) => isWide(row) && !isNote(row) && !isAboveTable(row, rows));
  if (!first) return 0;
  const [next, ...others] = filled.slice(filled.indexOf(first) + 1);
  if (next && next.width > first.width && isAboveValues(next, others)) return next.line;
  return looksLikeData(first, next ? [next, ...others] : []) ? 0 : first.line;
}
