/** Counts in the audit log what programs read of personal data (docs/decisions/0073). */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/**
 * Adds reads of hidden authors and contacts to the entry of the audit log for an account and hour; there is one at most from each
 * process.
 */
export async function recordPersonalDataReads(tx: Tx, userId: number, count: number): Promise<void> {
  const { rows } = await sql`
    update audit_log set details = jsonb_build_object('reads', (details ->> 'reads')::int + ${count})
    where id = (
      select id from audit_log
      where user_id = ${userId} and action = 'view' and created >= date_trunc('hour', now()) and details ? 'reads'
      order by id desc limit 1)
    returning id`.execute(tx);
  if (rows.length > 0) return;
  await sql`
    insert into audit_log (user_id, action, subject, details)
    values (${userId}, 'view', 'posts', jsonb_build_object('reads', ${count}::int))`.execute(tx);
}
