/** Access to stored files, which depends on posts and on the settings of the site. */
import { limits } from '@waypost/contract/common/limits';
import { downloadName, isExportFile } from './exports/exports.public.ts';
import { type Db, inTransaction, type Tx } from './kernel/db/database.ts';
import type { FileDescription } from './kernel/files/serve-files.ts';
import { storedFileOf } from './kernel/http/api-format.ts';
import type { DeploymentState } from './kernel/security/deployment-state.ts';
import { anonymousViewer } from './kernel/security/viewer.ts';
import { claimUpload, findMediaByFile, releaseMedia } from './media/media.public.ts';
import { findLastPostIdOfTrial, findVisibleMediaIds } from './posts/posts.public.ts';
import type { SettingsDependencies } from './settings/save-settings.ts';
import { readDeploymentState, readFileUrlSigner, readSite } from './settings/settings.public.ts';

/** Reads the state of the deployment, with the newest visible post of a trial. */
export async function loadDeploymentState(tx: Tx): Promise<DeploymentState> {
  const { isTrial, ...state } = await readDeploymentState(tx);
  return { ...state, lastVisiblePostId: isTrial ? await findLastPostIdOfTrial(tx, limits.trialPosts) : null };
}

/** Names of pictures and thumbnails as `writePictureFiles` makes them. */
const isPictureName = (file: string) => /^[0-9a-f]\/[0-9a-f]\/[0-9a-f]{32}(?:-small)?\.\w+$/.test(file);

/**
 * Whether a file is public, its hash, and the signer of its URLs. The logo is public, since the login shows it; pictures are when a
 * public post has them.
 */
export const describeFile = (db: Db, file: string): Promise<FileDescription> =>
  inTransaction(db, 'reads', async (tx) => {
    const [{ image_header: logo }, media, { isClosed, lastVisiblePostId }, urlSigner] = await Promise.all([
      readSite(tx),
      findMediaByFile(tx, file),
      loadDeploymentState(tx),
      readFileUrlSigner(tx),
    ]);
    const hash = (media?.file === file ? media.file_hash : media?.thumbnail_hash) ?? null;
    const isGone =
      (!media && isPictureName(file)) ||
      (downloadName(file) !== undefined && !(await isExportFile(tx, file)));
    // Only a picture: the setting may name a file that was deleted, or that is none.
    if (media && typeof logo === 'string' && storedFileOf(logo) === file)
      return { isPublic: true, isGone: false, hash, urlSigner };
    if (isClosed || !media) return { isPublic: false, isGone, hash, urlSigner };
    return {
      isGone,
      isPublic: (await findVisibleMediaIds(tx, anonymousViewer.limitedTo(lastVisiblePostId), [media.id])).has(
        media.id,
      ),
      hash,
      urlSigner,
    };
  });

/**
 * Claims the upload of a new logo, which must belong to the caller, for the site; releases the old one (docs/decisions/0039).
 * @returns false for a stored file that is no upload of the caller, such as an export and the original of a covered picture
 */
export const takeLogo: SettingsDependencies['claimLogo'] = async (tx, viewer, url, previousUrl) => {
  const file = storedFileOf(url);
  if (file !== '' && !(await claimUpload(tx, viewer.id, { file }))) return false;
  const previousFile = storedFileOf(previousUrl);
  if (previousFile !== '') await releaseMedia(tx, { file: previousFile });
  return true;
};
