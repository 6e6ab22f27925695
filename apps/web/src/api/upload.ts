/** Sending a file, with progress. Not `fetch`, which cannot tell how much of a body has left. */
import type { AnswerOf, Endpoint } from '@waypost/contract/endpoint';
import { createMedia, type Media } from '@waypost/contract/media';
import { addressOf } from './address.ts';
import { ApiError, notReached, refusalFrom } from './api-error.ts';
import { loginRanOut, tellRefusal, visitorTokenMayHelp } from './call.ts';
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

function send(endpoint: Endpoint, form: FormData, { signal, onProgress }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(endpoint, {}));
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
): Promise<AnswerOf<E>> {
  if (isLoginAsked()) throw loginRanOut();
  const sentWith = keptToken.get();
  let { status, body } = await send(endpoint, form, options);
  if (status >= 400 && visitorTokenMayHelp(endpoint, refusalFrom(status, body), sentWith)) {
    await fetchVisitorToken();
    ({ status, body } = await send(endpoint, form, options));
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
 * @returns the stored picture
 * @throws ApiError, with the faults `fileType`, `fileSize`, `fileBroken` for a file that is not taken
 */
export async function uploadMedia(
  file: File,
  caption: string | null,
  options: UploadOptions = {},
): Promise<Media> {
  const form = new FormData();
  form.set('file', file);
  if (caption) form.set('caption', caption);
  return upload(createMedia, form, options);
}
