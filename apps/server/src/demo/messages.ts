/** Messages of the last hours, for the conversations with contacts. Each incoming message became a post. */

import type { Tx } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';

interface Conversation {
  type: 'sms' | 'email';
  from: string;
  title?: string;
  /** The messages of both sides in turn, beginning with the contact's. */
  turns: readonly [string, ...string[]];
}

const conversations: readonly Conversation[] = [
  {
    type: 'sms',
    from: '+254700000101',
    turns: [
      'The footbridge behind the market moves when people cross. Somebody should look before school tomorrow.',
      'Thank you. Which end moves, the market side or the school side?',
    ],
  },
  {
    type: 'sms',
    from: '+254700000102',
    turns: ['Pump at the clinic gives brown water since Sunday. We boil it but the children are sick.'],
  },
  {
    type: 'email',
    from: 'warden@riverside.example.org',
    title: 'Culvert on Mill Road is blocked again',
    turns: [
      'Branches and plastic have blocked the culvert on Mill Road. The water is a hand below the road. I can open the gate for a digger at any time.',
      'Thank you. A crew comes this afternoon; please keep the gate open from two.',
      'The gate is open. The water has not risen since noon.',
    ],
  },
  {
    type: 'email',
    from: 'teacher@hillschool.example.org',
    title: 'No bus for the hill school',
    turns: ['The bus has not come for three days and forty children walk along the main road in the dark.'],
  },
];

/** Number of posts that these messages create. */
export const messagePostCount = conversations.length;

const subtractMinutes = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Sets the times of a post and its messages, and the values that would depend on the clock or chance. */
async function backdateMessage(tx: Tx, postId: number, at: Date, now: Date): Promise<void> {
  await tx
    .updateTable('posts')
    .set({
      slug: `message-${postId.toString(36)}`,
      created: now,
      masked_created: new Date(now.toISOString().slice(0, 10)),
    })
    .where('id', '=', postId)
    .execute();
  await tx.updateTable('messages').set({ created: at }).where('post_id', '=', postId).execute();
}

/**
 * Inserts the messages.
 * @param now the time of the last message
 */
export async function insertMessages(tx: Tx, now: Date): Promise<void> {
  for (const [index, { type, from, title = null, turns: talk }] of conversations.entries()) {
    // In the order of their ids, by which the inbox sorts.
    const at = subtractMinutes(now, 50 * (conversations.length - index));
    const [message, ...turns] = talk;
    const { messageId, contactId, postId } = await receiveMessage(tx, {
      type,
      from,
      title,
      message,
      datetime: at,
    });
    if (postId === null) continue;
    await backdateMessage(tx, postId, at, now);
    for (const [turn, text] of turns.entries()) {
      const isReply = turn % 2 === 0;
      await tx
        .insertInto('messages')
        .values({
          parent_id: messageId,
          contact_id: contactId,
          post_id: postId,
          type,
          message: text,
          created: subtractMinutes(at, -12 * (turn + 1)),
          direction: isReply ? 'outgoing' : 'incoming',
          status: isReply ? 'sent' : 'received',
        })
        .execute();
    }
  }
}
