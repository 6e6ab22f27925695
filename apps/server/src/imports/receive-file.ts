/**
 * Receives a file to import (API v3 §2.16, "Upload"). A CSV file is stored as a stream while its encoding and delimiter are detected. A
 * workbook, GeoJSON or KML file is kept on this machine until it is stored as CSV.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { isWorkbook } from '@waypost/contract/imports/imports';
import { guessHeadingRow } from '@waypost/survey-logic/csv/guess-heading-row';
import { isBlankRow } from '@waypost/survey-logic/csv/parse-row';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { removeOldDirectories } from '../kernel/files/remove-old-directories.ts';
import type { IncomingFile } from '../kernel/http/multipart.ts';
import { validationError } from '../kernel/http/problem.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { EncodingDetector } from './csv/encoding.ts';
import { guessDelimiter } from './csv/guess-delimiter.ts';
import { type CsvFormat, readFirstRows, readHead } from './csv/read-rows.ts';
import { countWaitingFiles, insertImport, type StoredSource } from './imports.sql.ts';
import { readTableBytes } from './read-authorized-import.ts';
import { isRejectedRowsFile } from './rejected-rows-file.ts';
import { ImportRefusal, requireColumnsWithinLimit } from './sources/import-refusal.ts';
import {
  CsvWriter,
  convertedFormatOf,
  detectKind,
  type LocalFile,
  openSource,
  type WrittenTable,
} from './sources/open-source.ts';
import type { TableSource } from './sources/table-rows.ts';

/** A file that is stored, but has no row in `imports` yet. */
export interface StoredCsv {
  file: string;
  name: string;
  size: number;
  columns: string[];
  format: CsvFormat;
  sheet: number;
  damaged: CsvOptions['damaged'];
  /** Null for a CSV file. */
  source: StoredSource | null;
}

/** What is known of a file before its rows are read. */
type StoredFile = Pick<StoredCsv, 'size' | 'sheet' | 'damaged' | 'source'> & {
  format: Omit<CsvFormat, 'heading_row'>;
  /** Whether the text has characters U+FFFD of its own. */
  hasReplacements: boolean;
};

/** Where files are stored, and how large they may be. */
export interface ImportStorage {
  store: FileStore;
  /** For files that are being converted. */
  temporaryDirectory: string;
  /** Of an uploaded file. */
  maxBytes: number;
}

/** Folder in the store. Files in folders with a leading dot are never served. */
const importsFolder = '.imports';
/** How many times as large as an uploaded file what it holds may be, unpacked or as CSV. */
const maxExpansion = 30;

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

const isCsvByName = ({ name, type }: IncomingFile): boolean =>
  /\.(csv|tsv|txt)$/i.test(name) || csvMimeTypes.has(type.split(';')[0]?.trim().toLowerCase() ?? '');

/** Bytes that the kind of a file is recognised by. */
const headBytes = 1000;

/** The first bytes of a stream, which are part of `all` too. */
async function peekBytes(
  stream: AsyncIterable<Buffer>,
): Promise<{ head: Buffer; all: AsyncGenerator<Buffer> }> {
  const chunks = stream[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < headBytes) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* all() {
    if (head.length > 0) yield head;
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) yield next.value;
  }
  return { head, all: all() };
}

/** What is known of a file once it is read. */
class FileObserver {
  readonly detector = new EncodingDetector();
  size = 0;

  async *observe(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.detector.add(chunk);
      this.size += chunk.length;
      yield chunk;
    }
  }

  /** @throws ValidationError at `/size` */
  requireSize({ isTooLarge }: IncomingFile, maxBytes: number): void {
    if (isTooLarge()) throw validationError('csv', 'size', 'fileSize', { max: maxBytes });
    if (this.size === 0) throw validationError('csv', 'size', 'csvEmpty');
  }
}

/** Stores a CSV file. @throws ValidationError at `/size` and `/mime` */
async function storeCsv(
  { store, maxBytes }: ImportStorage,
  file: string,
  incoming: IncomingFile,
  bytes: AsyncIterable<Buffer>,
): Promise<StoredFile> {
  const observer = new FileObserver();
  await store.write(file, observer.observe(bytes));
  observer.requireSize(incoming, maxBytes);
  const encoding = observer.detector.detect();
  if (encoding === null || !isCsvByName(incoming)) throw validationError('csv', 'mime', 'csvType');
  const delimiter = guessDelimiter(observer.detector.head, encoding);
  const { hasDamage, hasReplacements } = observer.detector;
  const isUtf8 = encoding === 'utf-8';
  return {
    size: observer.size,
    format: { encoding, delimiter },
    sheet: 0,
    damaged: isUtf8 && hasDamage ? 'reject' : 'keep',
    hasReplacements: isUtf8 && hasReplacements,
    source: null,
  };
}

/** The tables of a file, and the one that is read unless another is chosen: the first with more than notes. */
function chooseTable({ kind, otherSheets }: TableSource, written: readonly WrittenTable[]) {
  const sheet = Math.max(
    0,
    written.findIndex(({ isTable }) => isTable),
  );
  if (!isWorkbook(kind)) return { sheet, source: { type: kind, sheet: null, other_sheets: 0 } };
  return {
    sheet,
    source: {
      type: kind,
      sheet: written[sheet]?.name ?? null,
      other_sheets: otherSheets,
      tables: written.map(({ name, start, end }) => ({ name, start, end })),
    },
  };
}

