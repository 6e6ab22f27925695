/** Limits of the deployment's plan, as a refusal names them: our server by a slug, others by a marker (wire 1.9, 6.2). */
import type { ErrorEntry } from '@waypost/contract/common/problems';
import type { ApiError } from './api-error.ts';

/** The last part of its words' key, `limit.*`. */
export type PlanLimit = 'post_limit_reached' | 'admin_limit_reached' | 'survey_limit_reached';

const planLimitByTitle: Readonly<Record<string, PlanLimit>> = {
  'limit::posts': 'post_limit_reached',
  'limit::admin': 'admin_limit_reached',
  'limit::posttypes': 'survey_limit_reached',
};

/** The marker is the `title` with ours, too. */
export const findPlanLimit = ({ title }: ErrorEntry): PlanLimit | null =>
  planLimitByTitle[title ?? ''] ?? null;

/** The limit that a refusal is about, or null. */
export function findReachedPlanLimit({ entries }: ApiError): PlanLimit | null {
  for (const entry of entries) {
    const limit = findPlanLimit(entry);
    if (limit) return limit;
  }
  return null;
}
