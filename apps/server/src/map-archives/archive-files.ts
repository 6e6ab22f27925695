/** Names of archives in the file store, and reading them. */
import { buffer } from 'node:stream/consumers';
import { archiveLimits } from '@waypost/contract/map-archives/archive-limits';
import { type FileStore, folderWithoutBackup } from '../kernel/files/file-store.ts';
import type { MapArchiveRow } from './map-archives.sql.ts';

/** Name of an archive's file by random letters. */
export const archiveFileName = (random: string): string =>
  `${folderWithoutBackup}/map-archives/${random}.pmtiles`;

/** Name of the chunk that begins at a byte. */
export const chunkFileName = ({ file }: Pick<MapArchiveRow, 'file'>, offset: number): string =>
  `${file}.${offset}`;

/** The names of the chunks that were received, in order. An extract that was fetched from an address is one chunk. */
export function chunkFileNames(row: Pick<MapArchiveRow, 'file' | 'source' | 'size'>): string[] {
  if (row.source === 'address') return [chunkFileName(row, 0)];
  const size = row.source === 'upload' ? (row.size ?? 0) : 0;
  const count = Math.ceil(size / archiveLimits.chunkBytes);
  return Array.from({ length: count }, (_, index) => chunkFileName(row, index * archiveLimits.chunkBytes));
}

/** Reads a part of a stored file. */
export const readStoredPart = async (
  store: FileStore,
  name: string,
  offset: number,
  length: number,
): Promise<Buffer> =>
  length === 0 ? Buffer.alloc(0) : buffer(store.read(name, { start: offset, end: offset + length - 1 }));

/** Removes the chunks of an archive. */
export async function removeChunks(
  store: FileStore,
  row: Pick<MapArchiveRow, 'file' | 'source' | 'size'>,
): Promise<void> {
  for (const name of chunkFileNames(row)) await store.remove(name);
}
