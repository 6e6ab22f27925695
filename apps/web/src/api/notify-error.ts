import { notify } from '../ui/feedback/toast.tsx';
import { isApiError } from './api-error.ts';
import { formatErrorMessages } from './error-text.ts';
import { findReachedPlanLimit } from './plan-limits.ts';

/** Every message of an error as a notice, where no form is there to carry it (spec 1 §8, "API errors"). */
export function notifyError(error: unknown): void {
  // The window about the plan tells it already.
  if (isApiError(error) && findReachedPlanLimit(error)) return;
  for (const text of formatErrorMessages(error)) notify('error', text);
}
