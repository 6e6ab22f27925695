/** Finds what the pictures are that rows name: web addresses, and pictures of this site. */
import { isPictureId, isStoredPictureFile, isWebAddress } from '@waypost/survey-logic/csv/picture-cells';
import type { Tx } from '../../kernel/db/database.ts';
import { storedFileOf } from '../../kernel/http/api-format.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import {
  buildClaimant,
  type FindVisibleMedia,
  findAttachableMedia,
  findMediaByFile,
  findMediaByIds,
} from '../../media/media.public.ts';
import type { PictureFault } from './picture-fault.ts';

type MediaRow = Awaited<ReturnType<typeof findMediaByIds>>[number];

/**
 * Where a picture comes from: an own upload that nothing uses yet, which the post takes; another picture of this site, which is copied,
 * since a picture belongs to one post; or a web address.
 */
export type PictureSource =
  | { upload: number }
  | { original: Pick<MediaRow, 'file' | 'caption'> }
  | { address: string }
  | PictureFault;

/** The name of a file of this site that a text has or leads to. Such names are random, so that those of other sites differ. */
function findStoredFile(text: string): string | undefined {
  if (isStoredPictureFile(text)) return text;
  const file = isWebAddress(text) ? storedFileOf(text) : '';
  return isStoredPictureFile(file) ? file : undefined;
}

async function findMediaNamed(tx: Tx, texts: readonly string[]): Promise<Map<string, MediaRow>> {
  const byText = new Map<string, MediaRow>();
  for (const row of await findMediaByIds(tx, texts.filter(isPictureId).map(Number)))
    byText.set(String(row.id), row);
  for (const text of texts) {
    const file = findStoredFile(text);
    const row = file === undefined ? undefined : await findMediaByFile(tx, file);
    if (row) byText.set(text, row);
  }
  return byText;
}

/**
 * The source of each picture. Those of this site that the viewer may not see are answered like missing ones.
 * @param texts as the cells have them
 */
export async function findPictureSources(
  tx: Tx,
  viewer: Viewer,
  texts: readonly string[],
  findVisibleMedia: FindVisibleMedia,
): Promise<Map<string, PictureSource>> {
  const media = await findMediaNamed(tx, texts);
  const ids = [...media.values()].map(({ id }) => id);
  const visible = await findVisibleMedia(tx, viewer, ids);
  const [attachable] = await findAttachableMedia(tx, [{ ids, claimant: buildClaimant(viewer) }]);
  const findSource = (text: string): PictureSource => {
    const row = media.get(text) ?? media.get(String(Number(text)));
    if (row && attachable?.has(row.id)) return { upload: row.id };
    if (row && visible.has(row.id)) return { original: row };
    if (isPictureId(text) || isStoredPictureFile(text)) return { rule: 'pictureGone' };
    return isWebAddress(text) ? { address: text } : { rule: 'pictureUnknown' };
  };
  return new Map(texts.map((text) => [text, findSource(text)]));
}
