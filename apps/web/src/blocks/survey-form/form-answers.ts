/** What somebody has filled in so far, and how it becomes a post. Pure. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Post, PostInput } from '@waypost/contract/posts';
import type { Task } from '@waypost/contract/tasks';
import {
  answersUnder,
  checkAttribute,
  type PostToCheck,
  type RawValues,
} from '@waypost/survey-logic/check-answers';
import { normaliseValues } from '@waypost/survey-logic/normalise-values';
import { isStoredInValues } from '@waypost/survey-logic/survey';
import { isNewPhoto, type NewPhoto } from './new-photo.ts';
import { plainNumber } from './typed-number.ts';

/** A survey as the form needs it: whole, as far as the server shows it to this person. */
export interface SurveyAsked {
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
const isProposed = (attribute: Attribute): boolean =>
  isStoredInValues(attribute) &&
  (attribute.default ?? '') !== '' &&
  checkAttribute(attribute, { [attribute.key]: [attribute.default] }, {}).length === 0;

/** An empty form, with the defaults that the survey proposes. */
export function newAnswers({ attributes }: SurveyAsked): Answers {
  const proposed = attributes.filter(isProposed);
  const of = (type: Attribute['type']) => attributes.find((it) => it.type === type)?.default ?? '';
  return {
    title: of('title'),
    content: of('description'),
    values: Object.fromEntries(proposed.map((it) => [it.key, [it.default]])),
    completed: [],
  };
}

/** The form of a post that exists. */
export const answersOf = (post: Post): Answers => ({
  title: post.title ?? '',
  content: post.content ?? '',
  values: Array.isArray(post.values) ? {} : post.values,
  completed: post.completed_stages,
});

/**
 * Answers as the wire has them, to what the survey asks now: it may have lost a field since the post, or the unsent report,
 * was written, and nobody could mend an answer that is not on screen.
 * @param photo what stands for a picture
 */
function sentValues(
  { attributes }: SurveyAsked,
  values: RawValues,
  photo: (it: NewPhoto) => unknown,
): RawValues {
  const numbers = new Set(
    attributes.filter((it) => it.type === 'int' || it.type === 'decimal').map((it) => it.key),
  );
  const sent = (key: string, it: unknown) => {
    if (isNewPhoto(it)) return photo(it);
    return numbers.has(key) && typeof it === 'string' ? plainNumber(it) : it;
  };
  const asked = attributes.map((it) => it.key).filter((key) => Object.hasOwn(values, key));
  return Object.fromEntries(asked.map((key) => [key, answersUnder(values, key).map((it) => sent(key, it))]));
}

/** Marks of tasks that the survey still has. */
const completedIn = ({ tasks }: SurveyAsked, { completed }: Answers): number[] =>
  completed.filter((id) => tasks.some((task) => task.id === id));

/** As the rules look at it: a picture that is still to be sent counts as one that has an id. */
export const toCheck = (
  survey: SurveyAsked,
  answers: Answers,
  status: PostToCheck['status'],
): PostToCheck => ({
  title: answers.title,
  content: answers.content,
  values: sentValues(survey, answers.values, (it) => it.savedId ?? '1'),
  completed_stages: completedIn(survey, answers),
  status,
});

/** For pictures that were sent without an account. */
function claimsIn({ values }: Answers): Pick<PostInput, 'media_claims'> {
  const photos = Object.values(values).flat().filter(isNewPhoto);
  const media_claims = photos.flatMap((it) => (it.savedId === undefined ? [] : (it.claim ?? [])));
  return media_claims.length > 0 ? { media_claims } : {};
}

/** As it is sent. All pictures must have been sent before. */
export const toPost = (
  survey: SurveyAsked,
  answers: Answers,
): Pick<PostInput, 'title' | 'content' | 'media_claims'> & {
  values: Record<string, unknown>;
  completed_stages: number[];
} => ({
  title: answers.title.trim(),
  content: answers.content,
  values: normaliseValues(
    survey.attributes,
    sentValues(survey, answers.values, (it) => it.savedId),
  ),
  completed_stages: completedIn(survey, answers),
  ...claimsIn(answers),
});

/** Whether there is anything worth keeping. */
export const isUntouched = (answers: Answers, start: Answers): boolean =>
  answers.title === start.title &&
  answers.content === start.content &&
  answers.completed.join() === start.completed.join() &&
  sameValues(answers.values, start.values);

function sameValues(a: RawValues, b: RawValues): boolean {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => {
    const [one, other] = [answersUnder(a, key), answersUnder(b, key)];
    return one.length === other.length && one.every((it, at) => sameAnswer(it, other[at]));
  });
}

const sameAnswer = (a: unknown, b: unknown): boolean =>
  a === b || (!isNewPhoto(a) && !isNewPhoto(b) && JSON.stringify(a) === JSON.stringify(b));

/** Ids of stored pictures that were in the post and no longer are. */
export function photosDropped(before: Answers, after: Answers, mediaKeys: readonly string[]): number[] {
  const ids = (answers: Answers) => mediaKeys.flatMap((key) => (answers.values[key] ?? []).map(String));
  const kept = new Set(ids(after));
  return ids(before)
    .filter((id) => !kept.has(id) && /^\d+$/.test(id))
    .map(Number);
}
