/** Answers to the fields of a report that the text of its message gives. Pure. */
import type { Category } from '@waypost/contract/categories/categories';
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { isStoredInValues } from '@waypost/survey-logic/survey-definition';
import { readTextAnswers, type TextAnswers } from '@waypost/survey-logic/text-answers/read-text-answers';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import type { SurveyFormDefinition } from '../survey-form/answers/form-answers.ts';

/** How dates such as 3/4 are read. */
type DateOrder = Parameters<typeof readTextAnswers>[2];

/** A survey with the categories that its fields offer. */
interface SurveyWithCategories extends SurveyFormDefinition {
  categories: readonly Category[];
}

/** The fields of the report itself that have no answer. Whoever filled in a form has seen them. */
export function listUnanswered(survey: SurveyWithCategories | undefined, post: Post): Attribute[] {
  if (!survey || post.message === null) return [];
  const values = Array.isArray(post.values) ? {} : post.values;
  return survey.attributes.filter(
    (attribute) =>
      isStoredInValues(attribute) &&
      findAnswers(values, attribute.key).length === 0 &&
      survey.tasks.some(({ id, type }) => id === attribute.form_stage_id && type === 'post'),
  );
}

/** What title and text of the message answer; empty for a report that is no message. */
export function readPostAnswers(
  post: Post,
  survey: SurveyWithCategories | undefined,
  order: DateOrder,
): TextAnswers {
  const attributes = listUnanswered(survey, post);
  if (!survey || attributes.length === 0) return {};
  const text = [post.title, post.content].filter((it) => it !== null && it !== '').join('\n');
  return readTextAnswers(text, { attributes, categories: survey.categories }, order);
}
