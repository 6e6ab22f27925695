/** Opens the bytes of an archive that is being imported: its uploaded chunks, a file of the server, or a download. */
import type { FileStore } from '../kernel/files/file-store.ts';
import { ContentRefusal, toRefusal } from '../kernel/security/content-refusal.ts';
import type { GuardedFetch } from '../kernel/security/guarded-fetch.ts';
import { chunkFileNames } from './archive-files.ts';
import type { MapArchiveRow } from './map-archives.sql.ts';
import { openServerFile } from './server-files.ts';

/** Where archives come from. */
export interface SourceDependencies {
  store: FileStore;
  fetcher: GuardedFetch;
  directory: string | undefined;
}

/** The bytes of an archive, and their number if it is known. */
export interface ArchiveSource {
  size: number | null;
  bytes: AsyncIterable<Buffer>;
}

/** An address that sends less than a megabyte in a quarter of an hour would keep other imports waiting for days. */
const downloadOptions = { timeoutMs: 60_000, minBytes: 65_536, maxRedirects: 5 };

async function* readChunks(store: FileStore, row: MapArchiveRow): AsyncGenerator<Buffer> {
  for (const name of chunkFileNames(row)) for await (const part of store.read(name)) yield part as Buffer;
}

/** Opens what was uploaded, or fetched from an address and stored before. */
export const openChunks = (row: MapArchiveRow, store: FileStore): ArchiveSource => ({
  size: row.size,
  bytes: readChunks(store, row),
});

async function* withRefusals(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes;
  } catch (error) {
    throw toRefusal(error);
  }
}

async function openDownload(
  fetcher: GuardedFetch,
  address: string,
  signal: AbortSignal,
): Promise<ArchiveSource> {
  const response = await fetcher.download(address, { ...downloadOptions, signal }).catch((error: unknown) => {
    throw toRefusal(error);
  });
  if (response.status !== 200) {
    await response.body.return(undefined);
    throw new ContentRefusal('archiveStatus', { status: response.status });
  }
  const length = Number(response.headers['content-length'] ?? Number.NaN);
  return { size: Number.isSafeInteger(length) ? length : null, bytes: withRefusals(response.body) };
}

/** @throws ContentRefusal when there is no such file, or the server of the address does not send it */
export async function openSource(
  row: MapArchiveRow,
  { store, fetcher, directory }: SourceDependencies,
  signal: AbortSignal,
): Promise<ArchiveSource> {
  if (row.source === 'upload') return openChunks(row, store);
  if (row.source === 'address') return openDownload(fetcher, row.origin, signal);
  const file = await openServerFile(directory, row.origin);
  if (!file) throw new ContentRefusal('exists', { value: row.origin });
  return { size: file.size, bytes: file.handle.createReadStream({ highWaterMark: 1_048_576 }) };
}
