/** What somebody has filled in so far, and how it becomes a post. Pure. */

import type { Post, PostInput } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import {
  findAnswers,
  type PostCandidate,
  type RawValues,
  validateAttribute,
} from '@waypost/survey-logic/validate-answers';
import { isNewPhoto, type NewPhoto } from '../photos/new-photo.ts';
import { normaliseNumber } from './typed-number.ts';

/** A survey as the form needs it: whole, as far as the server shows it to this person. */
export interface SurveyFormDefinition {
  tasks: readonly Task[];
  attributes: readonly Attribute[];
}

/**
 * Answers while they are being given: text stays as it was typed, so that nothing is lost when it cannot be read yet.
 * Pictures that have not been sent are `NewPhoto`s among the values.
 */
export interface Answers {
  title: string;
  content: string;
  values: Readonly<Record<string, readonly unknown[]>>;
  /** Ids of completed tasks. */
  completed: readonly number[];
}

/** A proposal that could not be sent as it stands, such as an option that is gone, would only be in the way. */
const hasValidDefault = (attribute: Attribute): boolean =>
  isStoredInValues(attribute) &&
  (attribute.default ?? '') !== '' &&
  validateAttribute(attribute, { [attribute.key]: [attribute.default] }, {}).length === 0;

/** An empty form, with the defaults that the survey proposes. */
export function createAnswers({ attributes }: SurveyFormDefinition): Answers {
  const proposed = attributes.filter(hasValidDefault);
  const of = (type: Attribute['type']) => attributes.find((it) => it.type === type)?.default ?? '';
  return {
    title: of('title'),
    content: of('description'),
    values: Object.fromEntries(proposed.map((it) => [it.key, [it.default]])),
    completed: [],
  };
}

/** The form of a post that exists. */
export const createAnswersFromPost = (post: Post): Answers => ({
  title: post.title ?? '',
  content: post.content ?? '',
  values: Array.isArray(post.values) ? {} : post.values,
  completed: post.completed_stages,
});

/**
 * Answers as the wire has them, to what the survey asks now: it may have lost a field since the post, or the unsent report,
 * was written, and nobody could mend an answer that is not on screen.
 * @param serializePhoto what stands for a picture
 */
function serializeValues(
  { attributes }: SurveyFormDefinition,
  values: RawValues,
  serializePhoto: (it: NewPhoto) => unknown,
): RawValues {
  const numbers = new Set(
    attributes.filter((it) => it.type === 'int' || it.type === 'decimal').map((it) => it.key),
  );
  const serialize = (key: string, it: unknown) => {
    if (isNewPhoto(it)) return serializePhoto(it);
    return numbers.has(key) && typeof it === 'string' ? normaliseNumber(it) : it;
  };
  const keys = attributes.map((it) => it.key).filter((key) => Object.hasOwn(values, key));
  return Object.fromEntries(
    keys.map((key) => [key, findAnswers(values, key).map((it) => serialize(key, it))]),
  );
}

/** Marks of tasks that the survey still has. */
const listCompletedTaskIds = ({ tasks }: SurveyFormDefinition, { completed }: Answers): number[] =>
  completed.filter((id) => tasks.some((task) => task.id === id));

/** As the rules look at it: a picture that is still to be sent counts as one that has an id. */
export const toPostCandidate = (
  survey: SurveyFormDefinition,
  answers: Answers,
  status: PostCandidate['status'],
): PostCandidate => ({
  title: answers.title,
  content: answers.content,
  values: serializeValues(survey, answers.values, (it) => it.savedId ?? '1'),
  completed_stages: listCompletedTaskIds(survey, answers),
  status,
});

/** For pictures that were sent without an account. */
function collectMediaClaims({ values }: Answers): Pick<PostInput, 'media_claims'> {
  const photos = Object.values(values).flat().filter(isNewPhoto);
  const media_claims = photos.flatMap((it) => (it.savedId === undefined ? [] : (it.claim ?? [])));
  return media_claims.length > 0 ? { media_claims } : {};
}

/** As it is sent. All pictures must have been sent before. */
export const toPostInput = (
  survey: SurveyFormDefinition,
  answers: Answers,
): Pick<PostInput, 'title' | 'content' | 'media_claims'> & {
  values: Record<string, unknown>;
  completed_stages: number[];
} => ({
  title: answers.title.trim(),
  content: answers.content,
  values: normaliseValues(
    survey.attributes,
    serializeValues(survey, answers.values, (it) => it.savedId),
  ),
  completed_stages: listCompletedTaskIds(survey, answers),
  ...collectMediaClaims(answers),
});

/** Whether there is anything worth keeping. */
export const isUnchanged = (answers: Answers, initialAnswers: Answers): boolean =>
  answers.title === initialAnswers.title &&
  answers.content === initialAnswers.content &&
  answers.completed.join() === initialAnswers.completed.join() &&
  areValuesEqual(answers.values, initialAnswers.values);

function areValuesEqual(a: RawValues, b: RawValues): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    const [one, other] = [findAnswers(a, key), findAnswers(b, key)];
    return one.length === other.length && one.every((it, at) => areAnswersEqual(it, other[at]));
  });
}

const areAnswersEqual = (a: unknown, b: unknown): boolean =>
  a === b || (!isNewPhoto(a) && !isNewPhoto(b) && JSON.stringify(a) === JSON.stringify(b));

/** Ids of stored pictures that were in the post and no longer are. */
export function listRemovedPhotoIds(before: Answers, after: Answers, mediaKeys: readonly string[]): number[] {
  const ids = (answers: Answers) => mediaKeys.flatMap((key) => (answers.values[key] ?? []).map(String));
  const kept = new Set(ids(after));
  return ids(before)
    .filter((id) => !kept.has(id) && /^\d+$/.test(id))
    .map(Number);
}
