import { notify } from '../ui/notice.tsx';
import { isApiError } from './api-error.ts';
import { problemTexts } from './fault-text.ts';
import { limitReached } from './plan-limits.ts';

/** Every message of an error as a notice, where no form is there to carry it (spec 1 §8, "API errors"). */
export function tellProblem(error: unknown): void {
  // The window about the plan tells it already.
  if (isApiError(error) && limitReached(error)) return;
  for (const text of problemTexts(error)) notify('error', text);
}
