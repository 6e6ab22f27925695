/**
 * Who sent a report is visible with the permission View personal data only (docs/decisions/0073). Roles that could see it so far keep
 * that. Accounts and contacts get a code that stands for them where they are withheld.
 */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

export const name = '0192-personal-data-permission';

export async function up(tx: Tx): Promise<void> {
  await sql`
    update roles set permissions = array_append(permissions, 'View personal data')
    where permissions && array['Manage Posts', 'Manage Settings'] and not 'View personal data' = any(permissions)`.execute(
    tx,
  );
  await sql`create index audit_log_views_by_user on audit_log (user_id, id) where action = 'view'`.execute(
    tx,
  );
  // Each existing row gets a code of its own, since the default is volatile.
  await sql`
    alter table users add column reporter_code text not null default substr(gen_random_uuid()::text, 1, 6)`.execute(
    tx,
  );
  await sql`
    alter table contacts add column reporter_code text not null default substr(gen_random_uuid()::text, 1, 6)`.execute(
    tx,
  );
}
