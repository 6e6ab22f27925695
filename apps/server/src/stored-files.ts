/** What stored files have to do with posts and the site: who may fetch them, and whose the logo is. */
import { limits } from '@waypost/contract/limits';
import { type Db, inTransaction, type Tx } from './kernel/db.ts';
import type { Standing } from './kernel/standing.ts';
import { passerBy } from './kernel/viewer.ts';
import { storagePath } from './kernel/wire.ts';
import { findMediaByFile, releaseMedia, takeUpload } from './media/media.public.ts';
import { lastOfFirstPosts, shownMedia } from './posts/posts.public.ts';
import type { Saving } from './settings/save-settings.ts';
import { readSite, readStanding } from './settings/settings.public.ts';

export async function standing(tx: Tx): Promise<Standing> {
  const { isTrial, ...known } = await readStanding(tx);
  return { ...known, lastPost: isTrial ? await lastOfFirstPosts(tx, limits.trialPosts) : null };
}

/** The deployment's logo is everybody's: the login shows it. Pictures are as open as the posts that show them. */
export const describeFile = (db: Db, file: string): Promise<{ isOpen: boolean; hash: string | null }> =>
  inTransaction(db, 'reads', async (tx) => {
    const [{ image_header: logo }, media, { isClosed, lastPost }] = await Promise.all([
      readSite(tx),
      findMediaByFile(tx, file),
      standing(tx),
    ]);
    const hash = (media?.file === file ? media.file_hash : media?.thumbnail_hash) ?? null;
    if (file !== '' && typeof logo === 'string' && storedFileIn(logo) === file) return { isOpen: true, hash };
    if (isClosed || !media) return { isOpen: false, hash };
    return { isOpen: (await shownMedia(tx, passerBy.upTo(lastPost), [media.id])).has(media.id), hash };
  });

/** The stored file that an address is of; empty for addresses that are none of ours. */
const storedFileIn = (address: string): string =>
  address.split('?')[0]?.split(`${storagePath}/`).slice(1).join(`${storagePath}/`) ?? '';

/** A logo of ours is an upload of whoever sets it, and belongs to the site from then on (docs/decisions/0039). */
export const takeLogo: Saving['takeLogo'] = async (tx, viewer, address, before) => {
  const file = storedFileIn(address);
  const isOurs = file !== '' && (await findMediaByFile(tx, file)) !== undefined;
  if (isOurs && !(await takeUpload(tx, viewer.id, { file }))) return false;
  const left = storedFileIn(before);
  if (left !== '') await releaseMedia(tx, { file: left });
  return true;
};
