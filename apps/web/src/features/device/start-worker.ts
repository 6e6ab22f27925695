/** The service worker: registered once the first screen has all it needs, renewed only when the reader says so. */
import { tellWorker } from '../../blocks/device/tell-worker.ts';
import { isFramed } from '../../ui/framed.ts';

/** Milliseconds between looks for a new version of the program. */
const lookEvery = 3_600_000;

let waiting: ServiceWorker | null = null;
const listeners = new Set<() => void>();
/** Whether a newer version of the program is on this device and waits for its turn. */
export const hasNewVersion = (): boolean => waiting !== null;
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** On a page that no worker served yet, a first one is no news. */
function noteWaiting(registration: ServiceWorkerRegistration): void {
  waiting = navigator.serviceWorker.controller ? registration.waiting : null;
  for (const listener of listeners) listener();
}

function follow(registration: ServiceWorkerRegistration): void {
  noteWaiting(registration);
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => noteWaiting(registration));
  });
  const look = () => void registration.update().catch(() => undefined);
  setInterval(look, lookEvery);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look());
}

/** Parts of the program that came before there was a worker: the next visit may be without a line. */
async function keepPartsOfThisVisit(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
  await tellWorker({ kind: 'parts', addresses: loaded.filter((it) => it.includes('/assets/')) });
}

/** Loads the newer version, in this tab; others go on with what they have until they are loaded anew. */
export function loadNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is given no origin
  waiting?.postMessage({ kind: 'take over' });
}

let isStarted = false;
/** @returns once there is a worker; false where browsers have none */
export async function startWorker(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || isFramed || import.meta.env.DEV) return false;
  if (isStarted) return true;
  isStarted = true;
  const isFirst = navigator.serviceWorker.controller === null;
  const registration = await navigator.serviceWorker
    .register('/sw.js', { updateViaCache: 'none' })
    .catch(() => null);
  if (!registration) return false;
  follow(registration);
  if (isFirst) void keepPartsOfThisVisit();
  return true;
}
