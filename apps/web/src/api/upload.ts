/** Sending a picture, with progress. Not `fetch`, which cannot tell how much of a body has left. */
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

function send(form: FormData, { signal, onProgress }: UploadOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', addressOf(createMedia, {}));
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
 * @returns the stored picture
 * @throws ApiError, with the faults `fileType`, `fileSize`, `fileBroken` for a file that is not taken
 */
export async function uploadMedia(
  file: File,
  caption: string | null,
  options: UploadOptions = {},
): Promise<Media> {
  if (isLoginAsked()) throw loginRanOut();
  const form = new FormData();
  form.set('file', file);
  if (caption) form.set('caption', caption);
  const sentWith = keptToken.get();
  let { status, body } = await send(form, options);
  if (status >= 400 && visitorTokenMayHelp(createMedia, refusalFrom(status, body), sentWith)) {
    await fetchVisitorToken();
    ({ status, body } = await send(form, options));
  }
  if (status >= 400) {
    const refusal = refusalFrom(status, body);
    tellRefusal(createMedia, refusal, sentWith, true);
    throw refusal;
  }
  const media = createMedia.answer.safeParse(body);
  if (!media.success) throw new ApiError(status, [], 'unreadable');
  return media.data;
}
