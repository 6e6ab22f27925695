/**
 * The service worker: lets the app open and be read without a network (docs/decisions/0016). It never sends anything by
 * itself: the pages send queued reports.
 */
import type { WorkerMessage } from '../src/blocks/device/cache-names.ts';
import { deleteUndeclaredResponses, isApiRequest, respondFromApi, respondWithMedia } from './api-cache.ts';
import {
  cacheAssets,
  deleteOldVersions,
  installApp,
  isAppAsset,
  respondWithAsset,
  respondWithPage,
} from './app-shell.ts';
import { isArchiveFile, respondWithArchiveRange } from './archive-cache.ts';
import { archivePath, isExternalTile, respondWithExternalTile, respondWithRange } from './base-map-cache.ts';
import { cacheHelp, deleteOldHelpCaches, isHelpPath, respondWithHelp } from './help-cache.ts';
import { setSession } from './worker-session.ts';

declare const self: ServiceWorkerGlobalScope;

/** Paths that the server answers itself, never with the app's page. */
const nonPagePaths = /^\/(?:api|oauth|storage|docs|help|sms|health)(?:\/|$)/;
/** Pages for frames in other sites: the server's response may be framed by its headers, the cached page may not. */
const embeddedPaths = /\/noui\/*$/;

self.addEventListener('install', (event) => event.waitUntil(installApp()));

self.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([deleteOldVersions(), deleteOldHelpCaches(), deleteUndeclaredResponses()]).then(() =>
      self.clients.claim(),
    ),
  ),
);

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage;
  if (message.kind === 'take over') event.waitUntil(self.skipWaiting().then(cacheHelp));
  else if (message.kind === 'parts') event.waitUntil(cacheAssets(message.addresses).then(cacheHelp));
  else event.waitUntil(setSession(message));
});

/** @returns undefined for requests that the browser handles as usual */
function handleFetch(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  if (request.method !== 'GET') return undefined;
  const url = new URL(request.url);
  if (isExternalTile(url)) return respondWithExternalTile(event);
  if (url.origin !== location.origin) return undefined;
  if (isHelpPath(url.pathname)) return respondWithHelp(event);
  if (request.mode === 'navigate') {
    const isPage = !nonPagePaths.test(url.pathname) && !/\.\w+$/.test(url.pathname);
    return isPage && !embeddedPaths.test(url.pathname) ? respondWithPage(event) : undefined;
  }
  const range = request.headers.get('range');
  if (url.pathname === archivePath) return range ? respondWithRange(event, range) : undefined;
  if (range && isArchiveFile(url)) return respondWithArchiveRange(event, range);
  if (isAppAsset(url.pathname)) return respondWithAsset(event, url.pathname);
  if (url.pathname.startsWith('/storage/'))
    return request.destination === 'image' ? respondWithMedia(event) : undefined;
  return isApiRequest(url) ? respondFromApi(event) : undefined;
}

self.addEventListener('fetch', (event) => {
  const response = handleFetch(event);
  if (response) event.respondWith(response);
});
