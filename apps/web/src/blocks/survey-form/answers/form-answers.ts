/** The answers of a form, and how they become a post. Pure. */

import type { Post, PostInput } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Task } from '@waypost/contract/surveys/tasks';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import {
  findDescriptionAttribute,
  findTitleAttribute,
  isStoredInValues,
} from '@waypost/survey-logic/survey-definition';
import {
  findAnswers,
  type PostCandidate,
  type RawValues,
  validateAttribute,
} from '@waypost/survey-logic/validate-answers';
import { isNewPhoto, type NewPhoto } from '../photos/new-photo.ts';
import { normaliseNumber } from './typed-number.ts';

/** The parts of a survey that the form needs, as far as the server shows them to this person. */
export interface SurveyFormDefinition {
  tasks: readonly Task[];
  attributes: readonly Attribute[];
}

/**
 * Answers while they are being entered: texts stay as typed, so that invalid input is not lost. Pictures that are not
 * uploaded yet are `NewPhoto`s among the values.
 */
export interface Answers {
  title: string;
  content: string;
  values: Readonly<Record<string, readonly unknown[]>>;
  /** Ids of completed tasks. */
  completed: readonly number[];
}

/** Whether a default can be used: an invalid one, such as a removed option, is ignored. */
const hasValidDefault = (attribute: Attribute): boolean =>
  isStoredInValues(attribute) &&
  (attribute.default ?? '') !== '' &&
  validateAttribute(attribute, { [attribute.key]: [attribute.default] }, {}).length === 0;

/** The answers of an empty form, with the defaults of the survey. */
export function createAnswers({ attributes }: SurveyFormDefinition): Answers {
  const withDefault = attributes.filter(hasValidDefault);
  return {
    title: findTitleAttribute(attributes)?.default ?? '',
    content: findDescriptionAttribute(attributes)?.default ?? '',
    values: Object.fromEntries(withDefault.map((it) => [it.key, [it.default]])),
    completed: [],
  };
}

/** The answers of an existing post. */
export const createAnswersFromPost = (post: Post): Answers => ({
  title: post.title ?? '',
  content: post.content ?? '',
  values: Array.isArray(post.values) ? {} : post.values,
  completed: post.completed_stages,
});

/**
 * Values in the format of the API, only for the current attributes of the survey: an attribute may have been removed since
 * the post or the draft was written, and nobody could correct an answer that has no field.
 * @param serializePhoto replaces a picture
 */
function serializeValues(
  { attributes }: SurveyFormDefinition,
  values: RawValues,
  serializePhoto: (it: NewPhoto) => unknown,
): RawValues {
  const numbers = new Set(
    attributes.filter((it) => fieldTypes[it.type].answerKind === 'number').map((it) => it.key),
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

/** Ids of completed tasks that the survey still has. */
const listCompletedTaskIds = ({ tasks }: SurveyFormDefinition, { completed }: Answers): number[] =>
  completed.filter((id) => tasks.some((task) => task.id === id));

/** The post for validation: a picture that is not uploaded yet counts as one with an id. */
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

/** Claims of pictures that were uploaded without an account. */
function collectMediaClaims({ values }: Answers): Pick<PostInput, 'media_claims'> {
  const photos = Object.values(values).flat().filter(isNewPhoto);
  const media_claims = photos.flatMap((it) => (it.savedId === undefined ? [] : (it.claim ?? [])));
  return media_claims.length > 0 ? { media_claims } : {};
}

/** The post as it is submitted. All pictures must be uploaded before. */
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

/** Whether the answers equal the initial ones; empty rows do not count. */
export const isUnchanged = (answers: Answers, initialAnswers: Answers): boolean =>
  answers.title === initialAnswers.title &&
  answers.content === initialAnswers.content &&
  answers.completed.join() === initialAnswers.completed.join() &&
  areValuesEqual(answers.values, initialAnswers.values);

function areValuesEqual(a: RawValues, b: RawValues): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    const [first, second] = [findAnswers(a, key), findAnswers(b, key)];
    return first.length === second.length && first.every((it, index) => areAnswersEqual(it, second[index]));
  });
}

const areAnswersEqual = (a: unknown, b: unknown): boolean =>
  a === b || (!isNewPhoto(a) && !isNewPhoto(b) && JSON.stringify(a) === JSON.stringify(b));

/** Ids of stored pictures that were removed from the post. */
export function listRemovedPhotoIds(before: Answers, after: Answers, mediaKeys: readonly string[]): number[] {
  const ids = (answers: Answers) => mediaKeys.flatMap((key) => (answers.values[key] ?? []).map(String));
  const keptIds = new Set(ids(after));
  return ids(before)
    .filter((id) => !keptIds.has(id) && /^\d+$/.test(id))
    .map(Number);
}
