/** Files in one directory: written whole or not at all, and found again after a power cut. */
import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where files are until they are whole. The dot keeps it from being served. */
const unfinished = '.unfinished';

/** Asks the disk to have what the system has. */
async function sync(target: string): Promise<void> {
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

export class FileStore {
  readonly root: string;

  /** @param root absolute; made when the first file is written */
  constructor(root: string) {
    this.root = root;
  }

  #path(name: string): string {
    const file = path.resolve(this.root, name);
    if (!file.startsWith(path.resolve(this.root) + path.sep)) throw new Error(`outside the store: ${name}`);
    return file;
  }

  /**
   * Stores a file under a name that is not taken. When this is done the file survives a power cut.
   * @param name below the root, with `/` between directories
   * @param content whole, or piece by piece
   */
  async write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const file = this.#path(name);
    const directory = path.dirname(file);
    const made = await mkdir(directory, { recursive: true });
    await mkdir(path.join(this.root, unfinished), { recursive: true });
    const draft = path.join(this.root, unfinished, randomBytes(12).toString('hex'));
    try {
      const handle = await open(draft, 'wx');
      try {
        await writeFile(handle, content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
      await sync(directory);
      // The names of new directories stand in those above them.
      if (made !== undefined)
        for (let above = directory; above !== this.root && above.startsWith(this.root); ) {
          above = path.dirname(above);
          await sync(above);
        }
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
  }

  /** A file, piece by piece. It fails while it is read when there is none. */
  read(name: string): ReadStream {
    return createReadStream(this.#path(name), { highWaterMark: 128 * 1024 });
  }

  /** Bytes of a file; undefined when there is none. */
  async size(name: string): Promise<number | undefined> {
    try {
      return (await stat(this.#path(name))).size;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** The names of all files, in no order; what comes or goes meanwhile may be among them or not. */
  async *list(below = ''): AsyncGenerator<string> {
    const entries = await readdir(path.join(this.root, below), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      },
    );
    for (const entry of entries) {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.name === unfinished) continue;
      if (entry.isDirectory()) yield* this.list(name);
      else if (entry.isFile()) yield name;
    }
  }

  /** Removes what a process that was killed left unfinished. @param seconds of age; younger ones may be another's work */
  async sweep(seconds: number): Promise<void> {
    const directory = path.join(this.root, unfinished);
    const drafts = await readdir(directory).catch(() => []);
    for (const draft of drafts) {
      const file = path.join(directory, draft);
      const known = await stat(file).catch(() => undefined);
      if (known && Date.now() - known.mtimeMs > seconds * 1000) await rm(file, { force: true });
    }
  }

  /** Removes a file. One that is gone already is as good. */
  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }
}
