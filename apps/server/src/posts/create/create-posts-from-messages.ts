/** The post that a message becomes: under review, and by nobody until the team says otherwise (wire 5.2). */

import { type Answer, isEmptyAnswer, parseAnswer } from '@waypost/survey-logic/parse-answer';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import type { Tx } from '../../kernel/db/database.ts';
import { anonymousViewer } from '../../kernel/security/viewer.ts';
import { claimantOf } from '../../media/media.public.ts';
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

/** Answers that can be read as their fields want it, cut to as many as fit. Others are left out: the content has it all. */
function keepReadableAnswers(attributes: readonly AttributeRow[], values: RawValues): RawValues {
  const kept = attributes.flatMap((attribute): [string, unknown[]][] => {
    const given = values[attribute.key];
    if (!Array.isArray(given)) return [];
    const answers = given.filter((raw) => {
      const reading = isEmptyAnswer(raw) ? undefined : parseAnswer(attribute, raw);
      return reading !== undefined && 'answer' in reading;
    });
    const maxAnswers = attribute.cardinality === 0 ? answers.length : attribute.cardinality;
    return answers.length > 0 ? [[attribute.key, answers.slice(0, maxAnswers)]] : [];
  });
  return Object.fromEntries(kept);
}

/** What is stored of the answers that a message brings. */
async function resolveMessageAnswers(
  tx: Tx,
  surveyId: number,
  messageId: number | null,
  values: RawValues,
): Promise<StoredAnswers | undefined> {
  const claimant = claimantOf({ id: null, visitorTokenHash: null }, { messageId });
  const { attributes } = await readSurveyFields(tx, surveyId);
  const sent = keepReadableAnswers(attributes, values);
  const [taken] = await resolveAnswers(tx, anonymousViewer, attributes, [
    { values: sent, before: {}, claimant },
  ]);
  if (!taken || taken.faults.length === 0) return taken?.answers;
  const wrong = new Set(taken.faults.map((fault) => fault.params?.['key']));
  const rest = Object.fromEntries(Object.entries(sent).filter(([key]) => !wrong.has(key)));
  const [again] = await resolveAnswers(tx, anonymousViewer, attributes, [
    { values: rest, before: {}, claimant },
  ]);
  return again?.answers;
}

/** A message, and answers to the survey's fields by their keys; what does not suit its field is left out. */
export interface PostFromMessage {
  fields: MessagePostFields;
  values?: RawValues;
}

const answersOfMessage = ({ fields: { survey_id, message_id }, values = {} }: PostFromMessage, tx: Tx) =>
  survey_id !== null && Object.keys(values).length > 0
    ? resolveMessageAnswers(tx, survey_id, message_id, values)
    : undefined;

/** @returns their ids, in order */
export async function createPostsFromMessages(tx: Tx, posts: readonly PostFromMessage[]): Promise<number[]> {
  const rows = [];
  const all: (StoredAnswers | undefined)[] = [];
  for (const post of posts) {
    const answers = await answersOfMessage(post, tx);
    all.push(answers);
    rows.push({
      ...post.fields,
      values: JSON.stringify(answers?.values ?? {}),
      slug: createSlug(post.fields.title),
    });
  }
  const ids = await insertPostsFromMessages(tx, rows);
  const plain: number[] = [];
  for (const [at, id] of ids.entries()) {
    const answers = all[at];
    if (answers) await insertAnswers(tx, id, answers);
    else plain.push(id);
  }
  if (plain.length > 0) await maskPosts(tx, plain);
  return ids;
}

/**
 * The posts that the answers of chosen people go into, one for each of them (wire 5.1).
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

/** Stores the answer to one question of somebody who answers by message. No answers takes back what there was. */
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
