/**
 * Gives files from before names that are ours alone: their addresses repeated what the sender had called them, which may be a
 * person, a place or a minute. Runs once after the update, file by file, and goes on where it was stopped.
 */
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { contentHash } from './create-media.ts';
import { findMediaWithOldNames, updateMediaFiles } from './media.sql.ts';

export const renameMediaFilesJob = defineJob({
  name: 'rename-media-files',
  payload: EmptyPayload,
  timeoutSeconds: 86_400,
  isDeduplicated: true,
});

/** Rows that are looked up at once. */
const batchSize = 100;

const oldNamePattern = /^([0-9a-f]\/[0-9a-f]\/[0-9a-f]{32})-(.*)$/;
const thumbnailSuffix = '-small.webp';

/** The same place without the sender's name; as it is for names that have none. */
function removeSenderName(file: string, isThumbnail: boolean): string {
  const [, place, rest = ''] = oldNamePattern.exec(file) ?? [];
  if (place === undefined || rest === thumbnailSuffix.slice(1)) return file;
  return place + (isThumbnail ? thumbnailSuffix : path.extname(rest));
}

/** Where a file lies today that was asked for by the name it had; undefined for names that are ours. */
export function findNewName(file: string): string | undefined {
  const now = removeSenderName(file, file.endsWith(thumbnailSuffix));
  return now === file ? undefined : now;
}

/** Stores a file's content under its new name, too. @returns the hash of its content; null for a file that is gone */
async function copyFile(store: FileStore, from: string, to: string): Promise<string | null> {
  if (from === to || (await store.size(from)) === undefined) return null;
  const bytes = await buffer(store.read(from));
  await store.write(to, bytes);
  return contentHash(bytes);
}

export const createMediaRenamer =
  (
    db: Db,
    store: FileStore,
    moveLogo: (tx: Tx, from: string, to: string) => Promise<void>,
  ): JobHandler<typeof renameMediaFilesJob> =>
  async (_payload, run) => {
    let done = 0;
    for (;;) {
      const rows = await inTransaction(db, 'reads', (tx) => findMediaWithOldNames(tx, batchSize));
      if (rows.length === 0) return;
      for (const { id, file, thumbnail } of rows) {
        const after = { file: removeSenderName(file, false), thumbnail: removeSenderName(thumbnail, true) };
        const file_hash = await copyFile(store, file, after.file);
        const thumbnail_hash = await copyFile(store, thumbnail, after.thumbnail);
        await inTransaction(db, 'writes', async (tx) => {
          await updateMediaFiles(tx, { id, file }, { ...after, file_hash, thumbnail_hash });
          await moveLogo(tx, file, after.file);
        });
        if (after.file !== file) await store.remove(file);
        if (after.thumbnail !== thumbnail) await store.remove(thumbnail);
        done++;
        await run.reportProgress(done, null);
      }
    }
  };
