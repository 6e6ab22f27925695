/**
 * Job that removes the files of deleted rows from the store, in seconds, or once the store is reachable again (docs/decisions/0106). Each is
 * recorded by the transaction that deletes its row: a process that is killed at any point leaves nothing behind.
 */
import type { Db } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { FileStoreError } from '../kernel/files/file-store-error.ts';
import {
  deleteFilesToRemove,
  findFilesToRemove,
  postponeRemoval,
} from '../kernel/files/files-to-remove.sql.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { redactError } from '../kernel/jobs/redact-error.ts';
import { findUnusedFiles } from './unused-files.sql.ts';

/** The job. Files that cannot be removed do not fail it, so that they do not keep others waiting: each is tried again later. */
export const removeFilesJob = defineJob({
  name: 'remove-files',
  payload: EmptyPayload,
  timeoutSeconds: 3600,
});

/** Names in one query. */
const batchSize = 500;
/** Failures after which the rest of a batch is postponed: the store is probably unreachable. */
const maxFailures = 5;

/** What became of a batch. */
interface Removal {
  /** Names of files that are gone. */
  done: Set<string>;
  /** The errors of the others that were tried. */
  errors: unknown[];
}

async function removeBatch(db: Db, store: FileStore, names: readonly string[]): Promise<Removal> {
  // A name that a row has in spite of all is no longer to be removed.
  const unused = new Set(await findUnusedFiles(db, names));
  const done = new Set<string>();
  const errors: unknown[] = [];
  for (const name of names) {
    if (errors.length === maxFailures) break;
    try {
      if (unused.has(name)) await store.remove(name);
      done.add(name);
    } catch (error) {
      errors.push(error);
    }
  }
  return { done, errors };
}

/** The reason of an error, without names of files, which grant access and may contain names of people. */
const reasonOf = (error: unknown) =>
  error instanceof FileStoreError ? error.reason : (redactError(error).code ?? 'unknown');

/** Where the job reports to. */
interface Log {
  warn: (facts: object, text: string) => void;
}

/** Creates the handler of `removeFilesJob`. */
export const createFileRemover =
  (db: Db, store: FileStore, log: Log): JobHandler<typeof removeFilesJob> =>
  async (_payload, run) => {
    for (;;) {
      const names = await findFilesToRemove(db, batchSize);
      // The job is added again when the process stops before the last batch.
      if (names.length === 0 || run.signal.aborted) return;
      const { done, errors } = await removeBatch(db, store, names);
      await deleteFilesToRemove(db, [...done]);
      const left = names.filter((name) => !done.has(name));
      if (left.length === 0) continue;
      await postponeRemoval(db, left);
      log.warn(
        { files: left.length, reasons: [...new Set(errors.map(reasonOf))] },
        'could not remove the files of deleted rows; trying again in ten minutes',
      );
    }
  };
