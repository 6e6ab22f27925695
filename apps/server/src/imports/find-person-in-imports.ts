/** Finds and removes the data of a person in the files, rejected rows and warnings that imports keep besides their posts. */
import type { Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { decodeText, detectEncoding } from './csv/encoding.ts';
import {
  deleteReportedRows,
  findImportsWithData,
  type ImportRow,
  lockImport,
  readReportedRowsAfter,
  updateImportRow,
} from './imports.sql.ts';
import { csvOptionsOf } from './imports.view.ts';

/** Rows per query. */
const pageSize = 1000;
/** Characters of a chunk that are searched again with the next one, since a match may span both. */
const overlapLength = 400;

/** An import that mentions the person in its file or rejected rows. */
export interface PersonInImport {
  row: ImportRow;
  isInFile: boolean;
  rejected: { row: number; cells: string[] }[];
}

async function fileMentionsPerson(
  store: FileStore,
  { file, options }: ImportRow,
  isMentionedIn: (text: string) => boolean,
): Promise<boolean> {
  if (file === null || (await store.size(file)) === undefined) return false;
  // The importer may have chosen another encoding than that of the file.
  const encodings = new Set([csvOptionsOf({ options }).encoding, await detectEncoding(store.read(file))]);
  for (const encoding of encodings) {
    let overlap = '';
    for await (const chunk of decodeText(store.read(file), encoding)) {
      const text = overlap + chunk;
      if (isMentionedIn(text)) return true;
      overlap = text.slice(-overlapLength);
    }
  }
  return false;
}

async function findRowsMentioningPerson(tx: Tx, id: number, isMentionedIn: (text: string) => boolean) {
  const matches: PersonInImport['rejected'] = [];
  for (let afterRow = 0; ; ) {
    const rows = await readReportedRowsAfter(tx, id, afterRow, pageSize);
    const last = rows.at(-1);
    if (!last) return matches;
    for (const { row, cells } of rows) if (cells.some(isMentionedIn)) matches.push({ row, cells });
    afterRow = last.row;
  }
}

/** Searches all imports. @param isMentionedIn whether a text mentions the person */
export async function findPersonInImports(
  tx: Tx,
  store: FileStore,
  isMentionedIn: (text: string) => boolean,
): Promise<PersonInImport[]> {
  const matches: PersonInImport[] = [];
  for (const row of await findImportsWithData(tx)) {
    const isInFile = await fileMentionsPerson(store, row, isMentionedIn);
    const rejected = await findRowsMentioningPerson(tx, row.id, isMentionedIn);
    if (isInFile || rejected.length > 0) matches.push({ row, isInFile, rejected });
  }
  return matches;
}

/** Removes the files and rejected rows. @returns false, with nothing removed, when one of the imports is running */
export async function removePersonFromImports(tx: Tx, matches: readonly PersonInImport[]): Promise<boolean> {
  const lockedRows = [];
  for (const { row } of matches) lockedRows.push(await lockImport(tx, row.id));
  if (lockedRows.some((row) => row?.status === 'PENDING' || row?.status === 'UNDOING')) return false;
  for (const { row, isInFile, rejected } of matches) {
    await deleteReportedRows(
      tx,
      row.id,
      rejected.map((rejectedRow) => rejectedRow.row),
    );
    if (isInFile) await updateImportRow(tx, row.id, { file: null });
  }
  return true;
}
