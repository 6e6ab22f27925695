/** The fields of a report that ask for categories. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import { toCategoryIds } from '../../../blocks/category-selector/category-tree.ts';
import type { ReportTasksHandle } from '../review-types.ts';
import type { ReviewSurvey } from '../tasks/use-review-survey.ts';

/** Ids of the chosen categories by the key of their field. */
export type ChosenCategories = Readonly<Record<string, readonly string[]>>;

/** Fields that ask for categories, in survey order. */
export const listCategoryFields = (survey: ReviewSurvey | undefined): Attribute[] =>
  (survey?.attributes ?? []).filter(({ type }) => fieldTypes[type].answerKind === 'category');

const valuesOf = (post: Post) => (Array.isArray(post.values) ? {} : post.values);

/** What is chosen now: in the tasks if they have the field, else in the report. */
export const readCategories = (
  fields: readonly Attribute[],
  post: Post,
  tasks: ReportTasksHandle | null,
): ChosenCategories =>
  Object.fromEntries(
    fields.map(({ key }) => [
      key,
      toCategoryIds(tasks?.readAnswers(key) ?? findAnswers(valuesOf(post), key)),
    ]),
  );

/** All answers of a report with other categories: a save replaces all answers. */
export const withCategories = (post: Post, chosen: ChosenCategories): Record<string, unknown> => ({
  ...valuesOf(post),
  ...Object.fromEntries(Object.entries(chosen).map(([key, ids]) => [key, ids.map(Number)])),
});
