/**
 * The program on the device. A version is kept whole or not at all: its page is only given out once every part that it needs
 * is there, and an open page of the version before still finds its own parts.
 */
import { appPrefix } from '../src/blocks/device/cache-names.ts';

/** Put in by the build: see build-service-worker.ts. */
declare const PROGRAM: { version: string; files: readonly string[] };

const { version, files } = PROGRAM;

export { version };

const current = appPrefix + version;
const page = '/index.html';
const isHashed = (path: string) => path.startsWith('/assets/');

const appCaches = async () => (await caches.keys()).filter((name) => name.startsWith(appPrefix));

async function inAnyVersion(path: string): Promise<Response | undefined> {
  // The one before last may hold it too; the newest is asked first.
  const others = (await appCaches()).filter((name) => name !== current).reverse();
  for (const name of [current, ...others]) {
    const found = await (await caches.open(name)).match(path, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

async function fetchPart(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: isHashed(path) ? 'default' : 'no-cache' });
  if (!answer.ok || answer.redirected) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** At the worker's installation: fails as a whole when one part cannot be had. A few at a time: lines are slow. */
export async function takeProgram(): Promise<void> {
  const cache = await caches.open(current);
  const waiting = [...files];
  const take = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      if (isHashed(path) && (await cache.match(path))) continue;
      const known = isHashed(path) ? await inAnyVersion(path) : undefined;
      await cache.put(path, known ?? (await fetchPart(path)));
    }
  };
  await Promise.all([take(), take(), take()]);
}

/** Pages that are open may still need the version before; what is older goes. */
export async function dropOldPrograms(): Promise<void> {
  const others = (await appCaches()).filter((name) => name !== current);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

/** The script that a page starts with names its version. */
const startOf = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];

/** The page as the operator has it now, as long as it is of the same version: what it tells may have changed. */
async function renewPage(kept: Response): Promise<void> {
  const answer = await fetch(page, { cache: 'no-cache' });
  if (!answer.ok) return;
  const [now, before] = await Promise.all([answer.clone().text(), kept.text()]);
  if (startOf(now) === startOf(before)) await (await caches.open(current)).put(page, answer);
}

export async function givePage(event: FetchEvent): Promise<Response> {
  const kept = await (await caches.open(current)).match(page);
  if (!kept) return fetch(event.request);
  event.waitUntil(renewPage(kept.clone()).catch(() => undefined));
  return kept;
}

/** A part of the program; one that few screens need is kept when it is first asked for. */
export async function givePart(event: FetchEvent, path: string): Promise<Response> {
  const kept = await inAnyVersion(path);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok && isHashed(path)) {
    const copy = answer.clone();
    event.waitUntil(caches.open(current).then((cache) => cache.put(path, copy)));
  }
  return answer;
}

/** Whether a file beside the page belongs to the program. */
export const isPart = (path: string): boolean => isHashed(path) || files.includes(path);

/** Keeps parts that were fetched before there was a worker: they are in the browser's own store still. */
export async function keepParts(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(current);
  for (const address of addresses) {
    const { origin, pathname } = new URL(address);
    if (origin !== location.origin || !isHashed(pathname) || (await cache.match(pathname))) continue;
    const answer = await fetch(pathname).catch(() => null);
    if (answer?.ok) await cache.put(pathname, answer);
  }
}
