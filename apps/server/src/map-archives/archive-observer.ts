/** Checks and counts the bytes of a map archive or an extract on their way. */
import { createHash } from 'node:crypto';
import { archiveLimits, maxArchiveGigabytes } from '@waypost/contract/map-archives/archive-limits';
import { isExtractHead } from '@waypost/contract/map-archives/file-kinds';
import { ContentRefusal } from '../kernel/security/content-refusal.ts';
import { checkHead, requireExtractSize } from './archive/check-head.ts';
import { headerBytes } from './archive/check-header.ts';
import type { ArchiveSource } from './open-source.ts';

/** Milliseconds between two reports of the progress. */
const progressIntervalMs = 1000;

/** What a source turned out to be. */
export interface RecognizedSource extends ArchiveSource {
  kind: 'archive' | 'extract';
}

/**
 * Reads the beginning of a source.
 * @returns the source with all its bytes, and what it is
 * @throws ContentRefusal for a file that is neither an archive nor an extract, and for an extract that is too large
 */
export async function recognizeSource({ size, bytes }: ArchiveSource): Promise<RecognizedSource> {
  if (size !== null && size > archiveLimits.bytes)
    throw new ContentRefusal('archiveSize', { max: maxArchiveGigabytes });
  const iterator = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let isEnd = false;
  while (head.length < headerBytes && !isEnd) {
    const next = await iterator.next();
    isEnd = next.done === true;
    if (!isEnd) head = Buffer.concat([head, next.value as Buffer]);
  }
  async function* readAll() {
    try {
      yield head;
      if (!isEnd) yield* { [Symbol.asyncIterator]: () => iterator };
    } finally {
      await iterator.return?.();
    }
  }
  try {
    const isCut = head.length < (size ?? headerBytes) || head.toString('latin1', 0, 7) === 'PMTiles';
    if (head.length < headerBytes && isCut && !isExtractHead(head))
      throw new ContentRefusal('archiveIncomplete', {
        size: head.length,
        expected: Math.max(size ?? 0, headerBytes),
      });
    return { kind: checkHead(head, size), size, bytes: readAll() };
  } catch (error) {
    await iterator.return?.();
    throw error;
  }
}

/** Counts and hashes. */
export class ArchiveObserver {
  readonly #hash = createHash('sha256');
  readonly #reportProgress: (received: number) => Promise<void>;
  #lastReport = 0;
  size = 0;

  constructor(reportProgress: (received: number) => Promise<void>) {
    this.#reportProgress = reportProgress;
  }

  /** A validator of the content. */
  get hash(): string {
    return this.#hash.digest('base64url').slice(0, 22);
  }

  /** @throws ContentRefusal for a file that is too large, or has another size than announced */
  async *observe({ kind, size, bytes }: RecognizedSource): AsyncGenerator<Buffer> {
    for await (const chunk of bytes) {
      this.size += chunk.length;
      if (kind === 'extract') requireExtractSize(this.size);
      if (this.size > archiveLimits.bytes)
        throw new ContentRefusal('archiveSize', { max: maxArchiveGigabytes });
      this.#hash.update(chunk);
      await this.#report();
      yield chunk;
    }
    if (size !== null && this.size !== size)
      throw new ContentRefusal('archiveIncomplete', { size: this.size, expected: size });
  }

  async #report(): Promise<void> {
    if (Date.now() - this.#lastReport < progressIntervalMs) return;
    this.#lastReport = Date.now();
    await this.#reportProgress(this.size);
  }
}
