/** Covers areas of a picture for good: the new file replaces the previous one, which is deleted. */
import { buffer } from 'node:stream/consumers';
import type { PictureCover } from '@waypost/contract/media/picture-covers';
import { recordChange } from '../audit/audit.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { TransactionHooks } from '../kernel/db/transaction-hooks.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PictureDependencies, writePictureFiles } from './create-media.ts';
import { lockMedia, type MediaRow, updateMediaRow } from './media.sql.ts';

interface CoverDependencies extends PictureDependencies {
  /** Updates the logo in the settings if it is the file `from`. */
  moveLogo: (tx: Tx, from: string, to: string) => Promise<void>;
}

/**
 * Covers areas of a picture. Two requests at once cover the areas of both. The caller has checked that the viewer may change it.
 * @param caller from `queueCaller`
 * @throws Problem 404 when it was deleted meanwhile; 503 as uploads; ValidationError at `/covers` where the stored file cannot be read
 */
export async function coverMedia(
  tx: Tx,
  viewer: Viewer,
  { id, covers, caller }: { id: number; covers: readonly PictureCover[]; caller: string },
  { store, pictures, moveLogo }: CoverDependencies,
  txHooks: TransactionHooks,
): Promise<MediaRow> {
  const before = await lockMedia(tx, id);
  if (!before) throw notFound('media', id);
  const isStored = (await store.size(before.file)) !== undefined;
  const picture = isStored && (await pictures.cover(await buffer(store.read(before.file)), covers, caller));
  if (picture === false || typeof picture === 'string')
    throw validationError('media', 'covers', 'fileBroken');
  const files = await writePictureFiles(store, picture, txHooks);
  const media = await updateMediaRow(tx, id, files);
  if (!media) throw notFound('media', id);
  await moveLogo(tx, before.file, media.file);
  txHooks.onCommit(() => store.remove(before.file));
  txHooks.onCommit(() => store.remove(before.thumbnail));
  if (media.post_id !== null) {
    const change = { action: 'update', subject: 'posts', id: media.post_id } as const;
    await recordChange(tx, viewer, { ...change, details: { changed: ['covered_picture'] } });
  }
  return media;
}
