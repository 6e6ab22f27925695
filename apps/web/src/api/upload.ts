/** Uploads with progress. Uses XMLHttpRequest, since `fetch` reports no progress of the request body. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import type { Media } from '@waypost/contract/media/media';
import { ApiError, createNetworkError, parseApiError } from './api-error.ts';
import { call, canRetryWithVisitorToken, createSessionExpiredError, dispatchApiError } from './call.ts';
import type { PictureUpload, UploadTransport } from './chunked-upload.ts';
import { buildEndpointUrl, type CallInput, type UntypedCallInput } from './endpoint-url.ts';
import {
  fetchVisitorToken,
  getAuthorizationHeader,
  isReauthenticationPending,
  storedToken,
} from './tokens.ts';

/** Options of an upload. */
export interface UploadOptions {
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?: (part: number) => void;
}

interface UploadResponse {
  status: number;
  body: unknown;
}

function sendForm(
  endpoint: Endpoint,
  input: UntypedCallInput,
  form: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', buildEndpointUrl(endpoint, input));
    for (const [name, value] of Object.entries(getAuthorizationHeader()))
      request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: request.response as unknown }),
    );
    request.addEventListener('error', () => reject(createNetworkError()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(new DOMException('', 'AbortError'));
    else request.send(form);
  });
}

/**
 * Sends a multipart form.
 * @throws ApiError
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
  input: Pick<CallInput<E>, 'params'> | Record<string, never> = {},
): Promise<EndpointResponse<E>> {
  if (isReauthenticationPending()) throw createSessionExpiredError();
  const sentWith = storedToken.get();
  let { status, body } = await sendForm(endpoint, input, form, options);
  if (status >= 400 && canRetryWithVisitorToken(endpoint, parseApiError(status, body), sentWith)) {
    await fetchVisitorToken();
    ({ status, body } = await sendForm(endpoint, input, form, options));
  }
  if (status >= 400) {
    const error = parseApiError(status, body);
    dispatchApiError(endpoint, error, sentWith);
    throw error;
  }
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success) throw new ApiError(status, [], 'unreadable');
  return parsed.data as EndpointResponse<E>;
}

/**
 * Uploads a picture, a large one in chunks. When aborted it throws an `AbortError`.
 * @param onUploadStarted gets the id by which the upload can be resumed
 * @returns the stored media
 * @throws ApiError, with the field errors `fileType`, `fileSize`, `fileBroken` for a file that is not accepted
 */
export async function uploadMedia(
  picture: PictureUpload,
  { signal, onProgress = () => undefined }: UploadOptions = {},
  onUploadStarted: (uploadId: string) => void = () => undefined,
): Promise<Media> {
  const transport: UploadTransport = {
    call: (endpoint, input) => call(endpoint, input, signal ? { signal } : {}),
    send: (endpoint, input, form, onChunkProgress) =>
      upload(endpoint, form, { onProgress: onChunkProgress, ...(signal ? { signal } : {}) }, input),
  };
  const { uploadInChunks } = await import('./chunked-upload.ts');
  return uploadInChunks(transport, picture, { onProgress, onUploadStarted, signal });
}
