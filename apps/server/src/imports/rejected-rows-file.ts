/** CSV file of the rejected rows, to be corrected and imported again. */
import { Readable } from 'node:stream';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { interpolate, type ValidationRule, validationMessages } from '@waypost/contract/common/problems';
import { columnLetters, hasDuplicateHeading } from '@waypost/survey-logic/csv/column-mapping';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import {
  type ImportRow,
  type RejectedImportRow,
  type RowFault,
  readRejectedRowsAfter,
} from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';

/** Columns that the file has besides those of the imported one. */
export const addedHeadings: readonly string[] = ['Import line', 'Import problems'];

/** Whether a file is one of rejected rows. */
export const isRejectedRowsFile = (columns: readonly string[]): boolean =>
  addedHeadings.every((heading) => columns.includes(heading));

/** Rows per query. */
const pageSize = 500;

/** Messages that follow the name of a column, shorter than `validationMessages`. */
const shortTexts: Partial<Record<ValidationRule, string>> = {
  valueType: 'must be {expected}',
  valueOption: 'is not among the options: {value}',
  valueLength: 'is longer than {max} characters',
  valueExists: 'does not exist: {value}',
  valueForm: 'is a post of a survey that is not allowed here: {value}',
  valueArea: 'is outside of: {area}',
  postAttributeRequired: 'lacks an answer to "{label}"',
  tooManyValues: 'has too many answers: at most {max}',
  csvDamaged: 'has lost a character',
  csvDayFirst: 'has the day first, unlike the other dates',
  csvMonthFirst: 'has the month first, unlike the other dates',
};

function describeError(columns: readonly string[], { column, field, rule, params = {} }: RowFault): string {
  const text = shortTexts[rule as ValidationRule] ?? validationMessages[rule as ValidationRule];
  if (column === null) {
    const name = field === 'values' || field === 'row' ? 'The row' : (params['label'] ?? field);
    return `${name} ${interpolate(text, params)}`;
  }
  const letters = `column ${columnLetters(column)}`;
  const name = columns[column];
  if (!name) return `${letters} ${interpolate(text, params)}`;
  return `${name}${hasDuplicateHeading(columns, column) ? ` (${letters})` : ''} ${interpolate(text, params)}`;
}

/** Cells beyond the last column stand behind what is added, where they reject the row again until somebody has moved them. */
const buildRejectedLine = ({ columns }: ImportRow, { line, cells, faults }: RejectedImportRow): string[] => [
  ...columns.map((_, index) => cells[index] ?? ''),
  String(line),
  faults.map((fault) => describeError(columns, fault)).join('; '),
  ...cells.slice(columns.length),
];

/** Streams the file. It has the delimiter of the imported file. */
export function streamRejectedRows(db: Db, row: ImportRow): Readable {
  const { delimiter } = csvOptionsOf(row);
  async function* lines() {
    yield byteOrderMark + formatCsvLine([...row.columns, ...addedHeadings], delimiter);
    for (let lastRow = 0; ; ) {
      const afterRow = lastRow;
      const rows = await inTransaction(db, 'reads', (tx) =>
        readRejectedRowsAfter(tx, row.id, afterRow, pageSize),
      );
      if (rows.length === 0) return;
      yield rows.map((rejected) => formatCsvLine(buildRejectedLine(row, rejected), delimiter)).join('');
      lastRow = rows.at(-1)?.row ?? lastRow;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
