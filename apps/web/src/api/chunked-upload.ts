/** A picture over a line that breaks: in pieces, of which those that arrived need not be sent again. */
import type { Endpoint, EndpointResponse } from '@waypost/contract/common/endpoint';
import { createMedia, type Media } from '@waypost/contract/media/media';
import { beginUpload, readUpload, type UploadState, uploadChunk } from '@waypost/contract/media/uploads';
import { ApiError, isApiError } from './api-error.ts';
import type { CallInput } from './endpoint-url.ts';

/** Bytes: about three seconds on a slow line. */
const chunkBytes = 131_072;

/** How calls are made: in whose name, and how they are told of. */
export interface UploadTransport {
  call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<EndpointResponse<E>>;
  send: <E extends Endpoint>(
    endpoint: E,
    input: Pick<CallInput<E>, 'params'>,
    form: FormData,
    onProgress: (part: number) => void,
  ) => Promise<EndpointResponse<E>>;
}

export interface PictureUpload {
  blob: Blob;
  name: string;
  caption: string | null;
  /** Of an upload that was begun before. */
  uploadId?: string | undefined;
}

interface UploadCallbacks {
  /** 0 to 1. */
  onProgress: (part: number) => void;
  /** Keeps the id, by which the upload goes on after a break. */
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

/** What the server has of it by now; null when it takes no pieces, as other servers of this interface do. */
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
 * @returns the stored picture
 * @throws ApiError, with the faults `fileType`, `fileSize`, `fileBroken` for a file that is not taken
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
    // A server that neither takes a piece nor says why would be asked for ever.
    if (!next.media && next.received === received) throw new ApiError(200, [], 'unreadable');
    state = next;
  }
  return state.media;
}
