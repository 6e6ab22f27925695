/** Sends a visitor's report; while very many come in, once more with the work that the server asks of the device. */
import type { ProblemCode } from '@waypost/contract/problems';
import { isApiError } from '../../api/api-error.ts';

const challenged: ProblemCode = 'request.challenge';

/** @param send gets the headers to send beside its own */
export async function withProof<T>(
  send: (headers: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> {
  try {
    return await send({});
  } catch (error) {
    if (!isApiError(error) || !error.entries.some((it) => it.code === challenged)) throw error;
    const { proof } = await import('./proof.ts');
    const found = await proof().catch(() => null);
    if (found === null) throw error;
    return send(found);
  }
}
