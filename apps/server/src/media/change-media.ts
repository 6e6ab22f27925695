/** Reads, changes and deletes media (API v3 §2.12, ruling 18). */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { mediaPrivileges } from './media.rules.ts';
import { deleteMediaRow, findMedia, lockMedia, type MediaRow, updateMediaRow } from './media.sql.ts';

/** Finds which media belong to posts that the viewer may read. Implemented by posts, which this domain cannot import. */
export type FindVisibleMedia = (
  tx: Tx,
  viewer: Viewer,
  ids: readonly number[],
) => Promise<ReadonlySet<number>>;

/**
 * Reads a picture that the viewer may see.
 * @throws Problem 404 when there is none, and for one that they may not see
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

/** Reads a picture on which the viewer has a privilege. @throws Problem as `requireReadableMedia`; 401 or 403 without it */
export async function readAuthorizedMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'update' | 'delete',
  findVisibleMedia: FindVisibleMedia,
): Promise<MediaRow> {
  const { media, shown } = await requireReadableMedia(tx, viewer, id, findVisibleMedia);
  requirePrivilege(viewer, mediaPrivileges(viewer, media, shown), privilege, 'media', id);
  return media;
}

/** Changes the caption. An absent one stays. */
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

/** Removes a picture from the answers that name it. Implemented by posts, which this domain cannot import. */
export type RemoveFromAnswers = (tx: Tx, mediaId: number) => Promise<void>;

/**
 * Deletes the row. The files are removed after the commit (docs/decisions/0106).
 * @throws Problem 404 as `requireReadableMedia`, and when another request deleted it first; 401 or 403 for viewers who may
 *   only read it
 */
export async function deleteMedia(
  tx: Tx,
  viewer: Viewer,
  id: number,
  {
    removeFromAnswers,
    findVisibleMedia,
  }: { removeFromAnswers: RemoveFromAnswers; findVisibleMedia: FindVisibleMedia },
): Promise<MediaRow> {
  const before = await readAuthorizedMedia(tx, viewer, id, 'delete', findVisibleMedia);
  // Lock posts before their media, as deleting a post does: another order could deadlock.
  await removeFromAnswers(tx, id);
  const media = await lockMedia(tx, id);
  if (!media) throw notFound('media', id);
  // Another request attached it to a post meanwhile.
  if (media.post_id !== before.post_id) await removeFromAnswers(tx, id);
  await deleteMediaRow(tx, id);
  return media;
}
