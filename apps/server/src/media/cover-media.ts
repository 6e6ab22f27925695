/** Covers areas of a picture for good: the new file replaces the previous one, which is deleted or kept for the team. */
import { buffer } from 'node:stream/consumers';
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import { recordChange } from '../audit/audit.public.ts';
import { type Db, inTransaction, type Tx } from '../kernel/db/database.ts';
import { inTransactionWithHooks } from '../kernel/db/in-transaction-with-hooks.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { notFound, Problem, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PictureDependencies, writePictureFiles } from './create-media.ts';
import { findMediaOfKeepingSurveys } from './kept-originals.sql.ts';
import type { Picture } from './make-picture.ts';
import { findMedia, lockMedia, type MediaRow, updateMediaRow } from './media.sql.ts';
import { replacePerceptualHash } from './picture-facts.sql.ts';

/** Attempts while others cover the same picture. */
const maxAttempts = 4;

interface CoverDependencies extends PictureDependencies {
  db: Db;
  /** Updates the logo in the settings if it is the file `from`. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
  /** Deletes finished exports, which may contain the picture. */
  discardExports: (tx: Tx) => Promise<unknown>;
}

interface Covering {
  viewer: Viewer;
  covers: readonly PictureCover[];
  /** From `queueCaller`. */
  caller: string;
}

/** The content of a stored file; undefined if there is none, as when somebody has covered the picture meanwhile. */
const readFile = (store: PictureDependencies['store'], file: string): Promise<Buffer | undefined> =>
  buffer(store.read(file)).catch(async (error: unknown) => {
    if ((await store.size(file)) === undefined) return undefined;
    throw error;
  });

const fileBroken = () => validationError('media', 'covers', 'fileBroken');

/** @returns undefined if the file is gone */
async function makeCoveredPicture(
  { store, pictures }: PictureDependencies,
  file: string,
  { covers, caller }: Covering,
): Promise<Picture | undefined> {
  const content = await readFile(store, file);
  const picture = content && (await pictures.cover(content, covers, caller));
  if (typeof picture === 'string') throw fileBroken();
  return picture;
}

/**
 * The name of the original to keep, if there is one: only for the team, and only where the survey of the post wants it. What reporters
 * cover themselves is for nobody.
 */
async function findOriginalToKeep(tx: Tx, viewer: Viewer, current: MediaRow): Promise<string | null> {
  const isOwn = current.user_id !== null && current.user_id === viewer.id;
  const isKept =
    viewer.can('Manage Posts') && !isOwn && (await findMediaOfKeepingSurveys(tx, [current.id])).size > 0;
  return isKept ? (current.kept_original ?? current.file) : null;
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
  const kept_original = await findOriginalToKeep(tx, viewer, current);
  const files = await writePictureFiles(store, picture, txHooks);
  const media = await updateMediaRow(tx, before.id, { ...files, kept_original });
  if (!media) throw notFound('media', before.id);
  await replacePerceptualHash(tx, before.id, picture.facts.perceptualHash);
  await moveLogo(tx, before.file, media.file);
  await discardExports(tx);
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
    const covered =
      picture &&
      (await inTransactionWithHooks(db, (tx, txHooks) =>
        replaceFiles(tx, before, picture, covering.viewer, dependencies, txHooks),
      ));
    if (covered) return covered;
    const current = await inTransaction(db, 'reads', (tx) => findMedia(tx, media.id));
    if (!current) throw notFound('media', media.id);
    if (!picture && current.file === before.file) throw fileBroken();
    before = current;
  }
  throw new Problem('server.busy').withRetryAfter(5);
}