/** Stores another file as CSV. @throws ValidationError at `/size`; ImportRefusal */
async function storeAsCsv(
  { store, temporaryDirectory, maxBytes }: ImportStorage,
  file: string,
  incoming: IncomingFile,
  { bytes, kind }: { bytes: AsyncIterable<Buffer>; kind: LocalFile['kind'] },
): Promise<StoredFile> {
  await mkdir(temporaryDirectory, { recursive: true });
  const directory = await mkdtemp(path.join(temporaryDirectory, directoryPrefix));
  try {
    const local = path.join(directory, 'file');
    const observer = new FileObserver();
    await writeFile(local, observer.observe(bytes), { flag: 'wx', mode: 0o600 });
    observer.requireSize(incoming, maxBytes);
    const encoding = kind === 'zip' ? 'utf-8' : (observer.detector.detect() ?? 'utf-8');
    const space = { directory, maxBytes: maxBytes * maxExpansion };
    const { source, close } = await openSource({ path: local, kind, encoding }, space);
    const writer = new CsvWriter(space.maxBytes);
    try {
      await store.write(file, writer.write(source.tables));
    } finally {
      await close();
    }
    return {
      size: observer.size,
      format: convertedFormatOf(source.kind),
      damaged: 'keep',
      hasReplacements: false,
      ...chooseTable(source, writer.written),
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Prefix of the directories of files that are being converted. */
const directoryPrefix = 'import-';
/** Hours after which such a directory is that of a process that was killed. */
const maxAgeHours = 24;

/** Removes what killed processes have left. */
export const removeTemporaryFiles = (temporaryDirectory: string): Promise<void> =>
  removeOldDirectories(temporaryDirectory, directoryPrefix, maxAgeHours);

/** Refusals of the column names. */
const columnRules = new Set<ImportRefusal['rule']>(['csvEmpty', 'csvColumns']);

/** The field of the request that a refusal is about. */
const fieldOfRefusal = ({ rule }: ImportRefusal): string =>
  rule === 'importTooLarge' ? 'size' : columnRules.has(rule) ? 'columns' : 'mime';

/**
 * Stores an uploaded file.
 * @throws ValidationError at `/size` when it is too large or empty, at `/mime` when it cannot be read, at `/columns` when it has
 *   no column names or too many
 */
export async function storeImportFile(
  storage: ImportStorage,
  incoming: IncomingFile,
  txHooks: TransactionHooks,
): Promise<StoredCsv> {
  const { store } = storage;
  const randomName = randomBytes(16).toString('hex');
  const file = `${importsFolder}/${randomName[0]}/${randomName}.csv`;
  txHooks.onFailure(() => store.remove(file));
  const { head, all: bytes } = await peekBytes(incoming.stream);
  try {
    const kind = detectKind(incoming.name, head);
    const stored =
      kind === 'csv'
        ? await storeCsv(storage, file, incoming, bytes)
        : await storeAsCsv(storage, file, incoming, { bytes, kind });
    const readBytes = () =>
      readTableBytes(store, file, { source: stored.source, options: { sheet: stored.sheet } });
    const rows = await readFirstRows(readBytes(), stored.format);
    const heading_row = stored.format.numbering === 'places' ? 1 : guessHeadingRow(rows);
    const format = { ...stored.format, heading_row };
    const { columns } = await readHead(readBytes(), format, limits.csvPreview.sampledRows);
    requireColumnsWithinLimit(columns.length);
    if (rows.every(({ cells }) => isBlankRow(cells))) throw new ImportRefusal('csvEmpty');
    // What was rejected because of a lost character is so again until it is corrected.
    const damaged = stored.hasReplacements && isRejectedRowsFile(columns) ? 'reject' : stored.damaged;
    return { ...stored, damaged, format, file, name: cleanFileName(incoming.name), columns };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    // A request that is not read to its end gets no response.
    for await (const _ of bytes);
    throw validationError('csv', fieldOfRefusal(error), error.rule, error.params);
  }
}

/**
 * Inserts the import of a stored file.
 * @returns its id
 * @throws ValidationError at `/size` when the account has the maximum number of files that are not imported yet
 */
export async function createImport(tx: Tx, viewer: Viewer, stored: StoredCsv): Promise<number> {
  const limit = { resource: 'csv', field: 'size', max: limits.csvFilesPerAccount };
  await requireBelowAccountLimit(tx, viewer.id, limit, (id) => countWaitingFiles(tx, id));
  const { encoding, delimiter, heading_row } = stored.format;
  return insertImport(tx, {
    user_id: viewer.id,
    name: stored.name,
    file: stored.file,
    mime: 'text/csv',
    size: stored.size,
    columns: stored.columns,
    maps_to: null,
    fixed: null,
    options: JSON.stringify({
      encoding,
      delimiter,
      heading_row,
      sheet: stored.sheet,
      damaged: stored.damaged,
    }),
    source: stored.source && JSON.stringify(stored.source),
    status: null,
    failure: null,
    collection_id: null,
    updated: null,
  });
}
