/**
 * What a map needs beside its engine. On a slow line each would be a round trip of its own, one after the other: all are
 * fetched while the engine is on its way.
 */
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

export { workerUrl };

/** Our own archive beside the page; the deployment may put another in its place. */
export const getArchiveUrl = (): string =>
  new URL(`${import.meta.env.BASE_URL}map/world.pmtiles`, document.baseURI).href;

/** What the reader of the archive asks for first, which says what is where. */
const archiveHeaderBytes = 16_384;

interface ByteRange {
  data: ArrayBuffer;
  etag?: string;
}

let workerPreload: Promise<unknown> | undefined;
let archiveHeader: Promise<ByteRange | undefined> | undefined;

async function fetchArchiveHeader(): Promise<ByteRange | undefined> {
  const response = await fetch(getArchiveUrl(), { headers: { range: `bytes=0-${archiveHeaderBytes - 1}` } });
  if (response.status !== 206) return undefined;
  const etag = response.headers.get('etag');
  // A weak one says nothing of bytes.
  return { data: await response.arrayBuffer(), ...(etag === null || etag.startsWith('W/') ? {} : { etag }) };
}

/** @param withArchive for a map whose ground is ours */
export function preloadMapFiles(withArchive: boolean): void {
  // Into the browser's store, where the engine's own request finds it.
  workerPreload ??= fetch(workerUrl)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
  if (withArchive) archiveHeader ??= fetchArchiveHeader().catch(() => undefined);
}

/** The beginning of the archive, once; undefined when it was not fetched, or could not be. */
export function takeArchiveHeader(
  offset: number,
  length: number,
): Promise<ByteRange | undefined> | undefined {
  if (offset !== 0 || length !== archiveHeaderBytes) return undefined;
  const taken = archiveHeader;
  // A map that is made later asks anew: the archive may be another by then.
  archiveHeader = Promise.resolve(undefined);
  return taken;
}
