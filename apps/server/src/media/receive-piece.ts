/** Pictures that arrive in pieces over lines that break. */
import { randomBytes } from 'node:crypto';
import { type Db, inTransaction, type Tx } from '../kernel/db.ts';
import type { Upload } from '../kernel/multipart.ts';
import { Outcome } from '../kernel/outcome.ts';
import { notFound, Problem } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { createMedia, type PictureWorks, storePicture, type Uploader } from './create-media.ts';
import {
  addPiece,
  endUpload,
  findUpload,
  insertUpload,
  joinPieces,
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

const owned = (viewer: Viewer, id: string, row: UploadRow | undefined): UploadRow => {
  if (!row || row.user_id !== viewer.id) throw notFound('media', id);
  return row;
};

/** @throws Problem 404 for uploads of others, too */
export const uploadFor = async (tx: Tx, viewer: Viewer, id: string): Promise<UploadRow> =>
  owned(viewer, id, await findUpload(tx, id));

interface Piece {
  offset: number;
  file: Upload | undefined;
}

/**
 * Takes the next piece. A piece that does not go on where the last one ended, such as one that is sent again because its
 * answer was lost, changes nothing.
 * @returns the upload; once all of it is here, `finishUpload` makes the picture
 */
export async function receivePiece(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { offset, file }: Piece,
): Promise<UploadRow> {
  const upload = owned(viewer, id, await lockUpload(tx, id));
  if (!file) throw new Problem('upload.missing-file');
  if (upload.media_id !== null || offset !== upload.received) return upload;
  const rest = upload.size - upload.received;
  const bytes = file.bytes.subarray(0, rest);
  return bytes.length === 0 ? upload : addPiece(tx, upload, bytes);
}

/** Whether all has arrived and no picture has been made of it yet. */
export const isWhole = ({ received, size, media_id }: UploadRow): boolean =>
  media_id === null && received === size;

/**
 * Makes the picture of an upload that is whole, outside of any transaction: the work may have to wait for its turn. Sent
 * again at the same time, one picture is kept.
 * @param sender.caller from `queueCaller`
 * @param end is given the upload with its picture, in the transaction that stores it
 * @throws at `/mime` when the whole is no picture that can be read
 */
export async function finishUpload<T>(
  db: Db,
  works: PictureWorks,
  upload: UploadRow,
  sender: { uploader: Uploader; caller: string },
  end: (tx: Tx, upload: UploadRow) => Promise<T>,
  tell: (error: unknown) => void,
): Promise<T> {
  const { id, name, caption } = upload;
  const bytes = await inTransaction(db, 'reads', (tx) => joinPieces(tx, id));
  const outcome = new Outcome();
  try {
    const picture = await storePicture(works, { name, bytes, tooLarge: false }, outcome, sender.caller);
    const answer = await inTransaction(db, 'writes', async (tx) => {
      const now = await lockUpload(tx, id);
      if (!now) throw notFound('media', id);
      if (now.media_id !== null) throw new AlreadyDone(now);
      const media = await createMedia(tx, sender.uploader, picture, caption);
      const made = await end(tx, await endUpload(tx, id, media.id));
      outcome.isAtCommit = true;
      return made;
    });
    await outcome.settle(true, tell);
    return answer;
  } catch (error) {
    await outcome.settleFault(error, tell);
    if (!(error instanceof AlreadyDone)) throw error;
    return inTransaction(db, 'reads', (tx) => end(tx, error.upload));
  }
}

/** The same upload was finished by another request. */
class AlreadyDone extends Error {
  readonly upload: UploadRow;

  constructor(upload: UploadRow) {
    super('already done');
    this.upload = upload;
  }
}
