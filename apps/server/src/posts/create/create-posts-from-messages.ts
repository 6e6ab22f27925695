/** Creates posts from messages: under review and without an author until the team decides (API v3 §5.2). */

import { type Answer, isEmptyAnswer, parseAnswer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import { anonymousViewer } from '../../kernel/security/viewer.ts';
import { buildClaimant } from '../../media/media.public.ts';
import { type AttributeRow, readSurveyFields } from '../../surveys/surveys.public.ts';
import { resolveAnswers, type StoredAnswers } from '../answers/resolve-answers.ts';
import { insertAnswers } from '../edit/write-answers.ts';
import {
  insertPostsForContacts,
  insertPostsFromMessages,
  lockPostRow,
  maskPosts,
  updatePostRow,
} from '../edit/write-posts.sql.ts';
import type { PostRow } from '../posts.sql.ts';
import { insertRevision } from '../revisions/revisions.sql.ts';
import { createSlug } from './slug.ts';

type MessagePostFields = Pick<
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

/** Keeps answers that parse as their attribute's type, up to its maximum number. The content keeps the full text. */
function keepReadableAnswers(attributes: readonly AttributeRow[], values: RawValues): RawValues {
  const kept = attributes.flatMap((attribute): [string, unknown[]][] => {
    const rawAnswers = values[attribute.key];
    if (!Array.isArray(rawAnswers)) return [];
    const answers = rawAnswers.filter((raw) => {
      const parsed = isEmptyAnswer(raw) ? undefined : parseAnswer(attribute, raw);
      return parsed !== undefined && 'answer' in parsed;
    });
    const maxAnswers = attribute.cardinality === 0 ? answers.length : attribute.cardinality;
    return answers.length > 0 ? [[attribute.key, answers.slice(0, maxAnswers)]] : [];
  });
  return Object.fromEntries(kept);
}

/** Resolves the answers of a message. Answers to an attribute with an error are left out. */
async function resolveMessageAnswers(
  tx: Tx,
  surveyId: number,
  messageId: number | null,
  values: RawValues,
): Promise<StoredAnswers | undefined> {
  const claimant = buildClaimant({ id: null, visitorTokenHash: null }, { messageId });
  const { attributes } = await readSurveyFields(tx, surveyId);
  const readable = keepReadableAnswers(attributes, values);
  const [resolved] = await resolveAnswers(tx, anonymousViewer, attributes, [
    { values: readable, before: {}, claimant },
  ]);
  if (!resolved || resolved.faults.length === 0) return resolved?.answers;
  const faultyKeys = new Set(resolved.faults.map((fault) => fault.params?.['key']));
  const rest = Object.fromEntries(Object.entries(readable).filter(([key]) => !faultyKeys.has(key)));
  const [retried] = await resolveAnswers(tx, anonymousViewer, attributes, [
    { values: rest, before: {}, claimant },
  ]);
  return retried?.answers;
}

/** A message, and answers to the survey's attributes by key. Answers that do not fit their attribute are left out. */
export interface PostFromMessage {
  fields: MessagePostFields;
  values?: RawValues;
}

const answersOfMessage = ({ fields: { survey_id, message_id }, values = {} }: PostFromMessage, tx: Tx) =>
  survey_id !== null && Object.keys(values).length > 0
    ? resolveMessageAnswers(tx, survey_id, message_id, values)
    : undefined;

/** Creates one post for each message. @returns their ids, in order */
export async function createPostsFromMessages(tx: Tx, posts: readonly PostFromMessage[]): Promise<number[]> {
  const rows = [];
  const answersOfPosts: (StoredAnswers | undefined)[] = [];
  for (const post of posts) {
    const answers = await answersOfMessage(post, tx);
    answersOfPosts.push(answers);
    rows.push({
      ...post.fields,
      values: JSON.stringify(answers?.values ?? {}),
      slug: createSlug(post.fields.title),
    });
  }
  const ids = await insertPostsFromMessages(tx, rows);
  const idsWithoutAnswers: number[] = [];
  for (const [index, id] of ids.entries()) {
    const answers = answersOfPosts[index];
    if (answers) await insertAnswers(tx, id, answers);
    else idsWithoutAnswers.push(id);
  }
  if (idsWithoutAnswers.length > 0) await maskPosts(tx, idsWithoutAnswers);
  return ids;
}

/**
 * Creates the posts that collect the answers of a targeted survey's recipients, one for each contact (API v3 §5.1).
 * @returns ids of posts by contact
 */
export async function createPostsForContacts(
  tx: Tx,
  surveyId: number,
  contacts: readonly { contact_id: number; title: string }[],
): Promise<Map<number, number>> {
  const rows = contacts.map((it) => ({ ...it, slug: createSlug(it.title) }));
  const ids = await insertPostsForContacts(tx, surveyId, rows);
  await maskPosts(tx, [...ids.values()]);
  return ids;
}

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
