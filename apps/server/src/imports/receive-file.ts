/** Taking a CSV file in (API v3 §2.16, "Upload"): stored as it comes, its encoding and delimiter told on the way. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { IncomingFile } from '../kernel/http/multipart.ts';
import { validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { insertImport } from './imports.sql.ts';
import { type CsvFormat, EncodingDetector, guessDelimiter, readHead } from './read-csv.ts';

/** A file that is stored and whose row is not. */
export interface StoredCsv {
  file: string;
  name: string;
  size: number;
  columns: string[];
  format: CsvFormat;
}

/** Below the store's root; the dot keeps it from ever being served. */
const importsFolder = '.imports';

/** As it was called, in one line and without a path. */
function cleanFileName(name: string): string {
  const last = path.posix
    .basename(name.replaceAll('\\', '/'))
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const ending = path.extname(last);
  return `${last.slice(0, last.length - ending.length).slice(0, 150) || 'import'}${ending || '.csv'}`;
}

/** What browsers call such files; on machines with a spreadsheet they name that. */
const csvMimeTypes = new Set([
  'text/csv',
  'text/plain',
  'text/tab-separated-values',
  'text/comma-separated-values',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
]);

/**
 * Stores a file while it comes in.
 * @throws at `/size` when it is too large or empty, at `/mime` when it is no text, at `/columns` when it names none
 */
export async function storeCsv(
  store: FileStore,
  { name, type, stream: bytes, isTooLarge }: IncomingFile,
  maxBytes: number,
  txHooks: TransactionHooks,
): Promise<StoredCsv> {
  const chance = randomBytes(16).toString('hex');
  const file = `${importsFolder}/${chance[0]}/${chance}.csv`;
  const watch = new EncodingDetector();
  let size = 0;
  async function* watched(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      watch.add(chunk as Buffer);
      size += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  txHooks.onFailure(() => store.remove(file));
  await store.write(file, watched());
  if (isTooLarge()) throw validationError('csv', 'size', 'fileSize', { max: maxBytes });
  if (size === 0) throw validationError('csv', 'size', 'csvEmpty');
  const encoding = watch.detect();
  const isNamed =
    /\.(csv|tsv|txt)$/i.test(name) || csvMimeTypes.has(type.split(';')[0]?.trim().toLowerCase() ?? '');
  if (encoding === null || !isNamed) throw validationError('csv', 'mime', 'csvType');
  const format: CsvFormat = { encoding, delimiter: guessDelimiter(watch.head, encoding) };
  const { columns } = await readHead(store.read(file), format, 1);
  if (columns.length > limits.csvColumns || columns.every((it) => it === ''))
    throw validationError('csv', 'columns', 'csvEmpty');
  return { file, name: cleanFileName(name), size, columns, format };
}

/** The row of a stored file. @returns its id */
export const createImport = (tx: Tx, viewer: Viewer, stored: StoredCsv): Promise<number> =>
  insertImport(tx, {
    user_id: viewer.id,
    name: stored.name,
    file: stored.file,
    mime: 'text/csv',
    size: stored.size,
    columns: stored.columns,
    maps_to: null,
    fixed: null,
    options: JSON.stringify(stored.format),
    status: null,
    failure: null,
    collection_id: null,
    updated: null,
  });
