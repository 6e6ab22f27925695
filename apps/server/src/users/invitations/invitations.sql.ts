/** Queries of invitations. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { type Page, type PageWindow, readPage } from '../../kernel/db/paging.ts';
import type { Tables } from '../../migrations/tables.ts';

/** A stored invitation. */
export type InvitationRow = Selectable<Tables['invitations']>;

/** Stores an invitation. */
export const insertInvitation = (tx: Tx, row: Insertable<Tables['invitations']>): Promise<InvitationRow> =>
  tx.insertInto('invitations').values(row).returningAll().executeTakeFirstOrThrow();

/** A page of invitations, the latest first. */
export const searchInvitations = (tx: Tx, window: PageWindow): Promise<Page<InvitationRow>> =>
  readPage(tx.selectFrom('invitations').selectAll().orderBy('id', 'desc'), window);

/** An invitation by its id, locked until the end of the transaction. */
export const lockInvitation = (tx: Tx, id: number): Promise<InvitationRow | undefined> =>
  tx.selectFrom('invitations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** An invitation that can be accepted now, by the hash of its token. */
export const findOpenInvitation = (tx: Tx, hash: Buffer): Promise<InvitationRow | undefined> =>
  tx
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hash)
    .where('revoked', 'is', null)
    .where('expires', '>', sql<Date>`now()`)
    .where('uses', '<', sql<number>`max_uses`)
    .executeTakeFirst();

/** Counts a use. @returns false when it was revoked or used up meanwhile */
export async function countInvitationUse(tx: Tx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ uses: sql<number>`uses + 1` })
    .where('id', '=', id)
    .where('revoked', 'is', null)
    .where('uses', '<', sql<number>`max_uses`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes an invitation. */
export const markInvitationRevoked = (tx: Tx, id: number): Promise<InvitationRow> =>
  tx
    .updateTable('invitations')
    .set({ revoked: sql<Date>`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Revokes all invitations that can be accepted. @returns how many */
export async function revokeOpenInvitations(tx: Tx): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ revoked: sql<Date>`now()` })
    .where('revoked', 'is', null)
    .where('expires', '>', sql<Date>`now()`)
    .where('uses', '<', sql<number>`max_uses`)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Number of invitations of an account that can be accepted. */
export async function countOpenInvitations(tx: Tx, userId?: number): Promise<number> {
  let open = tx
    .selectFrom('invitations')
    .where('revoked', 'is', null)
    .where('expires', '>', sql<Date>`now()`)
    .where('uses', '<', sql<number>`max_uses`);
  if (userId !== undefined) open = open.where('user_id', '=', userId);
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
