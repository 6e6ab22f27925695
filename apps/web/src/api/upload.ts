/** Sending a file, with progress. Not `fetch`, which cannot tell how much of a body has left. */
import type { AnswerOf, Endpoint } from '@waypost/contract/endpoint';
import type { Media } from '@waypost/contract/media';
import { addressOf, type CallInput, type LooseInput } from './address.ts';
import { ApiError, notReached, refusalFrom } from './api-error.ts';
import { call, loginRanOut, tellRefusal, visitorTokenMayHelp } from './call.ts';
import type { Door, Picture } from './send-in-pieces.ts';
import { bearer, fetchVisitorToken, isLoginAsked, keptToken } from './tokens.ts';

export interface UploadOptions {
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?: (part: number) => void;
}

interface Answer {
  status: number;
  body: unknown;
}

function send(
  endpoint: Endpoint,
  input: LooseInput,
  form: FormData,
  { signal, onProgress }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(endpoint, input));
    for (const [name, value] of Object.entries(bearer())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: request.response as unknown }),
    );
    request.addEventListener('error', () => reject(notReached()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(new DOMException('', 'AbortError'));
    else request.send(form);
  });
}

/**
 * Sends a form with a file in it.
 * @throws ApiError
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
  input: Pick<CallInput<E>, 'params'> | Record<string, never> = {},
): Promise<AnswerOf<E>> {
  if (isLoginAsked()) throw loginRanOut();
  const sentWith = keptToken.get();
  let { status, body } = await send(endpoint, input, form, options);
  if (status >= 400 && visitorTokenMayHelp(endpoint, refusalFrom(status, body), sentWith)) {
    await fetchVisitorToken();
    ({ status, body } = await send(endpoint, input, form, options));
  }
  if (status >= 400) {
    const refusal = refusalFrom(status, body);
    tellRefusal(endpoint, refusal, sentWith, true);
    throw refusal;
  }
  const answer = endpoint.answer.safeParse(body);
  if (!answer.success) throw new ApiError(status, [], 'unreadable');
  return answer.data as AnswerOf<E>;
}

/**
 * Sends a picture, in pieces when it is a large one; aborted, it throws an `AbortError`.
 * @param onBegun given the id by which the upload goes on after a break
 * @returns the stored picture
 * @throws ApiError, with the faults `fileType`, `fileSize`, `fileBroken` for a file that is not taken
 */
export async function uploadMedia(
  picture: Picture,
  { signal, onProgress = () => undefined }: UploadOptions = {},
  onBegun: (uploadId: string) => void = () => undefined,
): Promise<Media> {
  const door: Door = {
    call: (endpoint, input) => call(endpoint, input, { quiet: true, ...(signal ? { signal } : {}) }),
    send: (endpoint, input, form, onPart) =>
      upload(endpoint, form, { onProgress: onPart, ...(signal ? { signal } : {}) }, input),
  };
  const { sendInPieces } = await import('./send-in-pieces.ts');
  return sendInPieces(door, picture, { onProgress, onBegun, signal });
}
