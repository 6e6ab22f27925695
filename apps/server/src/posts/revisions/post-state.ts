/** The part of a post that revisions store, and the difference between two states. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { RevisedField } from '@waypost/contract/posts/post-revisions';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import type { AttributeRow } from '../../surveys/surveys.public.ts';
import { toRevisedConsent } from '../consent/consent.rules.ts';
import type { PostDetails } from '../post-details.ts';
import type { PostRow } from '../posts.sql.ts';
import type { PostState, ReplacedFields } from './revisions.sql.ts';

type StateRow = Pick<
  PostRow,
  | 'title'
  | 'content'
  | 'status'
  | 'published_to'
  | 'completed_tasks'
  | 'survey_id'
  | 'user_id'
  | 'author_realname'
  | 'author_email'
  | 'post_date'
  | 'locale'
  | 'slug'
  | 'merged_into'
  | 'agreed_uses'
  | 'declined_uses'
>;

/**
 * Builds the state of a post.
 * @param values answers in the post's row
 * @param categories answers in `post_categories`
 * @param attributes of the survey
 */
export function buildPostState(
  row: StateRow,
  values: PostState['values'],
  categories: readonly { attribute_id: number; category_id: number }[],
  attributes: readonly AttributeRow[],
): PostState {
  const categoryAnswers = attributes
    .filter((it) => fieldTypes[it.type].storage === 'categories')
    .map(({ id, key }): [string, string[]] => [
      key,
      categories
        .filter((it) => it.attribute_id === id)
        .map((it) => it.category_id)
        .sort((a, b) => a - b)
        .map(String),
    ])
    .filter(([, chosen]) => chosen.length > 0);
  return {
    title: row.title,
    content: row.content,
    status: row.status,
    published_to: [...row.published_to].sort(),
    completed_stages: [...row.completed_tasks].sort((a, b) => a - b),
    form: row.survey_id,
    user: row.user_id,
    author_realname: row.author_realname,
    author_email: row.author_email,
    post_date: row.post_date.toISOString(),
    locale: row.locale,
    slug: row.slug,
    merged_into: row.merged_into,
    merged_posts: [],
    consent: toRevisedConsent(row),
    values: { ...values, ...Object.fromEntries(categoryAnswers) },
  };
}

/** The current state of a post. */
export const toPostState = ({ post, categories, fields }: PostDetails): PostState =>
  buildPostState(post, post.values as PostState['values'], categories, fields.attributes);

function diffAnswers(before: PostState['values'], after: PostState['values']): ReplacedFields['values'] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, before[key] ?? null]));
}

/** The fields that a save replaced, with their old values; undefined when nothing changed. */
export function diffStates(before: PostState, after: PostState): ReplacedFields | undefined {
  const { values: answersBefore, ...fieldsBefore } = before;
  const fields = Object.entries(fieldsBefore).filter(
    ([field, value]) => !isDeepStrictEqual(value, after[field as RevisedField]),
  );
  const values = diffAnswers(answersBefore, after.values) ?? {};
  if (fields.length === 0 && Object.keys(values).length === 0) return undefined;
  const changed = Object.fromEntries(fields) as ReplacedFields;
  return Object.keys(values).length === 0 ? changed : { ...changed, values };
}

/** The state before a save. */
export function revertState(state: PostState, { values, ...fields }: ReplacedFields): PostState {
  const answers = Object.entries({ ...state.values, ...values });
  return {
    ...state,
    ...fields,
    values: Object.fromEntries(answers.filter((it): it is [string, Answer[]] => it[1] !== null)),
  };
}
