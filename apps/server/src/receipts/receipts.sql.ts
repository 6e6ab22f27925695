/** Queries of receipts and of the conversation with their holders. */
import { type Selectable, sql } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A message of the conversation. */
export type ReceiptMessageRow = Selectable<Tables['receipt_messages']>;

/** A receipt ends when the team makes an account the author: the report is theirs from then on. */
const receiptsOfAnonymousPosts = (tx: Tx) =>
  tx
    .selectFrom('receipts')
    .innerJoin('posts', 'posts.id', 'receipts.post_id')
    .select('receipts.post_id')
    .where('posts.user_id', 'is', null);

/** The post of a receipt. @param keyHash SHA-256 of the key */
export const findPostOfReceipt = async (tx: Tx, keyHash: Buffer): Promise<number | undefined> =>
  (await receiptsOfAnonymousPosts(tx).where('key_hash', '=', keyHash).executeTakeFirst())?.post_id;

/** Whether somebody has the receipt of a post. */
export const hasReceipt = async (tx: Tx, postId: number): Promise<boolean> =>
  (await receiptsOfAnonymousPosts(tx).where('receipts.post_id', '=', postId).executeTakeFirst()) !==
  undefined;

/** Sets a published report that is merged into another one under review: it is shown nowhere, and splitting does not publish it. */
export async function setMergedReportUnderReview(tx: Tx, postId: number): Promise<void> {
  await sql`
    update posts set status_before_merge = 'draft'
    where id = ${postId} and merged_into is not null and status_before_merge = 'published'`.execute(tx);
}

/** The conversation about a post, the oldest message first. */
export const readReceiptMessages = (tx: Tx, postId: number): Promise<ReceiptMessageRow[]> =>
  tx.selectFrom('receipt_messages').selectAll().where('post_id', '=', postId).orderBy('id').execute();

/** The number of messages about a post. */
export const countReceiptMessages = async (tx: Tx, postId: number): Promise<number> =>
  (
    await tx
      .selectFrom('receipt_messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('post_id', '=', postId)
      .executeTakeFirstOrThrow()
  ).count;

/** Inserts a message. */
export const insertReceiptMessage = (
  tx: Tx,
  message: Pick<ReceiptMessageRow, 'post_id' | 'from_team' | 'user_id' | 'message'>,
): Promise<ReceiptMessageRow> =>
  tx.insertInto('receipt_messages').values(message).returningAll().executeTakeFirstOrThrow();
