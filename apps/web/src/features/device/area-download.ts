/** The area that this page is saving. It goes on while the person visits other screens, and ends with the page or the session. */
import { t } from 'i18next';
import { useSyncExternalStore } from 'react';
import { isAborted } from '../../api/api-error.ts';
import { onSessionChange } from '../../api/session.ts';
import { type Bounds, getSavedBounds } from '../../blocks/device/area-bounds.ts';
import { deleteSavedArea, listSavedAreas } from '../../blocks/device/saved-areas.ts';
import type { ListedArea } from '../../blocks/map-canvas/archives/stored-archives.ts';
import { createRandomId } from '../../ui/browser/random-id.ts';
import { notify } from '../../ui/feedback/toast.tsx';
import type { AreaEstimate } from './download-area.ts';

/** `full`: the device has no space left. */
export type AreaDownload =
  | { kind: 'idle' | 'estimating' | 'failed' | 'full' }
  | { kind: 'estimated'; estimate: AreaEstimate }
  /** `progress`: 0 to 1. */
  | { kind: 'downloading'; progress: number };

const loadDownloadArea = () => import('./download-area.ts');

let download: AreaDownload = { kind: 'idle' };
let abortController = new AbortController();
const listeners = new Set<() => void>();

function change(next: AreaDownload): void {
  download = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The state of the download. */
export const useAreaDownload = (): AreaDownload => useSyncExternalStore(subscribe, () => download);

/** Stops an estimate or a download, and forgets an estimate. */
export function stopAreaDownload(): void {
  abortController.abort();
  change({ kind: 'idle' });
}

/** Forgets an estimate when its screen is left: the map may be elsewhere afterwards. */
export function forgetAreaEstimate(): void {
  if (download.kind !== 'downloading') stopAreaDownload();
}

onSessionChange(stopAreaDownload);

async function run(action: (signal: AbortSignal) => Promise<AreaDownload>): Promise<void> {
  const { signal } = (abortController = new AbortController());
  try {
    const next = await action(signal);
    if (!signal.aborted) change(next);
  } catch (error) {
    if (signal.aborted || isAborted(error)) return;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    change({ kind: isFull ? 'full' : 'failed' });
    notify('error', t(isFull ? 'device.areas.full' : 'device.areas.failed'));
  }
}

/** Downloads an area under a new id. @returns the id */
async function save(estimate: AreaEstimate, name: string, signal: AbortSignal): Promise<string> {
  const { downloadArea } = await loadDownloadArea();
  const id = createRandomId();
  const onProgress = (progress: number) => {
    if (!signal.aborted) change({ kind: 'downloading', progress });
  };
  await downloadArea(estimate, id, name, { onProgress, signal });
  return id;
}

/** Computes the size of an area. @param at position of the map: `lat,lon,zoom` */
export const startAreaEstimate = (bounds: Bounds, at: string): Promise<void> =>
  run(async (signal) => {
    change({ kind: 'estimating' });
    const { estimateArea } = await loadDownloadArea();
    return { kind: 'estimated', estimate: await estimateArea(bounds, at, signal) };
  });

/** Saves an area. */
export const startAreaDownload = (estimate: AreaEstimate, name: string): Promise<void> =>
  run(async (signal) => {
    change({ kind: 'downloading', progress: 0 });
    await save(estimate, name, signal);
    notify('success', t('device.areas.kept'));
    return { kind: 'idle' };
  });

/** Saves an area again, and deletes it as it was only then. */
export const startAreaUpdate = (area: ListedArea): Promise<void> =>
  run(async (signal) => {
    const bounds = getSavedBounds(area);
    if (!bounds) return { kind: 'idle' };
    change({ kind: 'downloading', progress: 0 });
    const { estimateArea } = await loadDownloadArea();
    const id = await save(await estimateArea(bounds, area.at, signal), area.name, signal);
    // It may have been deleted meanwhile, or updated in another tab.
    const isKept = (await listSavedAreas(area.owner)).some((it) => it.id === area.id);
    await deleteSavedArea(isKept ? area.id : id, area.owner);
    notify('success', t('device.areas.updated'));
    return { kind: 'idle' };
  });
