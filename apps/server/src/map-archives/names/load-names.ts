/** Loads the names that were made from an extract into the database, in batches. */
import type { Tx } from '../../kernel/db/database.ts';
import { readLines } from '../extract/names/line-file.ts';
import { nameFileOf } from '../extract/names/name-files.ts';
import { insertNameRows, nameTables } from './map-names.sql.ts';

/** Rows and letters of a batch. */
const maxBatch = { rows: 5000, letters: 2_000_000 };

async function* readBatches(file: string): AsyncGenerator<string> {
  let lines: string[] = [];
  let letters = 0;
  for await (const line of readLines(file)) {
    lines.push(line);
    letters += line.length;
    if (lines.length < maxBatch.rows && letters < maxBatch.letters) continue;
    yield `[${lines.join(',')}]`;
    lines = [];
    letters = 0;
  }
  if (lines.length > 0) yield `[${lines.join(',')}]`;
}

/**
 * Loads the files of a build directory. The archive must have no names yet.
 * @param inBatch runs a transaction in which the archive exists
 */
export async function loadNames(
  archive: number,
  directory: string,
  inBatch: (insert: (tx: Tx) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const table of nameTables)
    for await (const rows of readBatches(nameFileOf(directory, table)))
      await inBatch((tx) => insertNameRows(tx, table, archive, rows));
}
