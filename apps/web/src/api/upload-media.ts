/** Uploads a picture, a large one in chunks: after a broken connection only the missing chunks are sent. */
import { createMedia, type Media } from '@waypost/contract/media/media';
import { beginUpload, readUpload, type UploadState, uploadChunk } from '@waypost/contract/media/uploads';
import { ApiError, isApiError } from './api-error.ts';
import { type CallOptions, call } from './call.ts';

/** About three seconds on a slow connection. */
const chunkBytes = 131_072;

/** The picture to upload. */
export interface PictureUpload {
  blob: Blob;
  name: string;
  caption: string | null;
  /** Id of an upload that was begun before and is resumed. */
  uploadId?: string | undefined;
}

/** Options of `uploadMedia`. */
export interface UploadOptions extends Pick<CallOptions, 'signal' | 'token'> {
  /** 0 to 1. */
  onProgress?: (part: number) => void;
  /** Stores the id by which the upload can be resumed. */
  onUploadStarted?: (uploadId: string) => void | Promise<void>;
}

const nullIfNotFound = async <T>(request: Promise<T>): Promise<T | null> => {
  try {
    return await request;
  } catch (error) {
    if (isApiError(error) && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
};

/** The state of the upload on the server; null when the server has no chunked uploads, as other servers of this API. */
async function beginOrResumeUpload(
  { blob, name, caption, uploadId }: PictureUpload,
  onUploadStarted: UploadOptions['onUploadStarted'],
  options: CallOptions,
): Promise<UploadState | null> {
  const existingUpload =
    uploadId === undefined
      ? null
      : await nullIfNotFound(call(readUpload, { params: { id: uploadId } }, options));
  if (existingUpload?.size === blob.size) return existingUpload;
  const newUpload = await nullIfNotFound(
    call(beginUpload, { body: { size: blob.size, name, caption } }, options),
  );
  if (newUpload) await onUploadStarted?.(newUpload.id);
  return newUpload;
}

/**
 * Uploads a picture: in one request if it is small or the server has no chunked uploads. When aborted it throws an `AbortError`.
 * @returns the stored media
 * @throws ApiError, with the field errors `fileType`, `fileSize`, `fileBroken` for a file that is not accepted
 */
export async function uploadMedia(
  picture: PictureUpload,
  { onProgress = () => undefined, onUploadStarted, ...options }: UploadOptions = {},
): Promise<Media> {
  const { blob, name, caption } = picture;
  let state = blob.size > chunkBytes ? await beginOrResumeUpload(picture, onUploadStarted, options) : null;
  if (!state) {
    const file = new File([blob], name, { type: blob.type });
    return call(createMedia, { body: { caption } }, { ...options, file, onProgress });
  }
  while (!state.media) {
    const { id, received }: UploadState = state;
    const file = new File([blob.slice(received, received + chunkBytes)], name);
    const next: UploadState = await call(
      uploadChunk,
      { params: { id }, body: { offset: received } },
      { ...options, file, onProgress: (part) => onProgress((received + part * file.size) / blob.size) },
    );
    // A server that accepts no bytes without an error would cause an endless loop.
    if (!next.media && next.received === received) throw new ApiError(200, [], 'unreadable');
    state = next;
  }
  return state.media;
}
