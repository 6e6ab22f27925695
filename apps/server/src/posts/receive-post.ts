/** The post that a message becomes: under review, and by nobody until the team says otherwise (wire 5.2). */
import type { Tx } from '../kernel/db.ts';
import type { PostRow } from './posts.sql.ts';
import { slugFor } from './slug.ts';
import { insertPost, maskPosts } from './write-posts.sql.ts';

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
