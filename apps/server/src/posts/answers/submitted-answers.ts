/** Reads the parts of a request that clients may write in more than one way (API v3 §2.1, "Request fields"). Pure. */
import type { PostInput } from '@waypost/contract/posts/posts';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import type { AttributeRow } from '../../surveys/surveys.public.ts';

/** The survey, sent as `form: {id}`, `form: 2` or `form_id: 2`. Undefined: not sent; null: no survey. */
export const submittedSurveyId = (input: PostInput): number | null | undefined =>
  input.form === undefined ? input.form_id : input.form;

/** The author's account, sent as `user` or `user_id`. Undefined: not sent; null: no account. */
export const submittedAuthorId = (input: PostInput): number | null | undefined =>
  input.user === undefined ? input.user_id : input.user;

/**
 * The key of the survey's first question about categories, which `tags` answer unless `values` answer that question themselves (API
 * v3 §9, ruling 23). Undefined: no question is answered by `tags`.
 */
export function keyOfTags(input: PostInput, attributes: readonly AttributeRow[]): string | undefined {
  if (input.tags === undefined) return undefined;
  const first = attributes.find((it) => fieldTypes[it.type].storage === 'categories');
  return first && !(input.values && Object.hasOwn(input.values, first.key)) ? first.key : undefined;
}

/**
 * Answers with the categories of `tags`.
 * @param attributes those that the sender may see, in order
 * @param defaultValues used when the request has no `values`
 */
export function submittedValues(
  input: PostInput,
  attributes: readonly AttributeRow[],
  defaultValues: RawValues,
): RawValues {
  const values = input.values ?? defaultValues;
  const key = keyOfTags(input, attributes);
  return key === undefined ? values : { ...values, [key]: input.tags ?? [] };
}

/** Whether the request contains answers. */
export const includesAnswers = (input: PostInput): boolean =>
  input.values !== undefined || input.tags !== undefined;
