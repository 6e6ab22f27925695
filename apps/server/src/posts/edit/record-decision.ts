/** Records in the audit log who published, archived or reopened a post. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import { recordChange } from '../../audit/audit.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';

interface StatusChange {
  from: PostStatus;
  to: PostStatus;
  /** The revision of the post that holds it. */
  revision: number;
}

/** Adds an entry for a decision of the team on a post. Undoing one is a decision, too. */
export const recordDecision = (
  tx: Tx,
  viewer: Viewer,
  id: number,
  { from, to, revision }: StatusChange,
): Promise<void> =>
  recordChange(tx, viewer, {
    action: 'update',
    subject: 'posts',
    id,
    details: { changed: ['status'], status: { from, to }, revision },
  });
