/** The definition of a survey: its tasks and their attributes, in the order in which the form shows them. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { Task } from '@waypost/contract/surveys/tasks';

/** The parts of a task that rules look at. */
export type SurveyTask = Pick<
  Task,
  'id' | 'label' | 'type' | 'priority' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

/** The properties of an attribute that the rules use. */
export type SurveyAttribute = Pick<
  Attribute,
  | 'id'
  | 'key'
  | 'label'
  | 'type'
  | 'input'
  | 'required'
  | 'cardinality'
  | 'options'
  | 'priority'
  | 'form_stage_id'
>;

/** A survey with all its tasks and attributes, in any order. */
export interface SurveyDefinition<
  T extends SurveyTask = SurveyTask,
  A extends SurveyAttribute = SurveyAttribute,
> {
  tasks: readonly T[];
  attributes: readonly A[];
}

const byPriority = (a: { priority: number; id: number }, b: { priority: number; id: number }) =>
  a.priority - b.priority || a.id - b.id;

/** Sorts tasks: the report first, whatever its priority, then the others. */
export const sortTasks = <T extends SurveyTask>(tasks: readonly T[]): T[] => [
  ...tasks.filter((it) => it.type === 'post').sort(byPriority),
  ...tasks.filter((it) => it.type !== 'post').sort(byPriority),
];

/**
 * Whether a user may see a task. Internal tasks, and those not shown when published, are only visible with Manage
 * Posts (spec 2 §4, spec 3 §6, API v3 §3.6).
 */
export const isTaskVisible = (
  task: Pick<SurveyTask, 'show_when_published' | 'task_is_internal_only'>,
  managesPosts: boolean,
): boolean => managesPosts || (task.show_when_published && !task.task_is_internal_only);

/** The tasks that a user may see, sorted. */
export const filterVisibleTasks = <T extends SurveyTask>(tasks: readonly T[], managesPosts: boolean): T[] =>
  sortTasks(tasks.filter((task) => isTaskVisible(task, managesPosts)));

/** The attributes of one task, sorted. */
export const attributesOfTask = <A extends SurveyAttribute>(attributes: readonly A[], taskId: number): A[] =>
  attributes.filter((it) => it.form_stage_id === taskId).sort(byPriority);

/** All attributes, sorted by task. */
export const sortAttributes = <A extends SurveyAttribute>(survey: SurveyDefinition<SurveyTask, A>): A[] =>
  sortTasks(survey.tasks).flatMap((task) => attributesOfTask(survey.attributes, task.id));

/** The first incomplete task; undefined if all are complete. The report itself is never completed or incomplete. */
export const findNextIncompleteTask = <T extends SurveyTask>(
  tasks: readonly T[],
  completed: readonly number[],
): T | undefined => sortTasks(tasks).find((it) => it.type !== 'post' && !completed.includes(it.id));

/** The attribute that gives the post's `title` its label and instructions, if the survey has one. */
export const findTitleAttribute = <A extends SurveyAttribute>(attributes: readonly A[]): A | undefined =>
  attributes.find((it) => fieldTypes[it.type].storage === 'title');

/** The attribute that gives the post's `content` its label and instructions, if the survey has one. */
export const findDescriptionAttribute = <A extends SurveyAttribute>(
  attributes: readonly A[],
): A | undefined => attributes.find((it) => fieldTypes[it.type].storage === 'content');

/** The property of the post that holds the answer; undefined for attributes whose answers are in `values`. */
export function getPostTextField({ type }: Pick<SurveyAttribute, 'type'>): 'title' | 'content' | undefined {
  const { storage } = fieldTypes[type];
  return storage === 'title' || storage === 'content' ? storage : undefined;
}

/**
 * Whether answers are stored in `values`. Titles and descriptions are stored in `title` and `content` (API v3 §2.1).
 */
export const isStoredInValues = (attribute: Pick<SurveyAttribute, 'type'>): boolean =>
  getPostTextField(attribute) === undefined;
