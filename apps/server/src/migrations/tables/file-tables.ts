/** The tables of stored files, whatever they belong to. */
import type { Generated } from 'kysely';
import type { Created } from './user-tables.ts';

/** A file whose row is deleted, until it is removed from the store. */
export interface FilesToRemove {
  file: string;
  recorded: Created;
  /** When it could not be removed; null if that was not tried yet. */
  tried: Date | null;
}

/** The result of the last check for files without a row: one row, or none before the first check. */
export interface FileChecks {
  checked: Generated<Date>;
  /** Number of files with a row. */
  used: number;
  /** Number of files without one. */
  unused: number;
  /** How many of these are removed. */
  removed: number;
}
