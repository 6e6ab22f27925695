/** Finding posts that the viewer may see, ready to be shown. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PostDetails, readPostDetails } from './post-details.ts';
import { canReadPost, postPrivileges } from './posts.rules.ts';

/**
 * One post that the viewer may do something with.
 * @param ifUnreadable what to answer for a post that the viewer may not read: `missing` is the answer for one that does not
 *   exist, so that ids tell nothing; `refused` is for the endpoints where the API format demands 401 or 403 (docs/security.md
 *   names them)
 * @throws Problem 404 when there is none, and for `missing`; 401 or 403 when the viewer may read it and do no more
 */
export async function readAuthorizedPost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'read_full' | 'update' | 'delete',
  ifUnreadable: 'missing' | 'refused' = 'missing',
): Promise<PostDetails> {
  const [details] = await readPostDetails(tx, viewer, [id]);
  if (!details) throw notFound('posts', id);
  if (ifUnreadable === 'missing' && !canReadPost(viewer, details.post)) throw notFound('posts', id);
  requirePrivilege(viewer, postPrivileges(viewer, details.post, details.survey), privilege, 'posts', id);
  return details;
}
