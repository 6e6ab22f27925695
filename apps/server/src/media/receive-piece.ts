/** Pictures that arrive in pieces over lines that break. */
import { randomBytes } from 'node:crypto';
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Upload } from '../kernel/multipart.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { notFound, Problem } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { createMedia, storePicture } from './create-media.ts';
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
 * Takes the next piece; the last one makes the picture. A piece that does not go on where the last one ended, such as one
 * that is sent again because its answer was lost, changes nothing.
 * @throws at `/mime` when the whole is no picture that can be read
 */
export async function receivePiece(
  tx: Tx,
  viewer: Viewer,
  id: string,
  { offset, file }: Piece,
  { store, outcome }: { store: FileStore; outcome: Outcome },
): Promise<UploadRow> {
  const upload = owned(viewer, id, await lockUpload(tx, id));
  if (!file) throw new Problem('upload.missing-file');
  if (upload.media_id !== null || offset !== upload.received) return upload;
  const rest = upload.size - upload.received;
  const bytes = file.bytes.subarray(0, rest);
  if (bytes.length === 0) return upload;
  const longer = await addPiece(tx, upload, bytes);
  if (longer.received < longer.size) return longer;
  const whole = { name: upload.name, bytes: await joinPieces(tx, id), tooLarge: false };
  const picture = await storePicture(store, whole, outcome);
  const { id: mediaId } = await createMedia(tx, viewer, picture, upload.caption);
  return endUpload(tx, id, mediaId);
}
