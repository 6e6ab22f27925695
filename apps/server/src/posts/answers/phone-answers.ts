/** Answers that are phone numbers: completed by the country of the site, and checked against the numbers that there are. */
import type { FieldError } from '@waypost/contract/common/problems';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { type ExpectedAnswer, expectedAnswers } from '@waypost/survey-logic/expected-answers';
import type { Answer } from '@waypost/survey-logic/parse-answer';
import { readPhoneNumber } from '@waypost/survey-logic/phone-numbers';
import type { RawValues } from '@waypost/survey-logic/validate-answers';
import { readPhoneCountry } from '../../contacts/contacts.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { AttributeRow, SurveyFields } from '../../surveys/surveys.public.ts';

const isPhoneNumber = ({ type }: AttributeRow): boolean => fieldTypes[type].answerKind === 'phone';

/** A post whose answers are still as they were submitted. */
interface SubmittedPost {
  fields: SurveyFields;
  after: { values: RawValues };
}

const listPhoneKeys = ({ fields, after }: SubmittedPost): string[] =>
  fields.attributes
    .filter(isPhoneNumber)
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(after.values, key));

const completeAnswer = (answer: unknown, country: string | undefined): unknown =>
  typeof answer === 'string' || typeof answer === 'number'
    ? (readPhoneNumber(String(answer), country) ?? answer)
    : answer;

/**
 * Puts phone numbers into E.164, as they are written in the country of the site. What is no such number stays as it is, so that the checks
 * refuse it.
 * @returns the posts in their order
 */
export async function completePhoneAnswers<P extends SubmittedPost>(
  tx: Tx,
  posts: readonly P[],
): Promise<P[]> {
  if (posts.every((post) => listPhoneKeys(post).length === 0)) return [...posts];
  const country = await readPhoneCountry(tx);
  return posts.map((post) => {
    const { values } = post.after;
    const completed = listPhoneKeys(post).flatMap((key) => {
      const answers = values[key];
      return Array.isArray(answers) ? [[key, answers.map((it) => completeAnswer(it, country))]] : [];
    });
    return { ...post, after: { ...post.after, values: { ...values, ...Object.fromEntries(completed) } } };
  });
}

/** What is checked of an answer. */
interface Candidate {
  attribute: AttributeRow;
  answer: Answer;
  /** Index of its post among those that are checked together. */
  post: number;
  /** Stored numbers stay: what is a number may have been decided differently then. */
  isNew: boolean;
}

/**
 * Finds numbers that have the form of E.164, and that no country has.
 * @returns errors with the index of their post
 */
export const findWrongPhoneNumbers = (
  candidates: readonly Candidate[],
): (readonly [post: number, fault: FieldError])[] =>
  candidates
    .filter(({ attribute, isNew }) => isNew && isPhoneNumber(attribute))
    .filter(({ answer }) => typeof answer !== 'string' || readPhoneNumber(answer, undefined) === null)
    .map(({ attribute: { key, label }, post }) => {
      const kind = 'phone' satisfies ExpectedAnswer;
      const params = { key, label, kind, expected: expectedAnswers[kind] };
      return [post, { field: 'values', rule: 'valueType', params }] as const;
    });
