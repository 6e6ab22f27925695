/** Which answers a decision has filled in, so that they may be missing again when it is taken back. */
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import type { PostDetails } from '../post-details.ts';
import { readRevision } from '../revisions/read-revision.ts';

/**
 * Keys of the attributes that had no answer before the last save. A reviewer fills in a message while publishing it; whoever undoes that
 * puts the message back as it came, although its survey requires answers.
 */
export async function findEmptyBeforeDecision(
  tx: Tx,
  viewer: Viewer,
  { post, fields }: PostDetails,
): Promise<ReadonlySet<string>> {
  const { before } = await readRevision(tx, viewer, post.id, post.revision);
  const keys = fields.attributes.map(({ key }) => key);
  return new Set(before ? keys.filter((key) => (before.values[key] ?? []).length === 0) : []);
}
