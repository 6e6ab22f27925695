/** Queries on the records of backups. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** Records a backup or its error, and deletes old records. */
export const insertBackupRecord = async (
  tx: Tx,
  backup: { started: Date; bytes: number | null; fault: string | null },
): Promise<void> => {
  await tx.insertInto('backups').values(backup).execute();
  await tx.deleteFrom('backups').where('ended', '<', sql<Date>`now() - interval '400 days'`).execute();
};

type BackupRow = Selectable<Tables['backups']>;

/** The last attempt at a backup, and the last successful one. */
export async function findLastBackups(tx: Tx): Promise<{ last?: BackupRow; good?: BackupRow }> {
  const rows = await tx
    .selectFrom('backups')
    .selectAll()
    .distinctOn((eb) => eb('fault', 'is', null))
    .orderBy((eb) => eb('fault', 'is', null))
    .orderBy('ended', 'desc')
    .execute();
  const [last] = rows.toSorted((a, b) => b.ended.getTime() - a.ended.getTime());
  const good = rows.find((row) => row.fault === null);
  return { ...(last ? { last } : {}), ...(good ? { good } : {}) };
}
