/** Storing an uploaded picture (wire 2.12). */
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { limits } from '@waypost/contract/common/limits';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import type { FileStore } from '../kernel/files/file-store.ts';
import type { Upload } from '../kernel/http/multipart.ts';
import { Problem, validationError } from '../kernel/http/problem.ts';
import type { Picture } from './make-picture.ts';
import { insertMedia, type MediaRow } from './media.sql.ts';
import type { PictureQueue } from './picture-queue.ts';

/** What makes pictures, and where they are kept. */
export interface PictureDependencies {
  store: FileStore;
  pictures: PictureQueue;
}

/** A picture whose files are stored and whose row is not. */
export interface StoredPicture extends Pick<Picture, 'mime' | 'width' | 'height'> {
  file: string;
  thumbnail: string;
  size: number;
  file_hash: string;
  thumbnail_hash: string;
  original_name: string | null;
}

/** What its owner called the file, without folders and what cannot be shown. */
function originalName(name: string): string | null {
  const base = path.basename(name.replaceAll('\\', '/')).replace(/\p{C}/gu, '');
  return Array.from(base).slice(0, limits.varchar).join('') || null;
}

/** The validator of a file that is served (RFC 9110, 8.8.3): of its content, so that it says nothing of when it came. */
export const contentHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22);

/**
 * Makes and stores the picture and its thumbnail, before the transaction opens. Their names are 128 random bits and nothing
 * else: who has not been given the address cannot guess it, and who has learns nothing of the sender's file.
 * @param caller from `queueCaller`
 * @throws at `/o_size` when the file is too large, at `/mime` when it is no picture that can be read, or has too many pixels;
 *   503 while too many wait, of all or of the caller
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
  const chance = randomBytes(16).toString('hex');
  const place = `${chance[0]}/${chance[1]}/${chance}`;
  const file = `${place}.${picture.fileEnding}`;
  const thumbnail = `${place}-small.webp`;
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
    original_name: originalName(upload.name),
  };
}

/** Whose an upload is until something takes it. */
export type Uploader =
  | { user_id: number }
  /** What stands for the visitor, and the hash of the claim that they were given. */
  | { visitor: Buffer | null; claim: Buffer }
  | { message_id: number };

/** The row of a stored picture. */
export const createMedia = (
  tx: Tx,
  uploader: Uploader,
  picture: StoredPicture,
  caption: string | null,
): Promise<MediaRow> => insertMedia(tx, { ...picture, caption, ...uploader });
