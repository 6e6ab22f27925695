/** A picture over a line that breaks: in pieces, of which those that arrived need not be sent again. */
import type { AnswerOf, Endpoint } from '@waypost/contract/endpoint';
import { createMedia, type Media } from '@waypost/contract/media';
import { beginUpload, readUpload, sendPiece, type UploadState } from '@waypost/contract/uploads';
import type { CallInput } from './address.ts';
import { ApiError, isApiError } from './api-error.ts';

/** Bytes: about three seconds on a slow line. */
const pieceSize = 131_072;

/** How calls are made: in whose name, and how they are told of. */
export interface Door {
  call: <E extends Endpoint>(endpoint: E, input: CallInput<E>) => Promise<AnswerOf<E>>;
  send: <E extends Endpoint>(
    endpoint: E,
    input: Pick<CallInput<E>, 'params'>,
    form: FormData,
    onProgress: (part: number) => void,
  ) => Promise<AnswerOf<E>>;
}

export interface Picture {
  blob: Blob;
  name: string;
  caption: string | null;
  /** Of an upload that was begun before. */
  uploadId?: string | undefined;
}

interface Told {
  /** 0 to 1. */
  onProgress: (part: number) => void;
  /** Keeps the id, by which the upload goes on after a break. */
  onBegun: (uploadId: string) => void | Promise<void>;
  signal?: AbortSignal | undefined;
}

const isNotFound = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 405);

const orNull = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked;
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

/** What the server has of it by now; null when it takes no pieces, as other servers of this interface do. */
async function begin(
  door: Door,
  { blob, name, caption, uploadId }: Picture,
  told: Told,
): Promise<UploadState | null> {
  const known =
    uploadId === undefined ? null : await orNull(door.call(readUpload, { params: { id: uploadId } }));
  if (known?.size === blob.size) return known;
  const begun = await orNull(door.call(beginUpload, { body: { size: blob.size, name, caption } }));
  if (begun) await told.onBegun(begun.id);
  return begun;
}

function inOnePiece(door: Door, { blob, name, caption }: Picture, told: Told): Promise<Media> {
  const form = new FormData();
  form.set('file', new File([blob], name, { type: blob.type }));
  if (caption) form.set('caption', caption);
  return door.send(createMedia, {}, form, told.onProgress);
}

/**
 * @returns the stored picture
 * @throws ApiError, with the faults `fileType`, `fileSize`, `fileBroken` for a file that is not taken
 */
export async function sendInPieces(door: Door, picture: Picture, told: Told): Promise<Media> {
  const { blob } = picture;
  if (blob.size <= pieceSize) return inOnePiece(door, picture, told);
  let state = await begin(door, picture, told);
  if (!state) return inOnePiece(door, picture, told);
  while (!state.media) {
    told.signal?.throwIfAborted();
    const { id, received }: UploadState = state;
    const form = new FormData();
    form.set('offset', String(received));
    const piece = blob.slice(received, received + pieceSize);
    form.set('file', piece, picture.name);
    const next: UploadState = await door.send(sendPiece, { params: { id } }, form, (part) =>
      told.onProgress((received + part * piece.size) / blob.size),
    );
    // A server that neither takes a piece nor says why would be asked for ever.
    if (!next.media && next.received === received) throw new ApiError(200, [], 'unreadable');
    state = next;
  }
  return state.media;
}
