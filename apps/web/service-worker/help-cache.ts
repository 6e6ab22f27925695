/**
 * The help pages at `/help` without a network. The server renders them. All pages are cached after the app's first visit, or once one
 * was opened, since together they have about 50 kB; pictures are cached as they are seen. The pages are the same for all people and
 * deployments.
 */

import { version } from './app-shell.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { renderSearchResults } from './help-search.ts';
import { fetchInTime } from './server-fetch.ts';

const cachePrefix = 'waypost-help-';
const cacheName = cachePrefix + version;
const stylePath = '/help.css';
const startPath = '/help';
const maxEntries = 200;

/** Whether a path belongs to the help pages. */
export const isHelpPath = (path: string): boolean =>
  path === startPath || path.startsWith(`${startPath}/`) || path === stylePath;

/** Deletes the help pages of other versions of the app. */
export async function deleteOldHelpCaches(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Paths of the pages that the table of contents links to. */
const listPagePaths = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(/href="(\/help\/[\w-]+\/[\w-]+)"/g), (it) => it[1] ?? '')),
];

/** Fetches the pages that are not cached yet, one after another, so that the page being read loads first. */
async function cacheAllPages(html: string): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of [stylePath, startPath, ...listPagePaths(html)]) {
    if (await cache.match(path)) continue;
    const response = await fetchInTime(path).catch(() => null);
    if (!response) return;
    if (response.ok) await putBounded(cacheName, path, response, maxEntries);
  }
}

/** Caches the help before it is opened, so that somebody who is offline finds it. */
export async function cacheHelp(): Promise<void> {
  const cache = await caches.open(cacheName);
  const response = (await cache.match(startPath)) ?? (await fetchInTime(startPath).catch(() => undefined));
  if (response?.ok) await cacheAllPages(await response.text());
}

/** A page with the search results from the cached pages, rendered into the layout of the first one. */
async function searchCachedPages(question: string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  const frame = await cache.match(startPath);
  if (!frame) return undefined;
  const html = await frame.text();
  const texts = await Promise.all(
    listPagePaths(html).map(async (path) => ({
      path,
      html: (await (await cache.match(path))?.text()) ?? '',
    })),
  );
  return new Response(renderSearchResults(html, texts, question), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  });
}

/** Responds with a page, a picture or the style sheet of the help: from the network, else from the cache. */
export async function respondWithHelp(event: FetchEvent): Promise<Response> {
  const { pathname: requestedPath, searchParams } = new URL(event.request.url);
  const pathname = requestedPath.replace(/\/$/, '');
  const question = pathname === startPath ? (searchParams.get('q') ?? '').trim() : '';
  try {
    const response = await fetchInTime(event.request);
    if (!response.ok || question !== '') return response;
    const copy = response.clone();
    const isPage = event.request.mode === 'navigate';
    event.waitUntil(
      isPage
        ? copy.text().then(async (html) => {
            await putBounded(cacheName, pathname, new Response(html, { headers: copy.headers }), maxEntries);
            await cacheAllPages(html);
          })
        : putBounded(cacheName, pathname, copy, maxEntries),
    );
    return response;
  } catch (error) {
    const cached =
      question === '' ? await findCached([cacheName], pathname) : await searchCachedPages(question);
    if (cached) return cached;
    throw error;
  }
}
