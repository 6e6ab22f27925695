/**
 * Preloads what a map needs beside its engine. On a slow connection each file would be a round trip in sequence: all are
 * fetched while the engine is loading.
 */
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';

export { workerUrl };

/** URL of the base map archive beside the page; a deployment may replace that file. */
export const getArchiveUrl = (): string =>
  new URL(`${import.meta.env.BASE_URL}map/world.pmtiles`, document.baseURI).href;

/** Length of the first range that the PMTiles reader requests: header and root directory. */
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
  // A weak ETag does not identify bytes, so it cannot be used for ranges.
  return { data: await response.arrayBuffer(), ...(etag === null || etag.startsWith('W/') ? {} : { etag }) };
}

/** Starts the requests. @param withArchive whether the map uses the embedded base map */
export function preloadMapFiles(withArchive: boolean): void {
  // Into the browser's HTTP cache, where the engine's own request finds it.
  workerPreload ??= fetch(workerUrl)
    .then((response) => response.arrayBuffer())
    .catch(() => undefined);
  if (withArchive) archiveHeader ??= fetchArchiveHeader().catch(() => undefined);
}

/** The header of the archive, once; undefined when it was not preloaded, or failed. */
export function takeArchiveHeader(
  offset: number,
  length: number,
): Promise<ByteRange | undefined> | undefined {
  if (offset !== 0 || length !== archiveHeaderBytes) return undefined;
  const header = archiveHeader;
  // A later map must fetch it again: the archive may have changed.
  archiveHeader = Promise.resolve(undefined);
  return header;
}
