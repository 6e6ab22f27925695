/** What an error may be called where people read it: never its message, which may repeat what somebody wrote. */

import { ValidationError } from '../kernel/http/problem.ts';
import { GuardedFetchError } from '../kernel/security/guarded-fetch.ts';
import { SendError } from './provider.ts';

export function errorCodeOf(error: unknown): string {
  if (error instanceof SendError) return error.message;
  if (error instanceof GuardedFetchError) return error.code;
  if (error instanceof ValidationError)
    return error.fieldErrors.map((it) => `${it.field} ${it.rule}`).join(', ');
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}
