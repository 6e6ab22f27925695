/** The format of a backup: a ZIP archive with the manifest as its last entry. */
import { z } from 'zod';

/** Name of the archive entry with the rows of a table. */
export const tableEntryName = (table: { schema: string; table: string }): string =>
  `database/${table.schema}.${table.table}`;
/** Prefix of the entries with the files of the store. */
export const filesPrefix = 'storage/';
/** Prefix of the keys that are kept outside the database: encrypted values in it are useless without them. */
export const keysPrefix = 'keys/';
/** Name of the manifest; an archive without it is incomplete. */
export const manifestName = 'manifest.json';

/** The list of what is in the archive. */
export const Manifest = z.object({
  /** Version of the format. */
  format: z.literal(1),
  /** Version of the Waypost that made it. */
  waypost: z.string(),
  /** Time of the snapshot. */
  made: z.iso.datetime(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      rows: z.number().int(),
    }),
  ),
  counters: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string().nullable() })),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
});
export type Manifest = z.infer<typeof Manifest>;

/** Summary of a backup that was written or restored. */
export interface BackupSummary {
  rows: number;
  files: number;
  /** Size of the archive. */
  bytes: number;
  createdAt: Date;
}
