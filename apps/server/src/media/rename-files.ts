/**
 * Renames media files whose names contain the name of the uploaded file, which may reveal a person, a place or a time. The
 * job runs once after an update of the server, file by file, and continues where it was interrupted.
 */
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import { recordFilesToRemove } from '../kernel/files/files-to-remove.sql.ts';
import { defineJob, EmptyPayload, type JobHandler } from '../kernel/jobs/job.ts';
import { contentHash } from './create-media.ts';
import { findMediaWithOldNames, updateMediaFiles } from './media.sql.ts';

/** Job that renames the files of all media with old names. */
export const renameMediaFilesJob = defineJob({
  name: 'rename-media-files',
  payload: EmptyPayload,
  timeoutSeconds: 86_400,
  isDeduplicated: true,
});

/** Rows read per query. */
const batchSize = 100;

const oldNamePattern = /^([0-9a-f]\/[0-9a-f]\/[0-9a-f]{32})-(.*)$/;
const thumbnailSuffix = '-small.webp';

/** The new name of a file: without the name of the uploaded file. Names in the new form are returned as they are. */
function removeSenderName(file: string, isThumbnail: boolean): string {
  const [, basePath, rest = ''] = oldNamePattern.exec(file) ?? [];
  if (basePath === undefined || rest === thumbnailSuffix.slice(1)) return file;
  return basePath + (isThumbnail ? thumbnailSuffix : path.extname(rest));
}

/** The new name of a file that was requested by its old name; undefined when the name is not an old one. */
export function findNewName(file: string): string | undefined {
  const newName = removeSenderName(file, file.endsWith(thumbnailSuffix));
  return newName === file ? undefined : newName;
}

/** Copies a file to its new name. @returns hash of its content; null when the file is gone or its name is unchanged */
async function copyFile(store: FileStore, from: string, to: string): Promise<string | null> {
  if (from === to || (await store.size(from)) === undefined) return null;
  const bytes = await buffer(store.read(from));
  await store.write(to, bytes);
  return contentHash(bytes);
}

/** Handler of `renameMediaFilesJob`. @param moveLogo updates the logo in the settings if it is the file `from` */
export const createMediaRenamer =
  (
    db: Db,
    store: FileStore,
    moveLogo: (tx: Tx, from: string, to: string) => Promise<void>,
  ): JobHandler<typeof renameMediaFilesJob> =>
  async (_payload, run) => {
    let renamedCount = 0;
    for (;;) {
      const rows = await inTransaction(db, 'reads', (tx) => findMediaWithOldNames(tx, batchSize));
      if (rows.length === 0) return;
      for (const { id, file, thumbnail } of rows) {
        const newFiles = {
          file: removeSenderName(file, false),
          thumbnail: removeSenderName(thumbnail, true),
        };
        const file_hash = await copyFile(store, file, newFiles.file);
        const thumbnail_hash = await copyFile(store, thumbnail, newFiles.thumbnail);
        await inTransaction(db, 'writes', async (tx) => {
          const isRenamed = await updateMediaFiles(
            tx,
            { id, file },
            { ...newFiles, file_hash, thumbnail_hash },
          );
          if (isRenamed) await moveLogo(tx, file, newFiles.file);
          // It was deleted or covered meanwhile: the copies are nobody's.
          else await recordFilesToRemove(tx, [newFiles.file, newFiles.thumbnail]);
        });
        renamedCount++;
        await run.reportProgress(renamedCount, null);
      }
    }
  };
