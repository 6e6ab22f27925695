/** Sends a visitor's report; while very many come in, once more with the work that the server asks of the device. */
import type { ProblemCode } from '@waypost/contract/common/problems';
import { isApiError } from '../../api/api-error.ts';

const challengeCode: ProblemCode = 'request.challenge';

/** @param send gets the headers to send beside its own */
export async function withProofOfWork<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!isApiError(error) || !error.entries.some((it) => it.code === challengeCode)) throw error;
    const { takeProofOfWork: proof } = await import('./proof-of-work.ts');
    const found = await proof().catch(() => null);
    if (found === null) throw error;
    return send(found);
  }
}
