/** PMTiles files and OpenStreetMap extracts that the operator has put into the directory for archives. */
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { isExtractName } from '@waypost/contract/map-archives/archive-limits';

/** A file in the directory. */
export interface ServerFile {
  name: string;
  size: number;
}

/** At most this many are listed. */
const maxFiles = 200;

/** A name in the directory itself: no path, and nothing hidden. */
const isPlainName = (name: string) =>
  path.basename(name) === name && !name.startsWith('.') && !name.includes('\\') && !name.includes('\0');

const isArchiveName = (name: string) =>
  isPlainName(name) && (name.toLowerCase().endsWith('.pmtiles') || isExtractName(name));

/** The archives in the directory, by name. A missing directory has none. Links are left out. */
export async function listServerFiles(directory: string | undefined): Promise<ServerFile[]> {
  if (directory === undefined) return [];
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && isArchiveName(entry.name))
    .map(({ name }) => name);
  const files = await Promise.all(
    names
      .toSorted()
      .slice(0, maxFiles)
      .map(async (name) => {
        const stats = await stat(path.join(directory, name)).catch(() => undefined);
        return stats ? [{ name, size: stats.size }] : [];
      }),
  );
  return files.flat();
}

/**
 * Opens a file of the directory; the caller closes it.
 * @returns undefined when there is no such file, or it is a link or a directory
 */
export async function openServerFile(
  directory: string | undefined,
  name: string,
): Promise<{ handle: FileHandle; size: number } | undefined> {
  if (directory === undefined || !isArchiveName(name)) return undefined;
  // A link must not lead out of the directory; `O_NONBLOCK` keeps a named pipe from blocking.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path.join(directory, name), flags).catch(() => undefined);
  if (!handle) return undefined;
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, size: stats.size };
  await handle.close();
  return undefined;
}
