/** A store whose files change right before they are read. */
import { Readable } from 'node:stream';
import { DirectoryFileStore } from './directory-file-store.ts';

/** A directory in which a test does something right before a file is read, as another request might. */
export class SlowFileStore extends DirectoryFileStore {
  #next: { file: string; work: () => Promise<unknown> } | undefined;

  /** Whether the file was not read yet. */
  get isWaiting(): boolean {
    return this.#next !== undefined;
  }

  /** Does something once. */
  onceBeforeRead(file: string, work: () => Promise<unknown>): void {
    this.#next = { file, work };
  }

  override read(...parameters: Parameters<DirectoryFileStore['read']>): Readable {
    const next = this.#next;
    if (next?.file !== parameters[0]) return super.read(...parameters);
    this.#next = undefined;
    const read = () => super.read(...parameters);
    const chunks = async function* () {
      await next.work();
      yield* read();
    };
    return Readable.from(chunks(), { objectMode: false });
  }
}
