/** Sends a file. Uses XMLHttpRequest, since `fetch` reports no progress of the request body. */
import { createNetworkError } from './api-error.ts';

interface FileRequest {
  /** Its members become fields of the form. */
  body: unknown;
  file: File;
  headers: Readonly<Record<string, string>>;
  /** 0 to 1. */
  onProgress: ((part: number) => void) | undefined;
  signal: AbortSignal | undefined;
}

function buildForm({ body, file }: FileRequest): FormData {
  const form = new FormData();
  // A server that reads the form as it arrives needs the other fields first.
  for (const [name, value] of Object.entries(body ?? {}))
    if (value !== null && value !== undefined) form.set(name, String(value));
  form.set('file', file);
  return form;
}

/** Posts a multipart form. When aborted it rejects with an `AbortError`. @throws ApiError without a response */
export const sendForm = (url: string, fileRequest: FileRequest): Promise<Response> =>
  new Promise((resolve, reject) => {
    const { headers, onProgress, signal } = fileRequest;
    const request = new XMLHttpRequest();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      resolve(new Response(status === 204 ? null : responseText, { status }));
    });
    request.addEventListener('error', () => reject(createNetworkError()));
    request.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    if (signal?.aborted) reject(new DOMException('', 'AbortError'));
    else request.send(buildForm(fileRequest));
  });
