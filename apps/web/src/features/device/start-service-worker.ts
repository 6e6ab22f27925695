/** The service worker: registered once the first screen has all it needs, renewed only when the reader says so. */
import { postToServiceWorker } from '../../blocks/device/session-sync.ts';
import { isInIframe } from '../../ui/browser/iframe.ts';

/** Milliseconds between looks for a new version of the program. */
const updateCheckMs = 3_600_000;

let waitingWorker: ServiceWorker | null = null;
const listeners = new Set<() => void>();
/** Whether a newer version of the program is on this device and waits for its turn. */
export const hasNewVersion = (): boolean => waitingWorker !== null;
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On a page that no worker served yet, a first one is no news. */
function updateWaitingWorker(registration: ServiceWorkerRegistration): void {
  waitingWorker = navigator.serviceWorker.controller ? registration.waiting : null;
  for (const listener of listeners) listener();
}

function watchRegistration(registration: ServiceWorkerRegistration): void {
  updateWaitingWorker(registration);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => updateWaitingWorker(registration));
  });
  const look = () => void registration.update().catch(() => undefined);
  setInterval(look, updateCheckMs);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}

/** Parts of the program that came before there was a worker: the next visit may be without a line. */
async function cacheLoadedAssets(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  await postToServiceWorker({ kind: 'parts', addresses: loaded.filter((it) => it.includes('/assets/')) });
}

/** Loads the newer version, in this tab; others go on with what they have until they are loaded anew. */
export function loadNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is given no origin
  waitingWorker?.postMessage({ kind: 'take over' });
}

let isStarted = false;
/** @returns once there is a worker; false where browsers have none */
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
