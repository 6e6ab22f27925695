/** Sends a report, and once more with a proof of work if the server requires one, as it does under a flood of reports. */
import type { ProblemCode } from '@waypost/contract/common/problems';
import { isApiError } from '../../api/api-error.ts';

const challengeCode: ProblemCode = 'request.challenge';

/** @param send gets additional headers */
export async function withProofOfWork<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!isApiError(error) || !error.entries.some((it) => it.code === challengeCode)) throw error;
    const { takeProofOfWork } = await import('./proof-of-work.ts');
    const headers = await takeProofOfWork().catch(() => null);
    if (headers === null) throw error;
    return send(headers);
  }
}
