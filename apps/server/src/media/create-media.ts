/** Storing an uploaded picture (wire 2.12). */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { limits } from '@waypost/contract/limits';
import type { Tx } from '../kernel/db.ts';
import type { FileStore } from '../kernel/file-store.ts';
import type { Upload } from '../kernel/multipart.ts';
import type { Outcome } from '../kernel/outcome.ts';
import { fault, Problem } from '../kernel/problem.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { makePicture, type Picture } from './make-picture.ts';
import { insertMedia, type MediaRow } from './media.sql.ts';

/** A picture whose files are stored and whose row is not. */
export interface StoredPicture extends Pick<Picture, 'mime' | 'width' | 'height'> {
  file: string;
  thumbnail: string;
  size: number;
}

/** The name that its owner gave it, as far as it does no harm in an address or on a disk. */
function cleaned(name: string): string {
  const stem = path.basename(name.replaceAll('\\', '/'), path.extname(name));
  const clean = stem
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return clean.slice(0, 60) || 'picture';
}

/**
 * Makes and stores the picture and its thumbnail, before the transaction opens. Their place holds 128 random bits: who has
 * not been given the address cannot guess it.
 * @throws at `/o_size` when the file is too large, at `/mime` when it is no picture that can be read
 */
export async function storePicture(
  store: FileStore,
  upload: Upload | undefined,
  outcome: Outcome,
): Promise<StoredPicture> {
  if (!upload) throw new Problem('upload.missing-file');
  if (upload.tooLarge) throw fault('media', 'o_size', 'fileSize', { max: limits.mediaBytes });
  const picture = await makePicture(upload.bytes);
  if (typeof picture === 'string') throw fault('media', 'mime', picture);
  const chance = randomBytes(16).toString('hex');
  const place = `${chance[0]}/${chance[1]}/${chance}-${cleaned(upload.name)}`;
  const file = `${place}.${picture.ending}`;
  const thumbnail = `${place}-small.webp`;
  outcome.onFailure(() => store.remove(file));
  await store.write(file, picture.bytes);
  outcome.onFailure(() => store.remove(thumbnail));
  await store.write(thumbnail, picture.thumbnail);
  const { mime, width, height } = picture;
  return { mime, width, height, file, thumbnail, size: picture.bytes.length };
}

/** The row of a stored picture. It belongs to whoever sent it; a visitor's belongs to nobody. */
export const createMedia = (
  tx: Tx,
  viewer: Viewer,
  picture: StoredPicture,
  caption: string | null,
): Promise<MediaRow> => insertMedia(tx, { ...picture, caption, user_id: viewer.id });
