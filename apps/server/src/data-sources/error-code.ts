/** Codes of errors for the log and administrators. Messages of errors are not shown, since they may contain users' texts. */

import { ValidationError } from '../kernel/http/problem.ts';
import { GuardedFetchError } from '../kernel/security/guarded-fetch.ts';
import { SendError } from './provider.ts';

/** The code of an error: its own code, its invalid fields, or its class. */
export function errorCodeOf(error: unknown): string {
  if (error instanceof SendError) return error.message;
  if (error instanceof GuardedFetchError) return error.code;
  if (error instanceof ValidationError)
    return error.fieldErrors.map(({ field, rule }) => `${field} ${rule}`).join(', ');
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}
