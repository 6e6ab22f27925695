/** Reads the post at an address, or the one that stands for it. */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type PostDetails, readPostDetails } from '../post-details.ts';
import { canReadPost, withOwnStatus } from '../posts.rules.ts';
import { authorizePost } from '../read-authorized-post.ts';

/**
 * Reads a post. The address of a merged post, which only the team and its author still read, leads all others who could read it to
 * the post that it is merged into.
 * @param ifUnreadable as in `readAuthorizedPost`
 * @throws Problem 404, 401 or 403 when the viewer may read neither
 */
export async function readPostOrPrimary(
  tx: Tx,
  viewer: Viewer,
  id: number,
  ifUnreadable: 'missing' | 'refused' = 'missing',
): Promise<PostDetails> {
  const [details] = await readPostDetails(tx, viewer, [id]);
  const primaryId = details?.post.merged_into ?? null;
  const isHidden = details !== undefined && !canReadPost(viewer, details.post);
  if (primaryId === null || !isHidden || !canReadPost(viewer, withOwnStatus(details.post)))
    return authorizePost(viewer, id, details, 'read', ifUnreadable);
  const [primary] = await readPostDetails(tx, viewer, [primaryId]);
  return primary && canReadPost(viewer, primary.post)
    ? primary
    : authorizePost(viewer, id, details, 'read', ifUnreadable);
}
