/** What stored files have to do with posts and the site: who may fetch them, and whose the logo is. */
import { limits } from '@waypost/contract/common/limits';
import { type Db, inTransaction, type Tx } from './kernel/db/database.ts';
import { storagePath } from './kernel/http/api-format.ts';
import type { DeploymentState } from './kernel/security/deployment-state.ts';
import { anonymousViewer } from './kernel/security/viewer.ts';
import { findMediaByFile, releaseMedia, takeUpload } from './media/media.public.ts';
import { lastOfFirstPosts, shownMedia } from './posts/posts.public.ts';
import type { SettingsDependencies } from './settings/save-settings.ts';
import { readSite, readStanding } from './settings/settings.public.ts';

export async function loadDeploymentState(tx: Tx): Promise<DeploymentState> {
  const { isTrial, ...state } = await readStanding(tx);
  return { ...state, lastVisiblePostId: isTrial ? await lastOfFirstPosts(tx, limits.trialPosts) : null };
}

/** The deployment's logo is everybody's: the login shows it. Pictures are as open as the posts that show them. */
export const describeFile = (db: Db, file: string): Promise<{ isOpen: boolean; hash: string | null }> =>
  inTransaction(db, 'reads', async (tx) => {
    const [{ image_header: logo }, media, { isClosed, lastVisiblePostId: lastPost }] = await Promise.all([
      readSite(tx),
      findMediaByFile(tx, file),
      loadDeploymentState(tx),
    ]);
    const hash = (media?.file === file ? media.file_hash : media?.thumbnail_hash) ?? null;
    if (file !== '' && typeof logo === 'string' && storedFileOf(logo) === file) return { isOpen: true, hash };
    if (isClosed || !media) return { isOpen: false, hash };
    return {
      isOpen: (await shownMedia(tx, anonymousViewer.limitedTo(lastPost), [media.id])).has(media.id),
      hash,
    };
  });

/** The stored file that an address is of; empty for addresses that are none of ours. */
const storedFileOf = (address: string): string =>
  address.split('?')[0]?.split(`${storagePath}/`).slice(1).join(`${storagePath}/`) ?? '';

/** A logo of ours is an upload of whoever sets it, and belongs to the site from then on (docs/decisions/0039). */
export const takeLogo: SettingsDependencies['claimLogo'] = async (tx, viewer, address, before) => {
  const file = storedFileOf(address);
  const isOurs = file !== '' && (await findMediaByFile(tx, file)) !== undefined;
  if (isOurs && !(await takeUpload(tx, viewer.id, { file }))) return false;
  const left = storedFileOf(before);
  if (left !== '') await releaseMedia(tx, { file: left });
  return true;
};
