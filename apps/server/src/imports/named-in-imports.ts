/** Finding somebody in what imports keep beside their posts, the files that came in and the rows that were not taken; and removing it. */
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Outcome } from '../kernel/outcome.ts';
import {
  deleteRejectedRows,
  type ImportRow,
  keptOfImports,
  lockImport,
  rejectedAfter,
  updateImportRow,
} from './imports.sql.ts';
import { optionsOf } from './known-import.ts';
import { lettersOf } from './read-csv.ts';

/** Rows that are read at once. */
const page = 1000;
/** Letters of one piece that are looked at again with the next: what is looked for may lie across both. */
const overlap = 400;

/** An import that names somebody. */
export interface NamedIn {
  row: ImportRow;
  inFile: boolean;
  rejected: { row: number; cells: string[] }[];
}

async function fileNames(
  store: FileStore,
  { file, options }: ImportRow,
  isNamed: (text: string) => boolean,
): Promise<boolean> {
  if (file === null || (await store.size(file)) === undefined) return false;
  let before = '';
  for await (const letters of lettersOf(store.read(file), optionsOf({ options }).encoding)) {
    const text = before + letters;
    if (isNamed(text)) return true;
    before = text.slice(-overlap);
  }
  return false;
}

async function rowsThatName(tx: Tx, id: number, isNamed: (text: string) => boolean) {
  const found: NamedIn['rejected'] = [];
  for (let after = 0; ; ) {
    const rows = await rejectedAfter(tx, id, after, page);
    const last = rows.at(-1);
    if (!last) return found;
    for (const { row, cells } of rows) if (cells.some(isNamed)) found.push({ row, cells });
    after = last.row;
  }
}

/** @param isNamed whether a text names who is looked for */
export async function findNamedIn(
  tx: Tx,
  store: FileStore,
  isNamed: (text: string) => boolean,
): Promise<NamedIn[]> {
  const found: NamedIn[] = [];
  for (const row of await keptOfImports(tx)) {
    const inFile = await fileNames(store, row, isNamed);
    const rejected = await rowsThatName(tx, row.id, isNamed);
    if (inFile || rejected.length > 0) found.push({ row, inFile, rejected });
  }
  return found;
}

/** Removes the files and the rows. @returns false, with nothing done, when one of the imports is under way */
export async function forgetNamedIn(
  tx: Tx,
  found: readonly NamedIn[],
  { store, outcome }: { store: FileStore; outcome: Outcome },
): Promise<boolean> {
  const now = [];
  for (const { row } of found) now.push(await lockImport(tx, row.id));
  if (now.some((row) => row?.status === 'PENDING' || row?.status === 'UNDOING')) return false;
  for (const { row, inFile, rejected } of found) {
    await deleteRejectedRows(
      tx,
      row.id,
      rejected.map((it) => it.row),
    );
    const { file } = row;
    if (!inFile || file === null) continue;
    await updateImportRow(tx, row.id, { file: null });
    outcome.onCommit(() => store.remove(file));
  }
  return true;
}
