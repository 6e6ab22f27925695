/**
 * The store for files: pictures, finished exports, CSV files to import. The settings choose one of two kinds: a directory
 * (`directory-file-store.ts`) or a bucket of an S3-compatible store (`s3-file-store.ts`).
 */
import type { Readable } from 'node:stream';

/**
 * Folder for files that are too large for backups and can be had again from where they came. The dot keeps them from being served at
 * `/storage`.
 */
export const folderWithoutBackup = '.without-backup';

/**
 * Keeps an error of a stream from ending the process while nobody reads it: a file may be deleted between the call of `read` and the first
 * read, which gets the error.
 */
export function withHandledErrors<S extends Readable>(stream: S): S {
  return stream.on('error', () => undefined);
}

/** Positions of the first and the last byte. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A file in a list. */
export interface ListedFile {
  name: string;
  /** Milliseconds since 1970. */
  written: number;
}

/** A store of files by name. */
export interface FileStore {
  readonly kind: 'directory' | 'bucket';
  /**
   * Stores a file under a new name, atomically.
   * @param name below the root, with `/` between directories
   * @param content bytes, or a stream of chunks
   */
  write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Streams a file. The stream fails with the code `ENOENT` when there is none.
   * @param range within the file; all of it by default
   */
  read(name: string, range?: ByteRange): Readable;
  /** Size in bytes; undefined when there is no such file. */
  size(name: string): Promise<number | undefined>;
  /** The names of all files, unordered; files added or removed meanwhile may be missing or included. */
  list(): AsyncGenerator<string>;
  /** All files with the times at which they were written, also test files; otherwise as `list`. */
  listWithTimes(): AsyncGenerator<ListedFile>;
  /** Removes partial files of killed processes. @param minAgeSeconds younger ones may still be in progress */
  removeUnfinished(minAgeSeconds: number): Promise<void>;
  /** Removes a file; does nothing when there is none. */
  remove(name: string): Promise<void>;
  /** A cheap check that the store is reachable. @throws when it is not */
  ping(): Promise<void>;
  /** Checks that files can be written, read and removed. @throws when they cannot */
  checkAccess(): Promise<void>;
  /** Closes open connections. */
  close(): Promise<void>;
}
