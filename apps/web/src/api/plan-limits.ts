/** Limits of the deployment's plan in error responses: a code on our server, a marker on others (API v3 §1.9, §6.2). */
import type { ErrorEntry } from '@waypost/contract/common/error-envelope';
import type { ApiError } from './api-error.ts';

/** The last part of the translation key, `limit.*`. */
export type PlanLimit = 'post_limit_reached' | 'admin_limit_reached' | 'survey_limit_reached';

const planLimitByTitle: Readonly<Record<string, PlanLimit>> = {
  'limit::posts': 'post_limit_reached',
  'limit::admin': 'admin_limit_reached',
  'limit::posttypes': 'survey_limit_reached',
};

/** The limit that an entry is about. Our server, too, sends the marker as `title`. */
export const findPlanLimit = ({ title }: ErrorEntry): PlanLimit | null =>
  planLimitByTitle[title ?? ''] ?? null;

/** The limit that an error is about, or null. */
export function findReachedPlanLimit({ entries }: ApiError): PlanLimit | null {
  for (const entry of entries) {
    const limit = findPlanLimit(entry);
    if (limit) return limit;
  }
  return null;
}
