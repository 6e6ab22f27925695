/** Every query about backups that were made. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db.ts';

/** Writes down that a backup was made, or why it was not. */
export const noteBackup = async (
  tx: Tx,
  backup: { began: Date; bytes: number | null; fault: string | null },
): Promise<void> => {
  await tx.insertInto('backups').values(backup).execute();
  await tx.deleteFrom('backups').where('ended', '<', sql<Date>`now() - interval '400 days'`).execute();
};
