/** Receives a CSV file (API v3 §2.16, "Upload"): stores it as a stream, and detects its encoding and delimiter. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { IncomingFile } from '../kernel/http/multipart.ts';
import { validationError } from '../kernel/http/problem.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { EncodingDetector } from './csv/encoding.ts';
import { guessDelimiter } from './csv/guess-delimiter.ts';
import { type CsvFormat, readHead } from './csv/read-rows.ts';
import { countWaitingFiles, insertImport } from './imports.sql.ts';

/** A file that is stored, but has no row in `imports` yet. */
export interface StoredCsv {
  file: string;
  name: string;
  size: number;
  columns: string[];
  format: CsvFormat;
}

/** Folder in the store. Files in folders with a leading dot are never served. */
const importsFolder = '.imports';

/** The original file name without path, line breaks and control characters, at most 150 characters before the extension. */
function cleanFileName(name: string): string {
  const baseName = path.posix
    .basename(name.replaceAll('\\', '/'))
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim();
  const extension = path.extname(baseName);
  const stem = baseName.slice(0, baseName.length - extension.length).slice(0, 150);
  return `${stem || 'import'}${extension || '.csv'}`;
}

/** MIME types that browsers send for CSV files; where a spreadsheet program is installed, its type. */
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
 * Stores an uploaded file as a stream.
 * @throws ValidationError at `/size` when it is too large or empty, at `/mime` when it is no text, at `/columns` when it has
 *   no column names or too many
 */
export async function storeCsv(
  store: FileStore,
  { name, type, stream: bytes, isTooLarge }: IncomingFile,
  maxBytes: number,
  txHooks: TransactionHooks,
): Promise<StoredCsv> {
  const randomName = randomBytes(16).toString('hex');
  const file = `${importsFolder}/${randomName[0]}/${randomName}.csv`;
  const detector = new EncodingDetector();
  let size = 0;
  async function* observedBytes(): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      detector.add(chunk as Buffer);
      size += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  txHooks.onFailure(() => store.remove(file));
  await store.write(file, observedBytes());
  if (isTooLarge()) throw validationError('csv', 'size', 'fileSize', { max: maxBytes });
  if (size === 0) throw validationError('csv', 'size', 'csvEmpty');
  const encoding = detector.detect();
  const isCsvByName =
    /\.(csv|tsv|txt)$/i.test(name) || csvMimeTypes.has(type.split(';')[0]?.trim().toLowerCase() ?? '');
  if (encoding === null || !isCsvByName) throw validationError('csv', 'mime', 'csvType');
  const format: CsvFormat = { encoding, delimiter: guessDelimiter(detector.head, encoding) };
  const { columns } = await readHead(store.read(file), format, 1);
  if (columns.length > limits.csvColumns || columns.every((column) => column === ''))
    throw validationError('csv', 'columns', 'csvEmpty');
  return { file, name: cleanFileName(name), size, columns, format };
}

/**
 * Inserts the import of a stored file.
 * @returns its id
 * @throws ValidationError at `/size` when the account has the maximum number of files that are not imported yet
 */
export async function createImport(tx: Tx, viewer: Viewer, stored: StoredCsv): Promise<number> {
  const limit = { resource: 'csv', field: 'size', max: limits.csvFilesPerAccount };
  await requireBelowAccountLimit(tx, viewer.id, limit, (id) => countWaitingFiles(tx, id));
  return insertImport(tx, {
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
}
