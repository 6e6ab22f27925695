/** Chunked uploads of pictures over unreliable connections. */
import { randomBytes } from 'node:crypto';
import { limits } from '@waypost/contract/common/limits';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { inTransactionOfHooks, withTransactionHooks } from '../kernel/db/in-transaction-with-hooks.ts';
import type { Upload } from '../kernel/http/multipart.ts';
import { notFound, Problem } from '../kernel/http/problem.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createMedia, type PictureDependencies, storePicture, type Uploader } from './create-media.ts';
import {
  appendChunk,
  countUnfinishedUploads,
  findUpload,
  finishUploadRow,
  insertUpload,
  joinChunks,
  lockUpload,
  type UploadRow,
} from './uploads.sql.ts';

/**
 * Begins a chunked upload. It belongs to the account that begins it, a visitor's to everybody who knows its id.
 * @throws ValidationError at `/size` when the account has the maximum number of unfinished uploads
 */
export async function beginUpload(
  tx: Tx,
  viewer: Viewer,
  { size, name, caption }: { size: number; name: string; caption?: string | null | undefined },
): Promise<UploadRow> {
  const limit = { resource: 'media', field: 'size', max: limits.unfinishedUploadsPerAccount };
  await requireBelowAccountLimit(tx, viewer.id, limit, (id) => countUnfinishedUploads(tx, id));
  return insertUpload(tx, {
    id: randomBytes(16).toString('hex'),
    user_id: viewer.id,
    name,
    caption: caption ?? null,
    size,
  });
}

const requireOwnUpload = (viewer: Viewer, id: string, row: UploadRow | undefined): UploadRow => {
  if (!row || row.user_id !== viewer.id) throw notFound('media', id);
  return row;
};

/** Reads an upload of the viewer. @throws Problem 404 when there is none, and for uploads of others */
export const readAuthorizedUpload = async (tx: Tx, viewer: Viewer, id: string): Promise<UploadRow> =>
  requireOwnUpload(viewer, id, await findUpload(tx, id));

interface UploadChunk {
  offset: number;
  file: Upload | undefined;
}

/**
 * Stores the next chunk. A chunk with another offset than the received length changes nothing, for example one that is sent
 * again because the response was lost.
 * @returns the upload; once it is complete, `finishUpload` makes the picture
 */
export async function receiveChunk(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { offset, file }: UploadChunk,
): Promise<UploadRow> {
  const upload = requireOwnUpload(viewer, id, await lockUpload(tx, id));
  if (!file) throw new Problem('upload.missing-file');
  if (upload.media_id !== null || offset !== upload.received) return upload;
  const missingBytes = upload.size - upload.received;
  const bytes = file.bytes.subarray(0, missingBytes);
  return bytes.length === 0 ? upload : appendChunk(tx, upload, bytes);
}

/** Whether all bytes have arrived and no picture has been made yet. */
export const isComplete = ({ received, size, media_id }: UploadRow): boolean =>
  media_id === null && received === size;

/**
 * Makes the picture of a complete upload, outside of a transaction because it may wait in the queue. If two requests finish
 * the same upload at the same time, only one picture is kept.
 * @param sender.caller from `queueCaller`
 * @param onStored called with the upload and its picture's id, in the transaction that stores it
 * @throws ValidationError at `/mime` when the file is not a readable picture; Problem 404 when the upload is gone
 */
export async function finishUpload<T>(
  db: Db,
  dependencies: PictureDependencies,
  upload: UploadRow,
  sender: { uploader: Uploader; caller: string },
  onStored: (tx: Tx, upload: UploadRow) => Promise<T>,
  onError: (error: unknown) => void,
): Promise<T> {
  const { id, name, caption } = upload;
  const bytes = await inTransaction(db, 'reads', (tx) => joinChunks(tx, id));
  try {
    return await withTransactionHooks(async (txHooks) => {
      const file = { name, bytes, isTooLarge: false };
      const picture = await storePicture(dependencies, file, txHooks, sender.caller);
      return inTransactionOfHooks(db, txHooks, async (tx) => {
        const current = await lockUpload(tx, id);
        if (!current) throw notFound('media', id);
        if (current.media_id !== null) throw new UploadAlreadyFinished(current);
        const media = await createMedia(tx, sender.uploader, picture, caption);
        return onStored(tx, await finishUploadRow(tx, id, media.id));
      });
    }, onError);
  } catch (error) {
    if (!(error instanceof UploadAlreadyFinished)) throw error;
    return inTransaction(db, 'reads', (tx) => onStored(tx, error.upload));
  }
}

/** Another request has finished the same upload. */
class UploadAlreadyFinished extends Error {
  readonly upload: UploadRow;

  constructor(upload: UploadRow) {
    super('upload already finished');
    this.upload = upload;
  }
}
