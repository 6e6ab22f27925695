/** Queries on the audit log. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** An entry with the current names of people, roles, webhooks and layers, or the name under which they were deleted. */
export type AuditRow = Selectable<Tables['audit_log']> & {
  user_name: string | null;
  subject_name: string | null;
  /** False when the row of the subject is gone; true for subjects without rows. */
  subject_exists: boolean;
};

/** Inserts an entry. @returns its id */
export const insertAudit = async (tx: Tx, entry: Insertable<Tables['audit_log']>): Promise<number> =>
  (await tx.insertInto('audit_log').values(entry).returning('id').executeTakeFirstOrThrow()).id;

/** Replaces the details of an entry. @param details JSON */
export const updateAuditDetails = async (tx: Tx, id: number, details: string): Promise<void> => {
  await tx.updateTable('audit_log').set({ details }).where('id', '=', id).execute();
};

interface AuditSearch {
  user?: number | undefined;
  action?: string | undefined;
  subject?: string | undefined;
  subject_id?: string | undefined;
  limit: number;
  offset?: number | undefined;
  order?: 'asc' | 'desc' | undefined;
}

/** A page of the log and the total number of matching entries. */
export async function searchAudit(
  tx: Tx,
  search: AuditSearch,
): Promise<{ results: AuditRow[]; total: number }> {
  let matching = tx.selectFrom('audit_log');
  if (search.user !== undefined) matching = matching.where('user_id', '=', search.user);
  if (search.action !== undefined) matching = matching.where('action', '=', search.action);
  if (search.subject !== undefined) matching = matching.where('subject', '=', search.subject);
  if (search.subject_id !== undefined) matching = matching.where('subject_id', '=', search.subject_id);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const results = await matching
    .selectAll()
    .select([
      sql<string | null>`(select realname from users where id = audit_log.user_id)`.as('user_name'),
      sql<string | null>`coalesce(
        case audit_log.subject
          when 'users' then (select realname from users where id::text = audit_log.subject_id)
          when 'roles' then (select coalesce(display_name, name) from roles where id::text = audit_log.subject_id)
          when 'webhooks' then (select name from webhooks where id::text = audit_log.subject_id)
          when 'layers' then (select name from layers where id::text = audit_log.subject_id)
          when 'area-sets' then (select name from area_sets where id::text = audit_log.subject_id)
          when 'areas' then (select name from areas where id::text = audit_log.subject_id)
          when 'map-archives' then (select name from map_archives where id::text = audit_log.subject_id)
          when 'tags' then (select tag from categories where id::text = audit_log.subject_id)
          when 'forms' then (select name from surveys where id::text = audit_log.subject_id)
          when 'templates' then audit_log.subject_id
        end,
        (select deletion.subject_name from audit_log as deletion where deletion.action = 'delete'
          and deletion.subject = audit_log.subject and deletion.subject_id = audit_log.subject_id
          order by id desc limit 1))`.as('subject_name'),
      sql<boolean>`case audit_log.subject
        when 'users' then exists (select from users where id::text = audit_log.subject_id)
        when 'roles' then exists (select from roles where id::text = audit_log.subject_id)
        when 'webhooks' then exists (select from webhooks where id::text = audit_log.subject_id)
        when 'layers' then exists (select from layers where id::text = audit_log.subject_id)
        when 'area-sets' then exists (select from area_sets where id::text = audit_log.subject_id)
        when 'areas' then exists (select from areas where id::text = audit_log.subject_id)
        when 'map-archives' then exists (select from map_archives where id::text = audit_log.subject_id)
        when 'tags' then exists (select from categories where id::text = audit_log.subject_id)
        when 'forms' then exists (select from surveys where id::text = audit_log.subject_id)
        when 'posts' then audit_log.subject_id is null
          or exists (select from posts where id = audit_log.subject_id::bigint)
        else true
      end`.as('subject_exists'),
    ])
    .orderBy('id', search.order ?? 'desc')
    .limit(search.limit)
    .offset(search.offset ?? 0)
    .execute();
  return { results, total };
}
