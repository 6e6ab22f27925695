/** Copies all files of one store to another, and looks that they are the same there. */
import { createHash, type Hash } from 'node:crypto';
import type { FileStore } from '../file-store.ts';
import { CopyRefused } from './fill-database.ts';

/** Files on their way at once: the time goes by waiting for the store. */
const together = 8;

export interface FilesCopied {
  copied: number;
  /** Were there already, the same. */
  kept: number;
  bytes: number;
}

async function hashOf(store: FileStore, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of store.read(name)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function* hashed(store: FileStore, name: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const piece of store.read(name)) {
    hash.update(piece as Buffer);
    yield piece as Buffer;
  }
}

/** @returns whether it had to be copied; undefined for one that was deleted meanwhile */
async function copyFile(
  from: FileStore,
  to: FileStore,
  name: string,
): Promise<[boolean, number] | undefined> {
  const size = await from.size(name);
  if (size === undefined) return undefined;
  const isThere = (await to.size(name)) === size;
  if (isThere && (await hashOf(from, name)) === (await hashOf(to, name))) return [false, size];
  const hash = createHash('sha256');
  try {
    await to.write(name, hashed(from, name, hash));
  } catch (error) {
    if ((await from.size(name)) === undefined) return undefined;
    throw error;
  }
  if ((await hashOf(to, name)) !== hash.digest('hex'))
    throw new CopyRefused(`A file is not what was written: ${name}. Try again.`);
  return [true, size];
}

/**
 * Copies what is not there yet; the old files stay. One that was broken off goes on where it was when it is called again.
 * @param tell told the number of files that are through, now and then
 * @throws CopyRefused when a file does not come back as it was written
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  tell: (done: number) => void,
): Promise<FilesCopied> {
  const told: FilesCopied = { copied: 0, kept: 0, bytes: 0 };
  const names = from.list();
  const carry = async () => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const came = await copyFile(from, to, next.value);
      if (!came) continue;
      const [isCopied, bytes] = came;
      told[isCopied ? 'copied' : 'kept']++;
      told.bytes += bytes;
      if ((told.copied + told.kept) % 1000 === 0) tell(told.copied + told.kept);
    }
  };
  await Promise.all(Array.from({ length: together }, carry));
  return told;
}
