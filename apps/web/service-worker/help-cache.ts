/**
 * The guide at `/help` without a network. The server writes its pages; once one was opened, all of them are kept, since
 * together they are some 50 kB, and its pictures as they are seen. Nobody's in particular: the guide tells nothing of a deployment.
 */

import { version } from './app-shell.ts';
import { findCached, putBounded } from './bounded-cache.ts';
import { renderSearchResults } from './help-search.ts';

const cachePrefix = 'waypost-help-';
const cacheName = cachePrefix + version;
const stylePath = '/help.css';
const startPath = '/help';
const maxEntries = 200;

export const isHelpPath = (path: string): boolean =>
  path === startPath || path.startsWith(`${startPath}/`) || path === stylePath;

/** The guide belongs to its release. */
export async function deleteOldHelpCaches(): Promise<void> {
  const old = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Pages that the contents of one name. */
const listPagePaths = (html: string): string[] => [
  ...new Set(Array.from(html.matchAll(/href="(\/help\/[\w-]+\/[\w-]+)"/g), (it) => it[1] ?? '')),
];

/** Fetches what is not there yet, one after another: somebody is reading meanwhile. */
async function cacheAllPages(html: string): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of [stylePath, startPath, ...listPagePaths(html)]) {
    if (await cache.match(path)) continue;
    const response = await fetch(path).catch(() => null);
    if (!response) return;
    if (response.ok) await putBounded(cacheName, path, response, maxEntries);
  }
}

/** What the kept pages say of a question, in the frame of the first one. */
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

/** A page, a picture or the style of the guide: as the server has it, else as it is kept. */
export async function respondWithHelp(event: FetchEvent): Promise<Response> {
  const { pathname: requestedPath, searchParams } = new URL(event.request.url);
  const pathname = requestedPath.replace(/\/$/, '');
  const question = pathname === startPath ? (searchParams.get('q') ?? '').trim() : '';
  try {
    const response = await fetch(event.request);
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
