/** The numbers of the daily summary for administrators, from the audit log. */
import { sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

/** How often somebody looked at personal data, or how much their programs read. */
export interface LooksOfPerson {
  name: string | null;
  looks: number;
  reads: number;
}

/** What happened on a day. */
export interface DayNumbers {
  exports: number;
  roles: number;
  deletions: number;
  emergency: number;
  /** Accounts whose last attempt to log in was that day and failed. */
  failedLogins: number;
  retention: number;
  settings: number;
}

/** Whether a time is on a day (UTC). @param day `2026-11-25` */
const isOnDay = (column: string, day: string) =>
  sql<boolean>`(${sql.ref(column)} >= ${day}::date at time zone 'UTC'
    and ${sql.ref(column)} < (${day}::date + 1) at time zone 'UTC')`;

/** Who looked at personal data on a day (UTC), the most often first. @param day `2026-11-25` */
export async function readLooks(tx: Tx, day: string): Promise<LooksOfPerson[]> {
  const { rows } = await sql<LooksOfPerson>`
    select (select realname from users where id = audit_log.user_id) as name,
      (count(*) filter (where not details ? 'reads'))::int as looks,
      coalesce(sum((details ->> 'reads')::int), 0)::int as reads
    from audit_log
    where action = 'view' and ${isOnDay('created', day)}
    group by user_id order by looks desc, reads desc, user_id`.execute(tx);
  return rows;
}

/** The other numbers of a day (UTC). @param day `2026-11-25` */
export async function countEventsOfDay(tx: Tx, day: string): Promise<DayNumbers> {
  const { rows } = await sql<DayNumbers>`
    select
      (select count(*)::int from export_jobs where ${isOnDay('created', day)}) as exports,
      (select count(*)::int from users where failed_attempts > 0 and ${isOnDay('last_attempt', day)}) as "failedLogins",
      (count(*) filter (where subject = 'roles' or (subject = 'users' and details ? 'role')))::int as roles,
      (count(*) filter (where action = 'delete' and subject in ('users', 'posts', 'contacts', 'layers', 'tags', 'receipts')))::int as deletions,
      (count(*) filter (where subject = 'emergency'))::int as emergency,
      (count(*) filter (where subject = 'retention' and action = 'delete'))::int as retention,
      (count(*) filter (where subject = 'config'))::int as settings
    from audit_log where ${isOnDay('created', day)}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate without a row');
  return row;
}
