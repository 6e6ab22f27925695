/** Adds to posts how sure the team is about them, for those who may know it. */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readSite } from '../../settings/settings.public.ts';
import type { PostDetails } from '../post-details.ts';
import { canManagePosts } from '../posts.rules.ts';
import { readCurrentVerifications } from './verifications.sql.ts';

/** Whether the viewer may know how sure the team is: the team itself, and others where the deployment shows it. */
export const showsVerification = async (tx: Tx, viewer: Viewer): Promise<boolean> =>
  canManagePosts(viewer) || (await readSite(tx))['show_verification'] === true;

/** Adds the verifications that the viewer may know. */
export async function addVerifications(
  tx: Tx,
  viewer: Viewer,
  posts: readonly PostDetails[],
): Promise<PostDetails[]> {
  if (posts.length === 0 || !(await showsVerification(tx, viewer))) return [...posts];
  const byPost = await readCurrentVerifications(
    tx,
    posts.map(({ post }) => post.id),
  );
  return posts.map((details) => ({ ...details, verification: byPost.get(details.post.id) ?? null }));
}
