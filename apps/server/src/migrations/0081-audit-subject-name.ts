/** The audit log names what was deleted: role, webhook, layer. Names of people are not stored. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0081-audit-subject-name';

export async function up(tx: Tx): Promise<void> {
  await sql`alter table audit_log add column subject_name text`.execute(tx);
}
