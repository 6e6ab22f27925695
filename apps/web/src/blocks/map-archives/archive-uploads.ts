/** Uploads of map files that this page is sending. They go on while the person visits other screens, and end with the page. */
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import {
  deleteMapArchive,
  type MapArchive,
  uploadMapArchiveChunk,
} from '@waypost/contract/map-archives/map-archives';
import { useSyncExternalStore } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { formatErrorMessage } from '../../api/error-text.ts';
import { queryClient } from '../../api/query-client.ts';
import { buildResourceKey } from '../../api/query-keys.ts';
import { notify } from '../../ui/feedback/toast.tsx';

/** The state of an upload on this page. */
export interface ArchiveUpload {
  file: File;
  state: 'sending' | 'paused' | 'failed';
  /** Bytes that the server has. */
  sent: number;
  /** Why it failed. */
  error?: unknown;
}

const uploads = new Map<number, ArchiveUpload & { abort: AbortController }>();
const listeners = new Set<() => void>();

function change(id: number, next: (ArchiveUpload & { abort: AbortController }) | null): void {
  if (next) uploads.set(id, next);
  else uploads.delete(id);
  for (const listener of listeners) listener();
}

/** Sends the chunk at an offset. @returns the archive */
function sendChunk(
  id: number,
  file: File,
  offset: number,
  options: { signal: AbortSignal; onProgress: (part: number) => void },
): Promise<MapArchive> {
  const chunk = new File([file.slice(offset, offset + archiveLimits.chunkBytes)], file.name);
  return call(uploadMapArchiveChunk, { params: { id }, body: { offset } }, { ...options, file: chunk });
}

/** Tells that a file was refused. */
type RefusalNotice = (text: string) => void;
const notifyRefusal: RefusalNotice = (text) => notify('error', text);

/** Deletes an archive whose file was refused by its beginning: its upload can never be continued. */
async function deleteRefused(
  id: number,
  { file, error, onRefused }: { file: File; error: unknown; onRefused: RefusalNotice },
): Promise<void> {
  onRefused(`${file.name}: ${formatErrorMessage(error)}`);
  // An entry that could not be deleted can be deleted by hand.
  await call(deleteMapArchive, { params: { id } }).catch(() => undefined);
  change(id, null);
}

/**
 * Sends the rest of a file to an archive that is being uploaded.
 * @param received bytes that the server has
 * @param onRefused called when the file is no map; by default a notice says so
 */
export async function sendArchive(
  id: number,
  file: File,
  received: number,
  onRefused: RefusalNotice = notifyRefusal,
): Promise<void> {
  const abort = new AbortController();
  const common = { file, abort };
  let offset = received;
  change(id, { ...common, state: 'sending', sent: received });
  try {
    for (let state = 'uploading'; state === 'uploading'; ) {
      const start = offset;
      const onProgress = (part: number) => {
        const sent = start + part * Math.min(archiveLimits.chunkBytes, file.size - start);
        if (!abort.signal.aborted) change(id, { ...common, state: 'sending', sent });
      };
      const archive = await sendChunk(id, file, start, { signal: abort.signal, onProgress });
      offset = archive.received;
      state = archive.state;
    }
    change(id, null);
  } catch (error) {
    const isRefused = offset === 0 && isApiError(error) && error.status === 422;
    if (isRefused) await deleteRefused(id, { file, error, onRefused });
    else if (!abort.signal.aborted) {
      const sent = uploads.get(id)?.sent ?? received;
      change(id, { ...common, state: 'failed', sent, error });
    }
  }
  await queryClient.invalidateQueries({ queryKey: buildResourceKey('map-archives') });
}

/** Stops sending; what has arrived stays. */
export function pauseUpload(id: number): void {
  const current = uploads.get(id);
  if (!current) return;
  current.abort.abort();
  change(id, { ...current, state: 'paused' });
}

/** Forgets the upload of an archive that is being deleted. */
export function dropUpload(id: number): void {
  uploads.get(id)?.abort.abort();
  change(id, null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The upload of an archive on this page; undefined when it sends none. */
export const useArchiveUpload = (id: number): ArchiveUpload | undefined =>
  useSyncExternalStore(subscribe, () => uploads.get(id));
