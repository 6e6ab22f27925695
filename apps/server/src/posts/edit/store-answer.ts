/** Stores the answers of recipients of targeted surveys (API v3 §5.1). */
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { Tx } from '../../kernel/db/database.ts';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import { insertRevision } from '../revisions/revisions.sql.ts';
import { lockPostRow, maskPosts, updatePostRow } from './write-posts.sql.ts';

/** Stores the answers that a recipient of a targeted survey gives to one question. No answers: removes what is stored. */
export async function storeAnswer(
  tx: Tx,
  postId: number,
  { key }: Pick<AttributeRow, 'key'>,
  answers: readonly Answer[],
): Promise<void> {
  const post = await lockPostRow(tx, postId);
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
