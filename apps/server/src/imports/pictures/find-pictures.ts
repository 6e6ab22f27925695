/** Finds what the pictures are that rows name: web addresses, and pictures of this site. */
import { isPictureId, isStoredPictureFile, isWebAddress } from '@waypost/survey-logic/csv/picture-cells';
import type { Tx } from '../../kernel/db/database.ts';
import { storedFileOf } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  buildClaimant,
  type FindVisibleMedia,
  findAttachableMedia,
  findMedia,
  findMediaByFile,
} from '../../media/media.public.ts';
import type { PictureFault } from './picture-fault.ts';

type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>;

/**
 * Where a picture comes from: a web address, or a picture of this site. An own upload that nothing uses yet can be attached; another one is
 * copied, since a picture belongs to one post.
 */
export type PictureSource = { media: MediaRow; isAttachable: boolean } | { address: string } | PictureFault;

/** The name of a file of this site that a text has or leads to. Such names are random, so that those of other sites differ. */
function findStoredFile(text: string): string | undefined {
  if (isStoredPictureFile(text)) return text;
  const file = isWebAddress(text) ? storedFileOf(text) : '';
  return isStoredPictureFile(file) ? file : undefined;
}

async function findMediaNamed(tx: Tx, text: string): Promise<MediaRow | undefined> {
  if (isPictureId(text)) return findMedia(tx, Number(text));
  const file = findStoredFile(text);
  return file === undefined ? undefined : findMediaByFile(tx, file);
}

/**
 * The source of a picture. One of this site that the viewer may not see is answered like a missing one.
 * @param text as the cell has it
 */
export async function findPictureSource(
  tx: Tx,
  viewer: Viewer,
  text: string,
  findVisibleMedia: FindVisibleMedia,
): Promise<PictureSource> {
  const media = await findMediaNamed(tx, text);
  if (media) {
    const ids = [media.id];
    const [attachable] = await findAttachableMedia(tx, [{ ids, claimant: buildClaimant(viewer) }]);
    const isAttachable = attachable?.has(media.id) ?? false;
    if (isAttachable || (await findVisibleMedia(tx, viewer, ids)).has(media.id))
      return { media, isAttachable };
  }
  if (isPictureId(text) || isStoredPictureFile(text)) return { rule: 'pictureGone' };
  return isWebAddress(text) ? { address: text } : { rule: 'pictureUnknown' };
}
