/** Stores files in a directory. Writes are atomic and flushed to disk. */
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type ByteRange, type FileStore, type ListedFile, withHandledErrors } from './file-store.ts';

/** Holds files until they are complete. The dot keeps it from being served. */
const unfinishedDirectory = '.unfinished';

/** The directory for files that are not complete, in a storage directory. The rest of it is not backed up or served with the others. */
export const unfinishedDirectoryOf = (storageDir: string): string =>
  path.join(storageDir, unfinishedDirectory);

/** Flushes a file or directory to disk (fsync). */
async function flushToDisk(target: string): Promise<void> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(target, 'r');
    await handle.sync();
  } catch (error) {
    // Directories cannot be opened on Windows, and some network file systems refuse to sync them.
    const { code } = error as NodeJS.ErrnoException;
    if (!['EISDIR', 'EPERM', 'EINVAL', 'EACCES', 'ENOTSUP'].includes(code ?? '')) throw error;
  } finally {
    await handle?.close();
  }
}

/** A file store in a local directory. */
export class DirectoryFileStore implements FileStore {
  readonly kind = 'directory';
  readonly root: string;

  /** @param root absolute path; created with the first file */
  constructor(root: string) {
    this.root = root;
  }

  #path(name: string): string {
    const file = path.resolve(this.root, name);
    if (!file.startsWith(path.resolve(this.root) + path.sep)) throw new Error(`outside the store: ${name}`);
    return file;
  }

  /** Once it resolves, the file survives a power cut. */
  async write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.#path(name);
    const directory = path.dirname(file);
    const createdDirectory = await mkdir(directory, { recursive: true });
    await mkdir(path.join(this.root, unfinishedDirectory), { recursive: true });
    const temporaryFile = path.join(this.root, unfinishedDirectory, randomBytes(12).toString('hex'));
    try {
      const handle = await open(temporaryFile, 'wx');
      try {
        await writeFile(handle, content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporaryFile, file);
      await flushToDisk(directory);
      // New directories are entries of their parents, which need a flush too.
      if (createdDirectory !== undefined)
        for (let parent = directory; parent !== this.root && parent.startsWith(this.root); ) {
          parent = path.dirname(parent);
          await flushToDisk(parent);
        }
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
  }

  read(name: string, range?: ByteRange): Readable {
    return withHandledErrors(createReadStream(this.#path(name), { highWaterMark: 128 * 1024, ...range }));
  }

  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async *list(directory = ''): AsyncGenerator<string> {
    const entries = await readdir(path.join(this.root, directory), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const name = directory === '' ? entry.name : `${directory}/${entry.name}`;
      if (entry.name === unfinishedDirectory) continue;
      if (entry.isDirectory()) yield* this.list(name);
      else if (entry.isFile()) yield name;
    }
  }

  async *listWithTimes(): AsyncGenerator<ListedFile> {
    for await (const name of this.list()) {
      const stats = await stat(this.#path(name)).catch(() => undefined);
      if (stats) yield { name, written: stats.mtimeMs };
    }
  }

  async removeUnfinished(minAgeSeconds: number): Promise<void> {
    const directory = path.join(this.root, unfinishedDirectory);
    const temporaryFiles = await readdir(directory).catch(() => []);
    for (const temporaryFile of temporaryFiles) {
      const file = path.join(directory, temporaryFile);
      const stats = await stat(file).catch(() => undefined);
      if (stats && Date.now() - stats.mtimeMs > minAgeSeconds * 1000)
        await rm(file, { recursive: true, force: true });
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  /** A missing directory is no error: it is created with the first file. */
  async ping(): Promise<void> {
    await this.size('.probe');
  }

  async checkAccess(): Promise<void> {
    const name = `.probe-${randomBytes(12).toString('hex')}`;
    await this.write(name, Buffer.alloc(0));
    await this.remove(name);
  }

  /** Nothing is held open. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}
