/** What the response to a decision means. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Decision, SaveResult } from '../review-types.ts';

/** `saved`: the decision holds. `returned`: the post comes back to the reviewer. The others: somebody else has it, or decided it. */
export interface Verdict {
  kind: 'saved' | 'returned' | 'taken' | 'decided-otherwise';
  post: Post;
  reasons: readonly string[];
}

/** @param post as the decision was based on */
export function judgeResult(post: Post, decision: Decision, result: SaveResult): Verdict {
  if (result.kind === 'saved') return { kind: 'saved', post: result.post ?? post, reasons: [] };
  const { reasons } = result;
  if (result.kind === 'taken') return { kind: 'taken', post, reasons };
  if (result.kind === 'refused') return { kind: 'returned', post, reasons };
  // The response to an earlier attempt was lost.
  if (result.post?.status === decision.status) return { kind: 'saved', post: result.post, reasons };
  if (result.post?.status === post.status) return { kind: 'returned', post: result.post, reasons };
  return { kind: 'decided-otherwise', post: result.post ?? post, reasons };
}
