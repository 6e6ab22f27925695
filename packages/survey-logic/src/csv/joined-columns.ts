/** Reads a field that several columns of a table fill. */
import { type CellFormat, columnFormatOf } from './cell-format.ts';
import { type ColumnTarget, type JoinKind, joinKindOf } from './column-mapping.ts';
import { isClockFirst, isWrittenClock, readDateAndClock } from './date-and-clock.ts';
import { findZoneInHeading } from './headings.ts';
import { toMoment } from './parse-csv-date.ts';
import { type DateOrder, readWrittenDate } from './written-date.ts';

/** A text that no parser takes for a date: the order of the file alone says which number is the month. */
export const unreadableDate = 'unreadable date';

/** What stands between the texts of two columns. A single line break does not part lines of Markdown. */
const textSeparators: Readonly<Record<Exclude<JoinKind, 'time'>, string>> = {
  line: ', ',
  lines: '\n',
  markdown: '\n\n',
  pictures: '\n',
};

/**
 * The zone of a time without one in the columns of a field: the one that the heading of the clock's column names, else the one that the
 * heading of the date's column names, else that of the import. If only the date is filled, the other column is that of the clock.
 * @param texts the trimmed cells of the row
 */
export function findTimezone(
  texts: readonly string[],
  { columns }: Pick<ColumnTarget, 'columns'>,
  format: CellFormat,
): string {
  const [first = 0, second = first] = columns;
  const [date, clock] =
    second !== first && isClockFirst(texts[first] ?? '', texts[second] ?? '')
      ? [second, first]
      : [first, second];
  const isNamed = findZoneInHeading(format.headings[clock] ?? '') !== undefined;
  return columnFormatOf(format, isNamed ? clock : date).timezone;
}

/** A text behind its heading and a colon, or a space where the heading ends in a sign such as a question mark. */
function withHeading(heading: string, text: string): string {
  const name = heading.trim();
  if (name === '') return text;
  return `${name}${/[\p{L}\p{M}\p{N})\]"”»]$/u.test(name) ? ':' : ''} ${text}`;
}

/**
 * The texts of several columns as one, without empty cells. In a text of several lines, each is on its own line behind its heading
 * (`Damage: roof gone`), but for that of the first column: this is the text itself, and the others add to it.
 */
function joinTexts(
  texts: readonly string[],
  columns: readonly number[],
  headings: readonly string[],
  kind: Exclude<JoinKind, 'time'>,
): string {
  const parts = columns.flatMap((column, at) => {
    const text = texts[column] ?? '';
    if (text === '') return [];
    const hasHeading = at > 0 && (kind === 'lines' || kind === 'markdown');
    return [hasHeading ? withHeading(headings[column] ?? '', text) : text];
  });
  return parts.join(textSeparators[kind]);
}

/** The moment of a date and a clock in two columns, in ISO 8601. The date alone is midnight; a clock alone is no date. */
function joinTime(texts: readonly string[], target: ColumnTarget, format: CellFormat): string {
  const { date_order } = columnFormatOf(format, target.column);
  const [first, second] = target.columns.map((column) => texts[column] ?? '').filter((text) => text !== '');
  if (first === undefined) return '';
  const written =
    second === undefined ? readWrittenDate(first, date_order) : readDateAndClock(first, second, date_order);
  return written ? toMoment(written, findTimezone(texts, target, format)).toISOString() : unreadableDate;
}

/**
 * The text of a field: that of its cell, or of the cells of its columns joined.
 * @param texts the trimmed cells of the row
 */
export function joinCells(texts: readonly string[], target: ColumnTarget, format: CellFormat): string {
  const { column, columns } = target;
  const kind = columns.length > 1 ? joinKindOf(target) : null;
  if (kind === null) return texts[column] ?? '';
  return kind === 'time' ? joinTime(texts, target, format) : joinTexts(texts, columns, format.headings, kind);
}

/**
 * The column that makes a date unreadable: the first whose cell is neither a date nor a clock, else the one without a date, else the last
 * that is filled, such as a second clock.
 * @param texts the trimmed cells of the row
 */
export function findUnreadableColumn(
  texts: readonly string[],
  { column, columns }: Pick<ColumnTarget, 'column' | 'columns'>,
  order: DateOrder,
): number {
  const filled = columns.filter((at) => (texts[at] ?? '') !== '');
  const isReadable = (text: string) => readWrittenDate(text, order) !== null || isWrittenClock(text);
  const unreadable = filled.find((at) => !isReadable(texts[at] ?? ''));
  return unreadable ?? columns.find((at) => !filled.includes(at)) ?? filled.at(-1) ?? column;
}
