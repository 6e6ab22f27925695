/** Which tasks of a survey are answered on the review screen. Pure. */
import type { Post } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';
import {
  attributesOfTask,
  findNextIncompleteTask,
  isStoredInValues,
  sortTasks,
} from '@waypost/survey-logic/survey-definition';
import { findAnswers } from '@waypost/survey-logic/validate-answers';
import type { Answers } from '../../../blocks/survey-form/answers/form-answers.ts';
import type { ReviewSurvey } from './use-review-survey.ts';

/** Whether required answers of the report itself are missing, as those of a message whose survey was just chosen. */
export function isReportIncomplete({ tasks, attributes }: ReviewSurvey, post: Post): boolean {
  const values = Array.isArray(post.values) ? {} : post.values;
  return tasks
    .filter(({ type }) => type === 'post')
    .flatMap(({ id }) => attributesOfTask(attributes, id))
    .some((it) => it.required && isStoredInValues(it) && findAnswers(values, it.key).length === 0);
}

/** Required fields of tasks that are neither required nor complete: the report can be published without their answers. */
export const listOptionalUnanswered = (
  { attributes }: ReviewSurvey,
  tasks: readonly Task[],
  { values, completed }: Pick<Answers, 'values' | 'completed'>,
): Attribute[] =>
  tasks
    .filter(({ id, type, required }) => type !== 'post' && !required && !completed.includes(id))
    .flatMap(({ id }) => attributesOfTask(attributes, id))
    .filter((it) => it.required && isStoredInValues(it) && findAnswers(values, it.key).length === 0);

/** The team's tasks, after the fields of the report itself if it is incomplete or the text answers some of them. */
export const listReviewTasks = (
  survey: ReviewSurvey,
  post: Post,
  textAnswers: Readonly<Record<string, unknown>>,
): Task[] => {
  const asksForReport = isReportIncomplete(survey, post) || Object.keys(textAnswers).length > 0;
  return sortTasks(survey.tasks).filter(({ type }) => type !== 'post' || asksForReport);
};

/** The report itself, or the first task that is not complete. */
export const findFirstOpenTask = (tasks: readonly Task[], completed: readonly number[]): Task | undefined =>
  tasks.find(({ type }) => type === 'post') ?? findNextIncompleteTask(tasks, completed) ?? tasks[0];
