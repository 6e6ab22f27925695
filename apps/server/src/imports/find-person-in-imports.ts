/** Finding somebody in what imports keep beside their posts, the files that came in and the rows that were not taken; and removing it. */
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import {
  deleteRejectedRows,
  findImportsWithData,
  type ImportRow,
  lockImport,
  readRejectedRowsAfter,
  updateImportRow,
} from './imports.sql.ts';
import { csvOptionsOf } from './read-authorized-import.ts';
import { decodeText } from './read-csv.ts';

/** Rows that are read at once. */
const pageSize = 1000;
/** Letters of one piece that are looked at again with the next: what is looked for may lie across both. */
const overlapLength = 400;

/** An import that names somebody. */
export interface PersonInImport {
  row: ImportRow;
  isInFile: boolean;
  rejected: { row: number; cells: string[] }[];
}

async function fileNamesPerson(
  store: FileStore,
  { file, options }: ImportRow,
  isNamed: (text: string) => boolean,
): Promise<boolean> {
  if (file === null || (await store.size(file)) === undefined) return false;
  let before = '';
  for await (const letters of decodeText(store.read(file), csvOptionsOf({ options }).encoding)) {
    const text = before + letters;
    if (isNamed(text)) return true;
    before = text.slice(-overlapLength);
  }
  return false;
}

async function findRowsNamingPerson(tx: Tx, id: number, isNamed: (text: string) => boolean) {
  const found: PersonInImport['rejected'] = [];
  for (let after = 0; ; ) {
    const rows = await readRejectedRowsAfter(tx, id, after, pageSize);
    const last = rows.at(-1);
    if (!last) return found;
    for (const { row, cells } of rows) if (cells.some(isNamed)) found.push({ row, cells });
    after = last.row;
  }
}

/** @param isNamed whether a text names who is looked for */
export async function findPersonInImports(
  tx: Tx,
  store: FileStore,
  isNamed: (text: string) => boolean,
): Promise<PersonInImport[]> {
  const found: PersonInImport[] = [];
  for (const row of await findImportsWithData(tx)) {
    const inFile = await fileNamesPerson(store, row, isNamed);
    const rejected = await findRowsNamingPerson(tx, row.id, isNamed);
    if (inFile || rejected.length > 0) found.push({ row, isInFile: inFile, rejected });
  }
  return found;
}

/** Removes the files and the rows. @returns false, with nothing done, when one of the imports is under way */
export async function removePersonFromImports(
  tx: Tx,
  found: readonly PersonInImport[],
  { store, outcome: txHooks }: { store: FileStore; outcome: TransactionHooks },
): Promise<boolean> {
  const now = [];
  for (const { row } of found) now.push(await lockImport(tx, row.id));
  if (now.some((row) => row?.status === 'PENDING' || row?.status === 'UNDOING')) return false;
  for (const { row, isInFile: inFile, rejected } of found) {
    await deleteRejectedRows(
      tx,
      row.id,
      rejected.map((it) => it.row),
    );
    const { file } = row;
    if (!inFile || file === null) continue;
    await updateImportRow(tx, row.id, { file: null });
    txHooks.onCommit(() => store.remove(file));
  }
  return true;
}
