/** What an error may be called where people read it: never its message, which may repeat what somebody wrote. */
import { GuardedFetchError } from '../kernel/guarded-fetch.ts';
import { Faults } from '../kernel/problem.ts';
import { SendFault } from './provider.ts';

export function codeOf(error: unknown): string {
  if (error instanceof SendFault) return error.message;
  if (error instanceof GuardedFetchError) return error.code;
  if (error instanceof Faults) return error.faults.map((it) => `${it.field} ${it.rule}`).join(', ');
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (typeof code === 'string') return code;
  return typeof name === 'string' ? name : 'unknown';
}
