/** Opens a file that somebody may delete at any time. */
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { hasCode } from '../postgres/errors.ts';
import type { FileStore } from './file-store.ts';

/**
 * Opens a file, and waits until its first bytes are there: a file that is open can be read to its end.
 * @returns undefined when there is no such file
 * @throws when it cannot be read
 */
export async function openStoredFile(
  store: Pick<FileStore, 'read'>,
  name: string,
): Promise<Readable | undefined> {
  const stream = store.read(name);
  try {
    await once(stream, 'readable');
    return stream;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}
