/** Copies all files of one store to another, and looks that they are the same there. */
import { createHash, type Hash } from 'node:crypto';
import type { FileStore } from '../files/file-store.ts';
import { TransferRefusedError } from './restore-database.ts';

/** Files on their way at once: the time goes by waiting for the store. */
const maxConcurrent = 8;

export interface CopyResult {
  copied: number;
  /** Were there already, the same. */
  unchanged: number;
  bytes: number;
}

async function hashFile(store: FileStore, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of store.read(name)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

async function* readHashing(store: FileStore, name: string, hash: Hash): AsyncGenerator<Buffer> {
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
  const hasSameSize = (await to.size(name)) === size;
  if (hasSameSize && (await hashFile(from, name)) === (await hashFile(to, name))) return [false, size];
  const hash = createHash('sha256');
  try {
    await to.write(name, readHashing(from, name, hash));
  } catch (error) {
    if ((await from.size(name)) === undefined) return undefined;
    throw error;
  }
  if ((await hashFile(to, name)) !== hash.digest('hex'))
    throw new TransferRefusedError(`A file is not what was written: ${name}. Try again.`);
  return [true, size];
}

/**
 * Copies what is not there yet; the old files stay. One that was broken off goes on where it was when it is called again.
 * @param onProgress told the number of files that are through, now and then
 * @throws TransferRefusedError when a file does not come back as it was written
 */
export async function copyFiles(
  source: FileStore,
  target: FileStore,
  onProgress: (done: number) => void,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, unchanged: 0, bytes: 0 };
  const names = source.list();
  const copyNext = async () => {
    for (let next = await names.next(); !next.done; next = await names.next()) {
      const copy = await copyFile(source, target, next.value);
      if (!copy) continue;
      const [isCopied, bytes] = copy;
      result[isCopied ? 'copied' : 'unchanged']++;
      result.bytes += bytes;
      if ((result.copied + result.unchanged) % 1000 === 0) onProgress(result.copied + result.unchanged);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, copyNext));
  return result;
}
