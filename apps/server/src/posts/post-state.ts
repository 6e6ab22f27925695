/** What of a post its revisions keep: the fields that a save can change, and how two states differ. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { RevisedField } from '@waypost/contract/post-revisions';
import type { Answer } from '@waypost/survey-logic/read-answer';
import type { AttributeRow } from '../surveys/surveys.public.ts';
import type { KnownPost } from './known-post.ts';
import type { PostRow } from './posts.sql.ts';
import type { PostState, Replaced } from './revisions.sql.ts';

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
>;

/**
 * @param values answers as the post stores them
 * @param categories answers in categories, which are stored apart
 * @param attributes of the survey
 */
export function stateFrom(
  row: StateRow,
  values: PostState['values'],
  categories: readonly { attribute_id: number; category_id: number }[],
  attributes: readonly AttributeRow[],
): PostState {
  const inCategories = attributes
    .filter((it) => it.type === 'tags')
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
    values: { ...values, ...Object.fromEntries(inCategories) },
  };
}

export const stateOf = ({ post, categories, fields }: KnownPost): PostState =>
  stateFrom(post, post.values as PostState['values'], categories, fields.attributes);

function replacedAnswers(before: PostState['values'], after: PostState['values']): Replaced['values'] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, before[key] ?? null]));
}

/** What a save replaces; undefined when it changes nothing. */
export function replacedBy(before: PostState, after: PostState): Replaced | undefined {
  const { values: answersBefore, ...fieldsBefore } = before;
  const fields = Object.entries(fieldsBefore).filter(
    ([field, value]) => !isDeepStrictEqual(value, after[field as RevisedField]),
  );
  const values = replacedAnswers(answersBefore, after.values) ?? {};
  if (fields.length === 0 && Object.keys(values).length === 0) return undefined;
  const changed = Object.fromEntries(fields) as Replaced;
  return Object.keys(values).length === 0 ? changed : { ...changed, values };
}

/** The state that a save replaced. */
export function stateBefore(state: PostState, { values, ...fields }: Replaced): PostState {
  const answers = Object.entries({ ...state.values, ...values });
  return {
    ...state,
    ...fields,
    values: Object.fromEntries(answers.filter((it): it is [string, Answer[]] => it[1] !== null)),
  };
}
