/** The post that a message becomes: under review, and by nobody until the team says otherwise (wire 5.2). */

import type { Answer } from '@waypost/survey-logic/read-answer';
import type { Tx } from '../kernel/db.ts';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { PostRow } from './posts.sql.ts';
import { insertRevision } from './revisions.sql.ts';
import { slugFor } from './slug.ts';
import { insertPost, insertPostsOfContacts, lockPost, maskPosts, updatePostRow } from './write-posts.sql.ts';

type Told = Pick<
  PostRow,
  | 'survey_id'
  | 'source'
  | 'title'
  | 'content'
  | 'post_date'
  | 'message_id'
  | 'contact_id'
  | 'data_source_message_id'
>;

/** @returns its id */
export async function createPostFromMessage(tx: Tx, told: Told): Promise<number> {
  const id = await insertPost(tx, { ...told, status: 'draft', slug: slugFor(told.title) });
  await maskPosts(tx, [id]);
  return id;
}

/**
 * The posts that the answers of chosen people go into, one for each of them (wire 5.1).
 * @returns ids of posts by contact
 */
export async function createPostsOfContacts(
  tx: Tx,
  surveyId: number,
  contacts: readonly { contact_id: number; title: string }[],
): Promise<Map<number, number>> {
  const rows = contacts.map((it) => ({ ...it, slug: slugFor(it.title) }));
  const ids = await insertPostsOfContacts(tx, surveyId, rows);
  await maskPosts(tx, [...ids.values()]);
  return ids;
}

/** Stores the answer to one question of somebody who answers by message. No answers takes back what there was. */
export async function storeAnswer(
  tx: Tx,
  postId: number,
  { key }: Pick<AttributeRow, 'key'>,
  answers: readonly Answer[],
): Promise<void> {
  const post = await lockPost(tx, postId);
  if (!post) return;
  const { [key]: before, ...others } = post.values;
  const values = answers.length > 0 ? { ...others, [key]: answers } : others;
  if (JSON.stringify(before ?? []) === JSON.stringify(answers)) return;
  const revision = post.revision + 1;
  await updatePostRow(tx, postId, { values: JSON.stringify(values), revision });
  const replaced = { values: { [key]: (before as Answer[] | undefined) ?? null } };
  await insertRevision(tx, postId, { revision, user_id: null, replaced, restored: null });
  await maskPosts(tx, [postId]);
}
