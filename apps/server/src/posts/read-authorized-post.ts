/** Reads one post and checks what the viewer may do with it. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { type PostDetails, readPostDetails } from './post-details.ts';
import { canReadPost, postPrivileges } from './posts.rules.ts';

/**
 * Reads a post that the viewer has a privilege on.
 * @param ifUnreadable the error for a post that the viewer may not read: `missing` answers as for a post that does not
 *   exist, so that ids reveal nothing; `refused` is for the endpoints where the API format demands 401 or 403 (docs/security.md
 *   names them)
 * @throws Problem 404 when there is none, and for `missing`; 401 or 403 when the viewer may read it without the privilege
 */
export async function readAuthorizedPost(
  tx: Tx,
  viewer: Viewer,
  id: number,
  privilege: 'read' | 'read_full' | 'update' | 'delete',
  ifUnreadable: 'missing' | 'refused' = 'missing',
): Promise<PostDetails> {
  const [details] = await readPostDetails(tx, viewer, [id]);
  return authorizePost(viewer, id, details, privilege, ifUnreadable);
}

/** The same for a post that has been read already; undefined if there is none. */
export function authorizePost(
  viewer: Viewer,
  id: number,
  details: PostDetails | undefined,
  privilege: 'read' | 'read_full' | 'update' | 'delete',
  ifUnreadable: 'missing' | 'refused',
): PostDetails {
  if (!details) throw notFound('posts', id);
  if (ifUnreadable === 'missing' && !canReadPost(viewer, details.post)) throw notFound('posts', id);
  requirePrivilege(viewer, postPrivileges(viewer, details.post, details.survey), privilege, 'posts', id);
  return details;
}
