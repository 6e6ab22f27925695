/** Queries about the members of the team who may review posts. */
import { builtInRoles, type Permission } from '@waypost/contract/common/permissions';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';

const needed: Permission = 'Manage Posts';

/** A member of the team with the data that mails to them need. */
export interface ReviewerRow {
  id: number;
  realname: string | null;
  email: string;
  language: string | null;
}

/** Condition: the account with this id may review posts. */
export const mayReview = (userId: RawBuilder<unknown>): RawBuilder<boolean> => sql`exists (
  select from users as reviewer join roles as reviewer_role on reviewer_role.name = reviewer.role
  where reviewer.id = ${userId} and (reviewer_role.name = ${sql.lit(builtInRoles.admin)}
    or ${sql.lit(needed)} = any(reviewer_role.permissions)))`;

/** All members who may review posts, by name. @param ids only these */
export async function readReviewers(tx: Tx, ids?: readonly number[]): Promise<ReviewerRow[]> {
  const isChosen = ids === undefined ? sql`true` : sql`users.id = any(${ids}::bigint[])`;
  const { rows } = await sql<ReviewerRow>`
    select users.id, users.realname, users.email, users.language from users
    where ${mayReview(sql`users.id`)} and ${isChosen}
    order by lower(users.realname), users.id`.execute(tx);
  return rows;
}
