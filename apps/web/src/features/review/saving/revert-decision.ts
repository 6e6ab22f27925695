import type { Post } from '@waypost/contract/posts/posts';
import type { Decision } from '../review-types.ts';

/** The change that undoes a decision: the fields that it changed, as they were. */
export function revertDecision(before: Post, decision: Decision): Decision {
  return {
    status: before.status,
    ...(decision.values ? { values: Array.isArray(before.values) ? {} : before.values } : {}),
    ...(decision.completed_stages ? { completed_stages: before.completed_stages } : {}),
  };
}
