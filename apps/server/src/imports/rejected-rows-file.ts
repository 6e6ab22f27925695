/** The rows that were not taken as a file of their own, to be mended and sent again. */
import { Readable } from 'node:stream';
import { byteOrderMark, formatCsvLine } from '@waypost/contract/common/csv-cells';
import { interpolate, type ValidationRule, validationMessages } from '@waypost/contract/common/problems';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import {
  type ImportRow,
  type RejectedImportRow,
  type RowFault,
  readRejectedRowsAfter,
} from './imports.sql.ts';
import { csvOptionsOf } from './read-authorized-import.ts';

/** Rows that are read at once. */
const pageSize = 500;

/** Beside the name of a column, shorter than where a whole form is told. */
const shortTexts: Partial<Record<ValidationRule, string>> = {
  valueType: 'must be {expected}',
  valueOption: 'is not among the options: {value}',
  valueLength: 'is longer than {max} characters',
  valueExists: 'does not exist: {value}',
  valueForm: 'is a post of a survey that is not allowed here: {value}',
  postAttributeRequired: 'lacks an answer to "{label}"',
  tooManyValues: 'has too many answers: at most {max}',
};

function describeFault(columns: readonly string[], { column, field, rule, params = {} }: RowFault): string {
  const text = shortTexts[rule as ValidationRule] ?? validationMessages[rule as ValidationRule];
  const name =
    column === null ? (field === 'values' || field === 'row' ? 'The row' : field) : columns[column];
  return `${name ?? field} ${interpolate(text, params)}`;
}

const buildRejectedLine = ({ columns }: ImportRow, { line, cells, faults }: RejectedImportRow): string[] => [
  ...columns.map((_, at) => cells[at] ?? ''),
  String(line),
  faults.map((fault) => describeFault(columns, fault)).join('; '),
];

/** The file, written while it is sent. Its delimiter is that of the file that came in. */
export function streamRejectedRows(db: Db, row: ImportRow): Readable {
  const { delimiter } = csvOptionsOf(row);
  async function* lines() {
    yield byteOrderMark + formatCsvLine([...row.columns, 'Import line', 'Import problems'], delimiter);
    for (let last = 0; ; ) {
      const after = last;
      const rows = await inTransaction(db, 'reads', (tx) =>
        readRejectedRowsAfter(tx, row.id, after, pageSize),
      );
      if (rows.length === 0) return;
      yield rows.map((it) => formatCsvLine(buildRejectedLine(row, it), delimiter)).join('');
      last = rows.at(-1)?.row ?? last;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
