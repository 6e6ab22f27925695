/** Copies all files of one store to another and verifies the copies. */
import { createHash, type Hash } from 'node:crypto';
import type { FileStore } from '../files/file-store.ts';
import { TransferRefusedError } from './restore-database.ts';

/** Files that are copied at once: most of the time is waiting for the store. */
const maxConcurrent = 8;

/** The result of a copy. */
export interface CopyResult {
  copied: number;
  /** Files that existed already with the same content. */
  unchanged: number;
  bytes: number;
}

async function hashFile(store: FileStore, name: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of store.read(name)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function* readHashing(store: FileStore, name: string, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of store.read(name)) {
    hash.update(chunk as Buffer);
    yield chunk as Buffer;
  }
}

/** @returns whether the file had to be copied, and its size; undefined when it was deleted meanwhile */
async function copyFile(
  source: FileStore,
  target: FileStore,
  name: string,
): Promise<[boolean, number] | undefined> {
  const size = await source.size(name);
  if (size === undefined) return undefined;
  const hasSameSize = (await target.size(name)) === size;
  if (hasSameSize && (await hashFile(source, name)) === (await hashFile(target, name))) return [false, size];
  const hash = createHash('sha256');
  try {
    await target.write(name, readHashing(source, name, hash));
  } catch (error) {
    if ((await source.size(name)) === undefined) return undefined;
    throw error;
  }
  if ((await hashFile(target, name)) !== hash.digest('hex'))
    throw new TransferRefusedError(`A copied file is not identical: ${name}. Try again.`);
  return [true, size];
}

/**
 * Copies the files that the target lacks; the source is not changed. An interrupted copy continues when it is called again.
 * @param onProgress called with the number of processed files every 1000 files
 * @throws TransferRefusedError when a copy differs from its source
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
