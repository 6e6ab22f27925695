/**
 * Where files of people are: pictures, finished exports, CSV files that wait to be imported. One of two kinds, by the settings:
 * a directory (`directory-file-store.ts`) or a bucket of an S3-compatible store (`s3-file-store.ts`).
 */
import type { Readable } from 'node:stream';

export interface FileStore {
  readonly kind: 'directory' | 'bucket';
  /**
   * Stores a file under a name that is not taken: all of it or nothing.
   * @param name below the root, with `/` between directories
   * @param content whole, or piece by piece
   */
  write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /** A file, piece by piece. It fails with the code `ENOENT` while it is read when there is none. */
  read(name: string): Readable;
  /** Bytes of a file; undefined when there is none. */
  size(name: string): Promise<number | undefined>;
  /** The names of all files, in no order; what comes or goes meanwhile may be among them or not. */
  list(): AsyncGenerator<string>;
  /** Removes what a process that was killed left unfinished. @param seconds of age; younger ones may be another's work */
  removeUnfinished(seconds: number): Promise<void>;
  /** Removes a file. One that is gone already is as good. */
  remove(name: string): Promise<void>;
  /** Whether it can be reached just now: for a look, at little cost. @throws when it cannot */
  ping(): Promise<void>;
  /** Whether all that is needed can be done: writing, reading, removing. @throws when it cannot */
  checkAccess(): Promise<void>;
  /** Lets go of what is held open. */
  close(): Promise<void>;
}
