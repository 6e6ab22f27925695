/** Queries about the verification record of posts. */
import { limits } from '@waypost/contract/common/limits';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import type { Tables } from '../../migrations/tables.ts';

/** An entry of the record. */
export type VerificationRow = Selectable<Tables['post_verifications']>;

/** The latest entries of a post, the newest first. The one that counts is always among them. */
export const readVerificationRows = (tx: Tx, postId: number): Promise<VerificationRow[]> =>
  tx
    .selectFrom('post_verifications')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('is_current', 'desc')
    .orderBy('id', 'desc')
    .limit(limits.listedVerifications)
    .execute();

/** An entry of a post. */
export const findVerification = (tx: Tx, postId: number, id: number): Promise<VerificationRow | undefined> =>
  tx
    .selectFrom('post_verifications')
    .selectAll()
    .where('id', '=', id)
    .where('post_id', '=', postId)
    .executeTakeFirst();

/** Lets the latest entry that is not withdrawn count. */
async function markCurrent(tx: Tx, postId: number): Promise<void> {
  await sql`update post_verifications set is_current = false where post_id = ${postId} and is_current`.execute(
    tx,
  );
  await sql`update post_verifications set is_current = true where id = (
    select max(id) from post_verifications where post_id = ${postId} and withdrawn is null)`.execute(tx);
}

/** Adds an entry, which counts from now on. @returns its id */
export async function insertVerification(
  tx: Tx,
  entry: Insertable<Tables['post_verifications']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('post_verifications')
    .values(entry)
    .returning('id')
    .executeTakeFirstOrThrow();
  await markCurrent(tx, entry.post_id);
  return id;
}

/** Withdraws an entry, or lets it count again. @param by null: it counts again */
export async function setWithdrawn(
  tx: Tx,
  { id, post_id }: Pick<VerificationRow, 'id' | 'post_id'>,
  by: { id: number | null } | null,
): Promise<void> {
  await tx
    .updateTable('post_verifications')
    .set({ withdrawn: by ? sql<Date>`now()` : null, withdrawn_by: by?.id ?? null })
    .where('id', '=', id)
    .execute();
  await markCurrent(tx, post_id);
}
