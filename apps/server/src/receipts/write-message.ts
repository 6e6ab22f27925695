/** Messages between the team and the holder of a receipt. */
import { receiptMessageLimits } from '@waypost/contract/receipts/receipts';
import type { Tx } from '../kernel/db/database.ts';
import { notFound, validationError } from '../kernel/http/problem.ts';
import { lockPostRows } from '../posts/posts.public.ts';
import { countReceiptMessages, insertReceiptMessage, type ReceiptMessageRow } from './receipts.sql.ts';

/**
 * Writes a message. The caller has checked that the post has a receipt.
 * @throws ValidationError at `/message` above the maximum number of messages; Problem 404 when the post is gone
 */
export async function writeReceiptMessage(
  tx: Tx,
  message: Pick<ReceiptMessageRow, 'post_id' | 'from_team' | 'user_id' | 'message'>,
): Promise<ReceiptMessageRow> {
  const { perPost: max } = receiptMessageLimits;
  const locked = await lockPostRows(tx, [message.post_id], 'update');
  if (locked.length === 0) throw notFound('posts', message.post_id);
  if ((await countReceiptMessages(tx, message.post_id)) >= max)
    throw validationError('receipts', 'message', 'tooManyReceiptMessages', { max });
  return insertReceiptMessage(tx, message);
}
