/** Downloads files that need a token. */
import type { Endpoint } from '@waypost/contract/common/endpoint';
import { createNetworkError, parseApiError } from './api-error.ts';
import { buildEndpointUrl, type CallInput } from './endpoint-url.ts';
import { getAuthorizationHeader } from './tokens.ts';

/**
 * Fetches a file and saves it through the browser.
 * @param name of the saved file
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

/** Saves a file through the browser's download. */
export function saveBlobAsFile(file: Blob, name: string): void {
  const objectUrl = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = objectUrl;
  link.download = name;
  link.click();
  // The browser starts reading the file after this task; the URL must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(objectUrl), 10_000);
}
