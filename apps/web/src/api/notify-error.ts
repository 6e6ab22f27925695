import { notify } from '../ui/feedback/toast.tsx';
import { isApiError } from './api-error.ts';
import { formatErrorMessages } from './error-text.ts';
import { findReachedPlanLimit } from './plan-limits.ts';

/** Shows every message of an error as a toast, where there is no form to show it in (spec 1 §8, "API errors"). */
export function notifyError(error: unknown): void {
  // The "not allowed" page or the plan limit dialog shows it already.
  if (isApiError(error) && (error.isShownByApp || findReachedPlanLimit(error))) return;
  for (const text of formatErrorMessages(error)) notify('error', text);
}
