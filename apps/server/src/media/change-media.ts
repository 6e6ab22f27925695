/** Finding, captioning and deleting pictures (wire 2.12, ruling 18). */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { MediaStorage } from './discard-media.ts';
import { mediaPrivileges } from './media.rules.ts';
import { deleteMediaRow, findMedia, lockMedia, type MediaRow, updateMediaRow } from './media.sql.ts';

/** Which pictures a post shows that the viewer may read: what posts know, and pictures do not. */
export type FindVisibleMedia = (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;

/**
 * A picture that the viewer may read.
 * @throws 404 for one that they may not know of, too
 */
export async function requireReadableMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  findVisibleMedia: FindVisibleMedia,
): Promise<{ media: MediaRow; shown: boolean }> {
  const media = await findMedia(tx, id);
  const shown = media !== undefined && (await findVisibleMedia(tx, viewer, [id])).has(id);
  if (!media || !mediaPrivileges(viewer, media, shown).includes('read')) throw notFound('media', id);
  return { media, shown };
}

/** A picture that the viewer may change. @throws 404 as `requireReadableMedia`; 403 for one that they may only read */
async function readAuthorizedMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'update' | 'delete',
  shownAmong: FindVisibleMedia,
): Promise<MediaRow> {
  const { media, shown } = await requireReadableMedia(tx, viewer, id, shownAmong);
  requirePrivilege(viewer, mediaPrivileges(viewer, media, shown), privilege, 'media', id);
  return media;
}

/** Changes the caption; an absent one stays. */
export async function updateMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  change: { caption?: string | null | undefined },
  findVisibleMedia: FindVisibleMedia,
): Promise<MediaRow> {
  const media = await readAuthorizedMedia(tx, viewer, id, 'update', findVisibleMedia);
  if (change.caption === undefined) return media;
  const changed = await updateMediaRow(tx, id, { caption: change.caption });
  if (!changed) throw notFound('media', id);
  return changed;
}

/** Takes a picture out of the posts that show it: what posts know, and pictures do not. */
export type RemoveFromAnswers = (tx: Tx, mediaId: number) => Promise<void>;

/**
 * Deletes the row now and the files once that is certain.
 * @throws Problem 404 as `requireReadableMedia`, and when another request deleted it first; 403 for one that they may only read
 */
export async function deleteMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  { store, outcome: txHooks }: MediaStorage,
  { forget, shownAmong }: { forget: RemoveFromAnswers; shownAmong: FindVisibleMedia },
): Promise<MediaRow> {
  const before = await readAuthorizedMedia(tx, viewer, id, 'delete', shownAmong);
  // Posts are locked before their pictures, here as where a post is deleted: otherwise the two might wait for each other.
  await forget(tx, id);
  const media = await lockMedia(tx, id);
  if (!media) throw notFound('media', id);
  // A post took it since it was looked at.
  if (media.post_id !== before.post_id) await forget(tx, id);
  await deleteMediaRow(tx, id);
  txHooks.onCommit(() => store.remove(media.file));
  txHooks.onCommit(() => store.remove(media.thumbnail));
  return media;
}
