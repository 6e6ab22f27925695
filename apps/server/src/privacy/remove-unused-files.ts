/**
 * Daily job that removes files without a row. A process that is killed between storing a file and its row, or between deleting a row and
 * its file, leaves one: a picture that was erased must not stay.
 */
import type { Db } from '../kernel/db/database.ts';
import { type FileStore, folderWithoutBackup } from '../kernel/files/file-store.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { findUnusedFiles } from './unused-files.sql.ts';

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
 * Names as the server makes them, by kind. Everything else in the directory or bucket was put there by somebody else, such as backups
 * and another deployment with a prefix.
 */
const namePatterns = {
  pictures: /^[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}[-.][^/]*$/,
  exports: /^(?:csv|exports)\/\d{8}-[\w-]{40}\.(?:csv|geojson|zip)$/,
  imports: /^\.imports\/[0-9a-f]\/[0-9a-f]{32}\.csv$/,
  'map-archives': new RegExp(`^\\${folderWithoutBackup}/map-archives/[0-9a-f]{32}\\.pmtiles(?:\\.\\d+)?$`),
  tests: /^\.probe[-/][0-9a-f-]{24,36}$/,
};
type FileKind = keyof typeof namePatterns;
const fileKinds = Object.keys(namePatterns) as FileKind[];

const kindOf = (name: string) => fileKinds.find((kind) => namePatterns[kind].test(name));

/** The server's own files that are old enough, in batches. */
async function* listBatches(store: FileStore): AsyncGenerator<string[]> {
  let batch: string[] = [];
  for await (const name of store.listOlderThan(minAgeSeconds)) {
    if (kindOf(name) === undefined) continue;
    batch.push(name);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What a run did. */
export interface UnusedFiles {
  /** Number of files with a row. */
  used: number;
  /** Number of files without one. */
  unused: number;
  /** Numbers of removed files by kind. */
  removed: Partial<Record<FileKind, number>>;
}

/**
 * Removes files without a row that are older than a day. It removes none when there are more of them than files with a row: then the
 * database probably belongs to another directory or bucket.
 */
export async function removeUnusedFiles(db: Db, store: FileStore): Promise<UnusedFiles> {
  const result: UnusedFiles = { used: 0, unused: 0, removed: {} };
  const found: string[] = [];
  for await (const names of listBatches(store)) {
    const unused = await findUnusedFiles(db, names);
    result.used += names.length - unused.length;
    result.unused += unused.length;
    found.push(...unused.slice(0, maxRemoved - found.length));
  }
  if (result.unused > result.used) return result;
  for (let start = 0; start < found.length; start += batchSize)
    // A row may have been written while the rest was listed.
    for (const name of await findUnusedFiles(db, found.slice(start, start + batchSize))) {
      await store.remove(name);
      const kind = kindOf(name);
      if (kind) result.removed[kind] = (result.removed[kind] ?? 0) + 1;
    }
  return result;
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
    if (Object.keys(removed).length > 0) log.info({ removed }, 'removed files without a row');
    else if (unused > 0)
      log.warn({ used, unused }, 'removed no files without a row: is this the store of another database?');
  };
