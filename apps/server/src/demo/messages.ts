/** Messages of the last hours, so that the thread with a contact can be looked at: each came in and became a post. */

import type { Tx } from '../kernel/db/database.ts';
import { receiveMessage } from '../messages/messages.public.ts';

interface Conversation {
  type: 'sms' | 'email';
  from: string;
  title?: string;
  /** What was said, by turns: theirs first. */
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

/** How many posts come from them. */
export const messagePostCount = conversations.length;

const subtractMinutes = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000);

/** Gives what depends on the clock and on chance its place in the story. */
async function backdateMessage(tx: Tx, postId: number, at: Date, now: Date): Promise<void> {
  await tx
    .updateTable('posts')
    .set({
      slug: `message-${postId.toString(36)}`,
      created: now,
      shown_created: new Date(now.toISOString().slice(0, 10)),
    })
    .where('id', '=', postId)
    .execute();
  await tx.updateTable('messages').set({ created: at }).where('post_id', '=', postId).execute();
}

/** @param now when the last of them was written */
export async function insertMessages(tx: Tx, now: Date): Promise<void> {
  for (const [index, { type, from, title = null, turns: talk }] of conversations.entries()) {
    const at = subtractMinutes(now, 50 * (index + 1));
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
      const ours = turn % 2 === 0;
      await tx
        .insertInto('messages')
        .values({
          parent_id: messageId,
          contact_id: contactId,
          post_id: postId,
          type,
          message: text,
          created: subtractMinutes(at, -12 * (turn + 1)),
          direction: ours ? 'outgoing' : 'incoming',
          status: ours ? 'sent' : 'received',
        })
        .execute();
    }
  }
}
