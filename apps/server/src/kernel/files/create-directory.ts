import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../postgres/errors.ts';

async function isDirectory(directory: string): Promise<boolean> {
  return (await stat(directory)).isDirectory();
}

/** Creates one directory; one that exists is left as it is. */
async function createOne(directory: string, mode: number): Promise<void> {
  try {
    await mkdir(directory, { mode });
  } catch (error) {
    if (!hasCode(error, 'EEXIST') || !(await isDirectory(directory))) throw error;
  }
}

/**
 * Creates a directory and those above it. `mkdir` of Node with `recursive` never returns where the file system refuses new directories
 * as if their parent were missing, such as in `/proc`.
 * @throws the error of the file system, with its path
 */
export async function createDirectory(directory: string, mode = 0o777): Promise<void> {
  try {
    await createOne(directory, mode);
  } catch (error) {
    const parent = path.dirname(directory);
    if (!hasCode(error, 'ENOENT') || parent === directory) throw error;
    await createDirectory(parent, mode);
    await createOne(directory, mode);
  }
}
