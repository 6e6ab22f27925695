/** Fetching a file that needs a token, and handing it to the browser to keep. */
import type { Endpoint } from '@waypost/contract/endpoint';
import { addressOf, type CallInput } from './address.ts';
import { notReached, refusalFrom } from './api-error.ts';
import { bearer } from './tokens.ts';

/**
 * @param name what the file is called on the device
 * @throws ApiError
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  name: string,
): Promise<void> {
  const answer = await fetch(addressOf(endpoint, input), { headers: bearer() }).catch(() => {
    throw notReached();
  });
  if (!answer.ok) throw refusalFrom(answer.status, await answer.json().catch(() => undefined));
  keepFile(await answer.blob(), name);
}

/** Hands a file to the browser to keep. */
export function keepFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it once this turn is over.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
