/** Queries of receipts and of the conversation with their holders. */
import type { Selectable } from 'kysely';
import type { Tx } from '../kernel/db/database.ts';
import type { Tables } from '../migrations/tables.ts';

/** A message of the conversation. */
export type ReceiptMessageRow = Selectable<Tables['receipt_messages']>;

/** The post of a receipt. @param keyHash SHA-256 of the key */
export const findPostOfReceipt = async (tx: Tx, keyHash: Buffer): Promise<number | undefined> =>
  (await tx.selectFrom('receipts').select('post_id').where('key_hash', '=', keyHash).executeTakeFirst())
    ?.post_id;

/** Whether somebody has the receipt of a post. */
export const hasReceipt = async (tx: Tx, postId: number): Promise<boolean> =>
  (await tx.selectFrom('receipts').select('post_id').where('post_id', '=', postId).executeTakeFirst()) !==
  undefined;

/** The conversation about a post, the oldest message first. */
export const readReceiptMessages = (tx: Tx, postId: number): Promise<ReceiptMessageRow[]> =>
  tx.selectFrom('receipt_messages').selectAll().where('post_id', '=', postId).orderBy('id').execute();

/** The number of messages of the reporter that nobody of the team has seen. */
export const countUnread = (messages: readonly ReceiptMessageRow[]): number =>
  messages.filter(({ from_team, seen }) => !from_team && !seen).length;

/** Whether the last message is the reporter's and needs a reply. */
export const isWaitingForReply = (messages: readonly ReceiptMessageRow[]): boolean => {
  const last = messages.at(-1);
  return last !== undefined && !last.from_team && !last.done;
};

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
