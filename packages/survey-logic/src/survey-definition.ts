/** What a survey asks: its tasks and their attributes in the order in which people meet them. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Task } from '@waypost/contract/surveys/tasks';

/** The parts of a task that rules look at. */
export type SurveyTask = Pick<
  Task,
  'id' | 'label' | 'type' | 'priority' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

/** The parts of an attribute that rules look at. */
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

/** A survey with everything it asks, in any order. */
export interface SurveyDefinition<
  T extends SurveyTask = SurveyTask,
  A extends SurveyAttribute = SurveyAttribute,
> {
  tasks: readonly T[];
  attributes: readonly A[];
}

const byPriority = (a: { priority: number; id: number }, b: { priority: number; id: number }) =>
  a.priority - b.priority || a.id - b.id;

/** The report itself first, whatever its priority, then the further tasks. */
export const sortTasks = <T extends SurveyTask>(tasks: readonly T[]): T[] => [
  ...tasks.filter((it) => it.type === 'post').sort(byPriority),
  ...tasks.filter((it) => it.type !== 'post').sort(byPriority),
];

/**
 * The tasks that somebody gets to see. Internal tasks, and those not shown when published, are for Manage Posts alone
 * (spec 2 §4, spec 3 §6, API v3 §3.6).
 */
export const filterVisibleTasks = <T extends SurveyTask>(tasks: readonly T[], managesPosts: boolean): T[] =>
  sortTasks(tasks).filter((it) => managesPosts || (it.show_when_published && !it.task_is_internal_only));

/** The attributes of one task, in order. */
export const attributesOfTask = <A extends SurveyAttribute>(attributes: readonly A[], taskId: number): A[] =>
  attributes.filter((it) => it.form_stage_id === taskId).sort(byPriority);

/** All attributes, task by task. */
export const sortAttributes = <A extends SurveyAttribute>(survey: SurveyDefinition<SurveyTask, A>): A[] =>
  sortTasks(survey.tasks).flatMap((task) => attributesOfTask(survey.attributes, task.id));

/** The further task to work on next; undefined when all are complete. The report itself has no such mark. */
export const findNextIncompleteTask = <T extends SurveyTask>(
  tasks: readonly T[],
  completed: readonly number[],
): T | undefined => sortTasks(tasks).find((it) => it.type !== 'post' && !completed.includes(it.id));

/** The attribute that gives the post's `title` its label and instructions, if the survey has one. */
export const findTitleAttribute = <A extends SurveyAttribute>(attributes: readonly A[]): A | undefined =>
  attributes.find((it) => it.type === 'title');

/** The same for the post's `content`. */
export const findDescriptionAttribute = <A extends SurveyAttribute>(
  attributes: readonly A[],
): A | undefined => attributes.find((it) => it.type === 'description');

/** Whether the answer lives in `values`; titles and descriptions live in `title` and `content` (API v3 §2.1). */
export const isStoredInValues = (attribute: Pick<SurveyAttribute, 'type'>): boolean =>
  attribute.type !== 'title' && attribute.type !== 'description';
