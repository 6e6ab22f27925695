/** What a backup looks like: one ZIP archive that any program opens, the list of its content last. */
import { z } from 'zod';

/** Where the rows of a table are in the archive, and the files of the store. */
export const tableEntryName = (table: { schema: string; table: string }): string =>
  `database/${table.schema}.${table.table}`;
export const filesPrefix = 'storage/';
/** Keys that are kept beside the database: what is sealed in it is of no use without them. */
export const keysPrefix = 'keys/';
/** Says what is in the archive; an archive without it was cut off. */
export const manifestName = 'manifest.json';

export const Manifest = z.object({
  /** Of the archive's own form. */
  format: z.literal(1),
  /** The Waypost that made it. */
  waypost: z.string(),
  /** The moment that the database is as of. */
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

/** What a person is told of a backup that was made or taken in. */
export interface BackupSummary {
  rows: number;
  files: number;
  /** Of the archive. */
  bytes: number;
  createdAt: Date;
}
