/**
 * What a map needs beside its engine. On a slow line each would be a round trip of its own, one after the other: all are
 * fetched while the engine is on its way.
 */
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

export { workerUrl };

/** Our own archive beside the page; the deployment may put another in its place. */
export const archiveAddress = (): string =>
  new URL(`${import.meta.env.BASE_URL}map/world.pmtiles`, document.baseURI).href;

/** What the reader of the archive asks for first, which says what is where. */
const headBytes = 16_384;

interface Piece {
  data: ArrayBuffer;
  etag?: string;
}

let worker: Promise<unknown> | undefined;
let head: Promise<Piece | undefined> | undefined;

async function fetchHead(): Promise<Piece | undefined> {
  const answer = await fetch(archiveAddress(), { headers: { range: `bytes=0-${headBytes - 1}` } });
  if (answer.status !== 206) return undefined;
  const etag = answer.headers.get('etag');
  // A weak one says nothing of bytes.
  return { data: await answer.arrayBuffer(), ...(etag === null || etag.startsWith('W/') ? {} : { etag }) };
}

/** @param withArchive for a map whose ground is ours */
export function fetchMapFiles(withArchive: boolean): void {
  // Into the browser's store, where the engine's own request finds it.
  worker ??= fetch(workerUrl)
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined);
  if (withArchive) head ??= fetchHead().catch(() => undefined);
}

/** The beginning of the archive, once; undefined when it was not fetched, or could not be. */
export function takeHead(offset: number, length: number): Promise<Piece | undefined> | undefined {
  if (offset !== 0 || length !== headBytes) return undefined;
  const taken = head;
  // A map that is made later asks anew: the archive may be another by then.
  head = Promise.resolve(undefined);
  return taken;
}
