/** Registers the service worker after the first screen has loaded; updates it only when the user agrees. */
import { postToServiceWorker } from '../../blocks/device/session-sync.ts';
import { isInIframe } from '../../ui/browser/iframe.ts';

/** Milliseconds between checks for a new version. */
const updateCheckMs = 3_600_000;

let isNewVersionWaiting = false;
const listeners = new Set<() => void>();
/** Whether a newer version was downloaded and waits for activation. */
export const hasNewVersion = (): boolean => isNewVersionWaiting;
/** @returns a function that removes the listener */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The first worker of a page is not a new version. */
function updateWaitingWorker(registration: ServiceWorkerRegistration): void {
  isNewVersionWaiting = navigator.serviceWorker.controller !== null && registration.waiting !== null;
  for (const listener of listeners) listener();
}

function watchRegistration(registration: ServiceWorkerRegistration): void {
  updateWaitingWorker(registration);
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing;
    installing?.addEventListener('statechange', () => updateWaitingWorker(registration));
  });
  const look = () => void registration.update().catch(() => undefined);
  setInterval(look, updateCheckMs);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}

/** Caches the assets that were loaded before the worker: the next visit may be offline. */
async function cacheLoadedAssets(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  await postToServiceWorker({ kind: 'parts', addresses: loaded.filter((it) => it.includes('/assets/')) });
}

let isStarted = false;
/** Registers the worker. @returns false where it is not supported or not wanted */
export async function startServiceWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || isInIframe || import.meta.env.DEV) return false;
  if (isStarted) return true;
  isStarted = true;
  const isFirst = navigator.serviceWorker.controller === null;
  const registration = await navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return false;
  watchRegistration(registration);
  if (isFirst) void cacheLoadedAssets();
  return true;
}
