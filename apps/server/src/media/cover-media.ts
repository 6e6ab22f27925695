/** Covers areas of a picture for good: the new file replaces the previous one, which is deleted. */
import { buffer } from 'node:stream/consumers';
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { inTransactionWithHooks } from '../kernel/db/in-transaction-with-hooks.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { notFound, Problem, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PictureDependencies, writePictureFiles } from './create-media.ts';
import type { Picture } from './make-picture.ts';
import { findMedia, lockMedia, type MediaRow, updateMediaRow } from './media.sql.ts';

/** Attempts while others cover the same picture. */
const maxAttempts = 4;

interface CoverDependencies extends PictureDependencies {
  db: Db;
  /** Updates the logo in the settings if it is the file `from`. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
  /** Deletes finished exports, which may contain the picture. */
  discardExports: (tx: Tx, txHooks: TransactionHooks) => Promise<unknown>;
}

interface Covering {
  viewer: Viewer;
  covers: readonly PictureCover[];
  /** From `queueCaller`. */
  caller: string;
}

async function makeCoveredPicture(
  { store, pictures }: PictureDependencies,
  file: string,
  { covers, caller }: Covering,
): Promise<Picture> {
  const isStored = (await store.size(file)) !== undefined;
  const picture = isStored && (await pictures.cover(await buffer(store.read(file)), covers, caller));
  if (picture === false || typeof picture === 'string')
    throw validationError('media', 'covers', 'fileBroken');
  return picture;
}

/** Stores the covered picture. @returns undefined when somebody else has covered it meanwhile */
async function replaceFiles(
  tx: Tx,
  before: MediaRow,
  picture: Picture,
  viewer: Viewer,
  { store, moveLogo, discardExports }: CoverDependencies,
  txHooks: TransactionHooks,
): Promise<MediaRow | undefined> {
  const current = await lockMedia(tx, before.id);
  if (!current) throw notFound('media', before.id);
  if (current.file !== before.file) return undefined;
  const media = await updateMediaRow(tx, before.id, await writePictureFiles(store, picture, txHooks));
  if (!media) throw notFound('media', before.id);
  await moveLogo(tx, before.file, media.file);
  await discardExports(tx, txHooks);
  txHooks.onCommit(() => store.remove(before.file));
  txHooks.onCommit(() => store.remove(before.thumbnail));
  if (media.post_id !== null) {
    const change = { action: 'update', subject: 'posts', id: media.post_id } as const;
    await recordChange(tx, viewer, { ...change, details: { changed: ['covered_picture'] } });
  }
  return media;
}

/**
 * Covers areas of a picture. Two requests at once cover the areas of both. Pictures are processed outside of transactions, so that
 * waiting for the queue holds no database connection. The caller has checked that the viewer may change it.
 * @param media the picture as it was when that was checked
 * @throws Problem 404 when it was deleted meanwhile; 503 as uploads, and while many others cover the same picture; ValidationError at
 *   `/covers` where the stored file cannot be read
 */
export async function coverMedia(
  media: MediaRow,
  covering: Covering,
  dependencies: CoverDependencies,
): Promise<MediaRow> {
  const { db } = dependencies;
  let before = media;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const picture = await makeCoveredPicture(dependencies, before.file, covering);
    const covered = await inTransactionWithHooks(db, (tx, txHooks) =>
      replaceFiles(tx, before, picture, covering.viewer, dependencies, txHooks),
    );
    if (covered) return covered;
    const current = await inTransaction(db, 'reads', (tx) => findMedia(tx, media.id));
    if (!current) throw notFound('media', media.id);
    before = current;
  }
  throw new Problem('server.busy').withRetryAfter(5);
}
