/** Every query about backups that were made. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';
import type { Tables } from '../migrations/tables.ts';

export type BackupRow = Selectable<Tables['backups']>;

/** Writes down that a backup was made, or why it was not. */
export const noteBackup = async (
  tx: Tx,
  backup: { began: Date; bytes: number | null; fault: string | null },
): Promise<void> => {
  await tx.insertInto('backups').values(backup).execute();
  await tx.deleteFrom('backups').where('ended', '<', sql<Date>`now() - interval '400 days'`).execute();
};

/** The last that was made, and the last try. */
export async function lastBackups(
  tx: Tx,
): Promise<{ made: BackupRow | undefined; tried: BackupRow | undefined }> {
  const tries = () => tx.selectFrom('backups').selectAll().orderBy('ended', 'desc').limit(1);
  return {
    made: await tries().where('fault', 'is', null).executeTakeFirst(),
    tried: await tries().executeTakeFirst(),
  };
}
