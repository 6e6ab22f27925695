/** The base map: pieces of our own archive, and tiles of outside services as far as somebody looked at them. */
import { areaPrefix, groundName, memoryName, rangeKey, visitor } from '../src/blocks/device/cache-names.ts';
import { find, keep } from './bounded.ts';
import { session } from './session.ts';

export const archive = '/map/world.pmtiles';
const outside = /^(?:tile\.openstreetmap\.org|tile-a\.openstreetmap\.fr|server\.arcgisonline\.com)$/;
export const isOutsideTile = ({ host }: URL): boolean => outside.test(host);
const most = 600;

/** Which archive the pieces are of: those of two archives must never meet on one map. */
const archiveKey = '/archive';
let version: string | null | undefined;

async function knownVersion(): Promise<string | null> {
  if (version !== undefined) return version;
  const kept = await (await caches.open(memoryName)).match(archiveKey);
  version = kept ? await kept.text() : null;
  return version;
}

async function remember(etag: string | null): Promise<void> {
  if (etag === (await knownVersion())) return;
  version = etag;
  await caches.delete(groundName);
  await (await caches.open(memoryName)).put(archiveKey, new Response(etag));
}

async function stores(): Promise<string[]> {
  const { owner } = await session();
  const names = await caches.keys();
  const areas = names.filter((it) =>
    [areaPrefix(owner), areaPrefix(visitor)].some((pre) => it.startsWith(pre)),
  );
  return [groundName, ...areas];
}

/** Kept as a whole answer, given out as the piece that it is. */
const asPiece = (whole: Response): Response =>
  new Response(whole.body, { status: 206, statusText: 'Partial Content', headers: whole.headers });

async function keptPiece(key: string): Promise<Response | undefined> {
  const found = await find(await stores(), key);
  return found && found.headers.get('etag') === (await knownVersion()) ? asPiece(found) : undefined;
}

/** A piece of the archive. The first one, which says what is where, is asked for anew; it tells when the archive changed. */
export async function piece(event: FetchEvent, range: string): Promise<Response> {
  const key = rangeKey(event.request.url, range);
  const isFirst = range.startsWith('bytes=0-');
  const before = isFirst ? undefined : await keptPiece(key);
  if (before) return before;
  try {
    const answer = await fetch(event.request);
    if (answer.status !== 206) return answer;
    if (isFirst) await remember(answer.headers.get('etag'));
    const copy = answer.clone();
    const whole = new Response(copy.body, { status: 200, headers: copy.headers });
    event.waitUntil(keep(groundName, key, whole, most));
    return answer;
  } catch (error) {
    const found = await keptPiece(key);
    if (found) return found;
    throw error;
  }
}

/** A tile of somebody else's map. */
export async function outsideTile(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep(groundName, url, answer.clone(), most));
    return answer;
  } catch (error) {
    const found = await find([groundName], url);
    if (found) return found;
    throw error;
  }
}
