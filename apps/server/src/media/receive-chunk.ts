/** Pictures that arrive in pieces over lines that break. */
import { randomBytes } from 'node:crypto';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { Upload } from '../kernel/http/multipart.ts';
import { notFound, Problem } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { createMedia, type PictureDependencies, storePicture, type Uploader } from './create-media.ts';
import {
  appendChunk,
  findUpload,
  finishUploadRow,
  insertUpload,
  joinChunks,
  lockUpload,
  type UploadRow,
} from './uploads.sql.ts';

/** Begins an upload; it belongs to whoever begins it, a visitor's to whoever knows its id. */
export const beginUpload = (
  tx: Tx,
  viewer: Viewer,
  { size, name, caption }: { size: number; name: string; caption?: string | null | undefined },
): Promise<UploadRow> =>
  insertUpload(tx, {
    id: randomBytes(16).toString('hex'),
    user_id: viewer.id,
    name,
    caption: caption ?? null,
    size,
  });

const requireOwnUpload = (viewer: Viewer, id: string, row: UploadRow | undefined): UploadRow => {
  if (!row || row.user_id !== viewer.id) throw notFound('media', id);
  return row;
};

/** @throws Problem 404 for uploads of others, too */
export const readAuthorizedUpload = async (tx: Tx, viewer: Viewer, id: string): Promise<UploadRow> =>
  requireOwnUpload(viewer, id, await findUpload(tx, id));

interface UploadChunk {
  offset: number;
  file: Upload | undefined;
}

/**
 * Takes the next piece. A piece that does not go on where the last one ended, such as one that is sent again because its
 * answer was lost, changes nothing.
 * @returns the upload; once all of it is here, `finishUpload` makes the picture
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
  const rest = upload.size - upload.received;
  const bytes = file.bytes.subarray(0, rest);
  return bytes.length === 0 ? upload : appendChunk(tx, upload, bytes);
}

/** Whether all has arrived and no picture has been made of it yet. */
export const isComplete = ({ received, size, media_id }: UploadRow): boolean =>
  media_id === null && received === size;

/**
 * Makes the picture of an upload that is whole, outside of any transaction: the work may have to wait for its turn. Sent
 * again at the same time, one picture is kept.
 * @param sender.caller from `queueCaller`
 * @param onUploaded is given the upload with its picture, in the transaction that stores it
 * @throws at `/mime` when the whole is no picture that can be read
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
  const txHooks = new TransactionHooks();
  try {
    const picture = await storePicture(
      dependencies,
      { name, bytes, isTooLarge: false },
      txHooks,
      sender.caller,
    );
    const answer = await inTransaction(db, 'writes', async (tx) => {
      const now = await lockUpload(tx, id);
      if (!now) throw notFound('media', id);
      if (now.media_id !== null) throw new UploadAlreadyFinished(now);
      const media = await createMedia(tx, sender.uploader, picture, caption);
      const made = await onStored(tx, await finishUploadRow(tx, id, media.id));
      txHooks.isCommitting = true;
      return made;
    });
    await txHooks.run(true, onError);
    return answer;
  } catch (error) {
    await txHooks.runAfterError(error, onError);
    if (!(error instanceof UploadAlreadyFinished)) throw error;
    return inTransaction(db, 'reads', (tx) => onStored(tx, error.upload));
  }
}

/** The same upload was finished by another request. */
class UploadAlreadyFinished extends Error {
  readonly upload: UploadRow;

  constructor(upload: UploadRow) {
    super('already done');
    this.upload = upload;
  }
}
