/** Fetching a file that needs a token, and handing it to the browser to keep. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { createNetworkError, parseApiError } from './api-error.ts';
import { buildEndpointUrl, type CallInput } from './endpoint-url.ts';
import { getAuthorizationHeader } from './tokens.ts';

/**
 * @param name what the file is called on the device
 * @throws ApiError
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  name: string,
): Promise<void> {
  const response = await fetch(buildEndpointUrl(endpoint, input), {
    headers: getAuthorizationHeader(),
  }).catch(() => {
    throw createNetworkError();
  });
  if (!response.ok) throw parseApiError(response.status, await response.json().catch(() => undefined));
  saveBlobAsFile(await response.blob(), name);
}

/** Hands a file to the browser to keep. */
export function saveBlobAsFile(file: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  // The browser has taken hold of it once this turn is over.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 10_000);
}
