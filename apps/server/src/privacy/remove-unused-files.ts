/**
 * Daily job that finds files without a row, and has them removed. A process that is killed between storing a file and its row leaves one:
 * a picture that nobody can see or delete must not stay. Files of deleted rows are recorded with their deletion (`remove-files.ts`).
 */
import { exportFile } from '../exports/exports.public.ts';
import { type Db, inTransaction } from '../kernel/db/database.ts';
import { type FileStore, folderWithoutBackup } from '../kernel/files/file-store.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { type FileCheck, findUnusedFiles, saveFileCheck } from './unused-files.sql.ts';

/** The daily job. */
export const removeUnusedFilesJob = defineJob({
  name: 'remove-unused-files',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Younger files may belong to a row that is not committed yet. */
const minAgeSeconds = 86_400;
/** Names in one query. */
const batchSize = 500;
/** Files that one run removes. */
const maxRemoved = 10_000;

/**
 * Names as the server makes them: of pictures, exports, imports, map archives and test files. Everything else in the directory or bucket was
 * put there by somebody else, such as backups and another deployment with a prefix.
 */
const namePatterns = [
  /^[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}[-.][^/]*$/,
  exportFile,
  /^\.imports\/[0-9a-f]\/[0-9a-f]{32}\.csv$/,
  new RegExp(`^\\${folderWithoutBackup}/map-archives/[0-9a-f]{32}\\.pmtiles(?:\\.\\d+)?$`),
  /^\.probe[-/][0-9a-f-]{24,36}$/,
];

const isOwnName = (name: string) => namePatterns.some((pattern) => pattern.test(name));

/** The server's own files in batches: when each was written, by its name. */
async function* listBatches(store: FileStore): AsyncGenerator<Map<string, number>> {
  let batch = new Map<string, number>();
  for await (const { name, written } of store.listWithTimes()) {
    if (!isOwnName(name)) continue;
    batch.set(name, written);
    if (batch.size < batchSize) continue;
    yield batch;
    batch = new Map();
  }
  if (batch.size > 0) yield batch;
}

/**
 * Records files without a row that are older than a day, so that `removeFilesJob` removes them, and stores their number. It records none when
 * there are more of them than files with a row: then the database probably belongs to another directory or bucket.
 */
export async function removeUnusedFiles(db: Db, store: FileStore): Promise<Omit<FileCheck, 'checked'>> {
  const check = { used: 0, unused: 0, removed: 0 };
  const found: string[] = [];
  const newest = Date.now() - minAgeSeconds * 1000;
  for await (const batch of listBatches(store)) {
    const withoutRow = await findUnusedFiles(db, [...batch.keys()]);
    const unused = withoutRow.filter((name) => (batch.get(name) ?? newest) < newest);
    check.used += batch.size - withoutRow.length;
    check.unused += unused.length;
    found.push(...unused.slice(0, maxRemoved - found.length));
  }
  if (check.unused <= check.used) check.removed = found.length;
  await inTransaction(db, 'writes', async (tx) => {
    await recordFilesToRemove(tx, found.slice(0, check.removed));
    await saveFileCheck(tx, check);
  });
  return check;
}

/** Where the job reports to. */
interface Log {
  info: (facts: object, text: string) => void;
  warn: (facts: object, text: string) => void;
}

/** Creates the handler of `removeUnusedFilesJob`. The log gets numbers, no names. */
export const createUnusedFilesRemover =
  (db: Db, store: FileStore, log: Log): JobHandler<typeof removeUnusedFilesJob> =>
  async () => {
    const { used, unused, removed } = await removeUnusedFiles(db, store);
    if (removed > 0) log.info({ removed }, 'removing files without a row');
    else if (unused > 0)
      log.warn({ used, unused }, 'removed no files without a row: is this the store of another database?');
  };
