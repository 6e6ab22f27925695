/** The rows that were not taken as a file of their own, to be mended and sent again. */
import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@waypost/contract/csv-cells';
import { faultTexts, fill, type Rule } from '@waypost/contract/problems';
import { type Db, inTransaction } from '../kernel/db.ts';
import { type ImportRow, type Rejected, type RowFault, rejectedAfter } from './imports.sql.ts';
import { optionsOf } from './known-import.ts';

/** Rows that are read at once. */
const page = 500;

/** Beside the name of a column, shorter than where a whole form is told. */
const shortTexts: Partial<Record<Rule, string>> = {
  valueType: 'must be {expected}',
  valueOption: 'is not among the options: {value}',
  valueLength: 'is longer than {max} characters',
  valueExists: 'does not exist: {value}',
  valueForm: 'is a post of a survey that is not allowed here: {value}',
  postAttributeRequired: 'lacks an answer to "{label}"',
  tooManyValues: 'has too many answers: at most {max}',
};

function reason(columns: readonly string[], { column, field, rule, params = {} }: RowFault): string {
  const text = shortTexts[rule as Rule] ?? faultTexts[rule as Rule];
  const name =
    column === null ? (field === 'values' || field === 'row' ? 'The row' : field) : columns[column];
  return `${name ?? field} ${fill(text, params)}`;
}

const lineOf = ({ columns }: ImportRow, { line, cells, faults }: Rejected): string[] => [
  ...columns.map((_, at) => cells[at] ?? ''),
  String(line),
  faults.map((fault) => reason(columns, fault)).join('; '),
];

/** The file, written while it is sent. Its delimiter is that of the file that came in. */
export function rejectedFile(db: Db, row: ImportRow): Readable {
  const { delimiter } = optionsOf(row);
  async function* lines() {
    yield byteOrderMark + csvLine([...row.columns, 'Import line', 'Import problems'], delimiter);
    for (let last = 0; ; ) {
      const after = last;
      const rows = await inTransaction(db, 'reads', (tx) => rejectedAfter(tx, row.id, after, page));
      if (rows.length === 0) return;
      yield rows.map((it) => csvLine(lineOf(row, it), delimiter)).join('');
      last = rows.at(-1)?.row ?? last;
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
