/**
 * Lets the app open and be read without a network (docs/decisions/0016). It never sends anything by itself: what waits to be
 * sent is the pages' business.
 */
import type { Told } from '../src/blocks/device/cache-names.ts';
import { answer, isKeptAnswer, picture } from './answers.ts';
import { archive, isOutsideTile, outsideTile, piece } from './ground.ts';
import { dropOldHelp, help, isHelp } from './help.ts';
import { become } from './session.ts';
import { dropOldPrograms, givePage, givePart, isPart, keepParts, takeProgram } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** Addresses that are never the client's page, as the server has it. */
const notPages = /^\/(?:api|oauth|storage|docs|help|sms|health)(?:\/|$)/;
/** What stands in other sites' pages: by its own header it may be framed, the kept page may not. */
const embedded = /\/noui\/*$/;

self.addEventListener('install', (event) => event.waitUntil(takeProgram()));

self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([dropOldPrograms(), dropOldHelp()]).then(() => self.clients.claim())),
);

self.addEventListener('message', (event) => {
  const told = event.data as Told;
  if (told.kind === 'take over') event.waitUntil(self.skipWaiting());
  else if (told.kind === 'parts') event.waitUntil(keepParts(told.addresses));
  else event.waitUntil(become(told));
});

/** @returns undefined for what goes its usual way */
function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  if (request.method !== 'GET') return undefined;
  const url = new URL(request.url);
  if (isOutsideTile(url)) return outsideTile(event);
  if (url.origin !== location.origin) return undefined;
  if (isHelp(url.pathname)) return help(event);
  if (request.mode === 'navigate') {
    const isPage = !notPages.test(url.pathname) && !/\.\w+$/.test(url.pathname);
    return isPage && !embedded.test(url.pathname) ? givePage(event) : undefined;
  }
  const range = request.headers.get('range');
  if (url.pathname === archive) return range ? piece(event, range) : undefined;
  if (isPart(url.pathname)) return givePart(event, url.pathname);
  if (url.pathname.startsWith('/storage/'))
    return request.destination === 'image' ? picture(event) : undefined;
  return isKeptAnswer(url) ? answer(event) : undefined;
}

self.addEventListener('fetch', (event) => {
  const given = answerTo(event);
  if (given) event.respondWith(given);
});
