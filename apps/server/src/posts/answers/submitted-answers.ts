/** Reading the parts of a request that have more than one spelling (wire 2.1, "Request fields"). Pure. */
import type { PostInput } from '@waypost/contract/posts/posts';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import type { AttributeRow } from '../../surveys/surveys.public.ts';

/** `form: {id}`, `form: 2` and `form_id: 2` are one thing. Undefined: nothing was said; null: none. */
export const submittedSurveyId = (input: PostInput): number | null | undefined =>
  input.form === undefined ? input.form_id : input.form;

/** The same for `user` and `user_id`. */
export const submittedAuthorId = (input: PostInput): number | null | undefined =>
  input.user === undefined ? input.user_id : input.user;

/**
 * Answers with the categories sent beside them. `tags` count as answers to the survey's first question about categories,
 * unless `values` answers it itself (ruling 23).
 * @param attributes those that the sender sees, in order
 * @param defaultValues answers when the request holds none
 */
export function submittedValues(
  input: PostInput,
  attributes: readonly AttributeRow[],
  defaultValues: RawValues,
): RawValues {
  const values = input.values ?? defaultValues;
  const first = attributes.find((it) => it.type === 'tags');
  if (input.tags === undefined || !first) return values;
  if (input.values && Object.hasOwn(input.values, first.key)) return values;
  return { ...values, [first.key]: input.tags ?? [] };
}

/** Whether the request says anything about answers. */
export const includesAnswers = (input: PostInput): boolean =>
  input.values !== undefined || input.tags !== undefined;
