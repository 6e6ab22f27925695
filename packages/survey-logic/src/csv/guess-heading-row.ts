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

/** Rows that may name the columns: further down nobody has titles. */
export const maxHeadingRows = 30;

/** Headings that must be known for a row to be taken for their sake alone. */
const minKnownHeadings = 2;

/** Whether a text is a value rather than a name: years and other small whole numbers may be names of columns. */
function isValue(text: string): boolean {
  if (isWrittenNumber(text)) return !/^\d{1,4}$/.test(text);
  return (
    /^(?:https?:\/\/|[^\s@]{1,100}@[^\s@]{1,100}$)/i.test(text) ||
    readWrittenDate(text, 'dmy') !== null ||
    readWrittenDate(text, 'mdy') !== null ||
    isWrittenPlace(text)
  );
}

const textsOf = (cells: readonly string[]): string[] => cells.map(trimCell).filter((text) => text !== '');

/** How many different texts a row has. The title of a table may be repeated in merged cells. */
const countTexts = (cells: readonly string[]): number => new Set(textsOf(cells)).size;

/** How many texts the rows of the table have, judged by the widest quarter, so that titles and rows with many gaps do not count. */
function estimateWidth(rows: readonly NumberedRow[]): number {
  const counts = rows.map(({ cells }) => countTexts(cells)).sort((a, b) => b - a);
  return counts[Math.floor(counts.length / 4)] ?? 0;
}

/** Whether a row has a value in a column whose cells below it are mostly values too. */
function looksLikeData({ cells }: NumberedRow, below: readonly NumberedRow[]): boolean {
  const rows = below.map((row) => row.cells);
  return cells.some((cell, at) => {
    if (!isValue(trimCell(cell))) return false;
    const texts = textsOf(cellsOfColumn(rows, at));
    return texts.filter(isValue).length * 2 >= texts.length;
  });
}

/** Single letters are known as names of coordinates, and mark answers in data. */
const countKnownHeadings = ({ cells }: NumberedRow): number =>
  new Set(textsOf(cells).filter((text) => text.length > 1 && isKnownHeading(text))).size;

/** The first row with the most known headings; undefined if none has enough. */
function findKnownHeadings(rows: readonly NumberedRow[]): NumberedRow | undefined {
  const counts = rows.map(countKnownHeadings);
  const most = Math.max(...counts);
  return most < minKnownHeadings ? undefined : rows[counts.indexOf(most)];
}

/** Whether a row is of a few lines about the table: a blank row parts them from it, and they are narrower. */
function isAboveTable(row: NumberedRow, rows: readonly NumberedRow[]): boolean {
  const rest = rows.slice(rows.indexOf(row), maxHeadingRows);
  const blank = rest.findIndex(({ cells }) => isBlankRow(cells));
  const first = rest.find(({ cells }, at) => at > blank && !isBlankRow(cells));
  if (blank < 0 || !first) return false;
  const width = countTexts(first.cells);
  return rest.slice(0, blank).every(({ cells }) => countTexts(cells) < width);
}

/**
 * Guesses the row with the names of the columns, from the beginning of a file: the one with known headings, else the first that is about as
 * wide as the table.
 * @param rows the first rows, blank ones included
 * @returns its `line`; 0 if the first row of the table is data
 */
export function guessHeadingRow(rows: readonly NumberedRow[]): number {
  const filled = rows.filter(({ cells }) => !isBlankRow(cells));
  const candidates = filled.slice(0, maxHeadingRows);
  const known = findKnownHeadings(candidates);
  if (known) return known.line;
  const width = estimateWidth(filled);
  const first = candidates.find((row) => countTexts(row.cells) * 2 > width && !isAboveTable(row, rows));
  if (!first) return 0;
  return looksLikeData(first, filled.slice(filled.indexOf(first) + 1)) ? 0 : first.line;
}
