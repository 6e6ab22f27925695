/** Marks the sender of a post as trusted: their further messages are published at once. */
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import { validationError } from '../../kernel/http/problem.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { readAuthorizedPost } from '../read-authorized-post.ts';
import { setContactTrusted } from './senders.sql.ts';

/**
 * Marks the contact that a post came from, or no longer.
 * @param input read once the rights are checked
 * @throws Problem 404 without such a post; ValidationError at `/trusted` for a post that did not come by message
 */
export async function trustSender(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  input: { trusted: boolean },
): Promise<void> {
  const { post } = await readAuthorizedPost(tx, viewer, postId, 'read_full');
  const { trusted } = input;
  if (post.contact_id === null) throw validationError('posts', 'trusted', 'invalid');
  if (!(await setContactTrusted(tx, post.contact_id, trusted))) return;
  await recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id: postId,
    details: { changed: ['trusted'], trusted: { from: !trusted, to: trusted } },
  });
}
