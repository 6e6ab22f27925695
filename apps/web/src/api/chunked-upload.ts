/** Resumable upload of a picture in chunks: after a broken connection only the missing chunks are sent. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import { createMedia, type Media } from '@waypost/contract/media/media';
import { beginUpload, readUpload, type UploadState, uploadChunk } from '@waypost/contract/media/uploads';
import { ApiError, isApiError } from './api-error.ts';
import type { CallInput } from './endpoint-url.ts';

/** About three seconds on a slow connection. */
const chunkBytes = 131_072;

/** Sends the requests of an upload, with a token and error handling of its own. */
export interface UploadTransport {
  call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<EndpointResponse<E>>;
  send: <E extends Endpoint>(
    endpoint: E,
    input: Pick<CallInput<E>, 'params'>,
    form: FormData,
    onProgress: (part: number) => void,
  ) => Promise<EndpointResponse<E>>;
}

/** The picture to upload. */
export interface PictureUpload {
  blob: Blob;
  name: string;
  caption: string | null;
  /** Id of an upload that was begun before and is resumed. */
  uploadId?: string | undefined;
}

interface UploadCallbacks {
  /** 0 to 1. */
  onProgress: (part: number) => void;
  /** Stores the id by which the upload can be resumed. */
  onUploadStarted: (uploadId: string) => void | Promise<void>;
  signal?: AbortSignal | undefined;
}

const isNotFound = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 405);

const nullIfNotFound = async <T>(request: Promise<T>): Promise<T | null> => {
  try {
    return await request;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

/** The state of the upload on the server; null when the server has no chunked uploads, as other servers of this API. */
async function beginOrResumeUpload(
  transport: UploadTransport,
  { blob, name, caption, uploadId }: PictureUpload,
  callbacks: UploadCallbacks,
): Promise<UploadState | null> {
  const existingUpload =
    uploadId === undefined
      ? null
      : await nullIfNotFound(transport.call(readUpload, { params: { id: uploadId } }));
  if (existingUpload?.size === blob.size) return existingUpload;
  const newUpload = await nullIfNotFound(
    transport.call(beginUpload, { body: { size: blob.size, name, caption } }),
  );
  if (newUpload) await callbacks.onUploadStarted(newUpload.id);
  return newUpload;
}

function uploadInOneRequest(
  transport: UploadTransport,
  { blob, name, caption }: PictureUpload,
  callbacks: UploadCallbacks,
): Promise<Media> {
  const form = new FormData();
  form.set('file', new File([blob], name, { type: blob.type }));
  if (caption) form.set('caption', caption);
  return transport.send(createMedia, {}, form, callbacks.onProgress);
}

/**
 * Uploads a picture: in one request if it is small or the server has no chunked uploads.
 * @returns the stored media
 * @throws ApiError, with the field errors `fileType`, `fileSize`, `fileBroken` for a file that is not accepted
 */
export async function uploadInChunks(
  transport: UploadTransport,
  picture: PictureUpload,
  callbacks: UploadCallbacks,
): Promise<Media> {
  const { blob } = picture;
  if (blob.size <= chunkBytes) return uploadInOneRequest(transport, picture, callbacks);
  let state = await beginOrResumeUpload(transport, picture, callbacks);
  if (!state) return uploadInOneRequest(transport, picture, callbacks);
  while (!state.media) {
    callbacks.signal?.throwIfAborted();
    const { id, received }: UploadState = state;
    const form = new FormData();
    form.set('offset', String(received));
    const chunk = blob.slice(received, received + chunkBytes);
    form.set('file', chunk, picture.name);
    const next: UploadState = await transport.send(uploadChunk, { params: { id } }, form, (part) =>
      callbacks.onProgress((received + part * chunk.size) / blob.size),
    );
    // A server that accepts no bytes without an error would cause an endless loop.
    if (!next.media && next.received === received) throw new ApiError(200, [], 'unreadable');
    state = next;
  }
  return state.media;
}
