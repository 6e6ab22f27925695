/** Stores uploaded pictures (API v3 §2.12). */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { Upload } from '../kernel/http/multipart.ts';
import { Problem, validationError } from '../kernel/http/problem.ts';
import { requireBelowAccountLimit } from '../kernel/limits/account-limit.ts';
import type { Picture } from './make-picture.ts';
import { countUnusedMedia, insertMedia, type MediaRow } from './media.sql.ts';
import { insertPictureFacts } from './picture-facts.sql.ts';
import type { PictureQueue } from './picture-queue.ts';

/** The queue that processes pictures, and the store for their files. */
export interface PictureDependencies {
  store: FileStore;
  pictures: PictureQueue;
}

/** A picture whose files are stored, before its row is inserted. */
export interface StoredPicture extends Pick<Picture, 'mime' | 'width' | 'height' | 'facts'> {
  file: string;
  thumbnail: string;
  size: number;
  file_hash: string;
  thumbnail_hash: string;
  original_name: string | null;
}

/** Name of the uploaded file, without folders and control characters; null when nothing is left. */
function originalName(name: string): string | null {
  const base = path.basename(name.replaceAll('\\', '/')).replace(/\p{C}/gu, '');
  return Array.from(base).slice(0, limits.varchar).join('') || null;
}

/** ETag of a served file (RFC 9110, 8.8.3). It is computed from the content, so that it does not reveal the upload time. */
export const contentHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/**
 * Processes a picture and stores it with its thumbnail, before the transaction begins. File names are 128 random bits:
 * they cannot be guessed and reveal nothing about the uploaded file.
 * @param caller from `queueCaller`
 * @throws ValidationError at `/o_size` when the file is too large, at `/mime` when it is not a readable picture or has too
 *   many pixels; Problem 503 while too many pictures wait, in total or of the caller
 */
export async function storePicture(
  { store, pictures }: PictureDependencies,
  upload: Upload | undefined,
  txHooks: TransactionHooks,
  caller: string,
): Promise<StoredPicture> {
  if (!upload) throw new Problem('upload.missing-file');
  if (upload.isTooLarge) throw validationError('media', 'o_size', 'fileSize', { max: limits.mediaBytes });
  const picture = await pictures.make(upload.bytes, caller);
  if (picture === 'filePixels')
    throw validationError('media', 'mime', picture, { max: Math.floor(pictures.maxPixels / 1_000_000) });
  if (typeof picture === 'string') throw validationError('media', 'mime', picture);
  const files = await writePictureFiles(store, picture, txHooks);
  return { ...files, facts: picture.facts, original_name: originalName(upload.name) };
}

/** Stores a picture with its thumbnail under new random names, which are removed if the transaction fails. */
export async function writePictureFiles(
  store: FileStore,
  picture: Picture,
  txHooks: TransactionHooks,
): Promise<Omit<StoredPicture, 'facts' | 'original_name'>> {
  const randomName = randomBytes(16).toString('hex');
  const basePath = `${randomName[0]}/${randomName[1]}/${randomName}`;
  const file = `${basePath}.${picture.fileEnding}`;
  const thumbnail = `${basePath}-small.webp`;
  txHooks.onFailure(() => store.remove(file));
  await store.write(file, picture.bytes);
  txHooks.onFailure(() => store.remove(thumbnail));
  await store.write(thumbnail, picture.thumbnail);
  const { mime, width, height } = picture;
  return {
    mime,
    width,
    height,
    file,
    thumbnail,
    size: picture.bytes.length,
    file_hash: contentHash(picture.bytes),
    thumbnail_hash: contentHash(picture.thumbnail),
  };
}

/** The owner of an upload until it is attached to something. */
export type Uploader =
  | { user_id: number }
  /** Hash that identifies the visitor, and hash of the claim that they received. */
  | { visitor: Buffer | null; claim: Buffer }
  | { message_id: number };

/**
 * Inserts the row of a stored picture that was uploaded.
 * @throws ValidationError at `/o_size` when the account has the maximum number of pictures that nothing uses
 */
export async function createMedia(
  tx: Tx,
  uploader: Uploader,
  picture: StoredPicture,
  caption: string | null,
): Promise<MediaRow> {
  const limit = { resource: 'media', field: 'o_size', max: limits.unusedMediaPerAccount };
  const accountId = 'user_id' in uploader ? uploader.user_id : null;
  await requireBelowAccountLimit(tx, accountId, limit, (id) => countUnusedMedia(tx, id));
  return insertPicture(tx, uploader, picture, caption);
}

/** Inserts the row of a stored picture. The caller limits their number. */
export async function insertPicture(
  tx: Tx,
  uploader: Uploader,
  { facts, ...picture }: StoredPicture,
  caption: string | null,
): Promise<MediaRow> {
  const media = await insertMedia(tx, { ...picture, caption, ...uploader });
  // People without an account are promised that nobody learns where they took a picture.
  const isFromVisitor = 'visitor' in uploader;
  await insertPictureFacts(
    tx,
    media.id,
    isFromVisitor ? { ...facts, photoTime: null, photoPlace: null } : facts,
  );
  return media;
}
