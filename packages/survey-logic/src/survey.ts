/** What a survey asks: its tasks and their attributes in the order in which people meet them. */
import type { Attribute } from '@waypost/contract/attributes';
import type { Task } from '@waypost/contract/tasks';

/** The parts of a task that rules look at. */
export type TaskRules = Pick<
  Task,
  'id' | 'label' | 'type' | 'priority' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

/** The parts of an attribute that rules look at. */
export type AttributeRules = Pick<
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
export interface Asked<T extends TaskRules = TaskRules, A extends AttributeRules = AttributeRules> {
  tasks: readonly T[];
  attributes: readonly A[];
}

const byPriority = (a: { priority: number; id: number }, b: { priority: number; id: number }) =>
  a.priority - b.priority || a.id - b.id;

/** The report itself first, whatever its priority, then the further tasks. */
export const tasksInOrder = <T extends TaskRules>(tasks: readonly T[]): T[] => [
  ...tasks.filter((it) => it.type === 'post').sort(byPriority),
  ...tasks.filter((it) => it.type !== 'post').sort(byPriority),
];

/**
 * The tasks that somebody gets to see. Internal tasks, and those not shown when published, are for Manage Posts alone
 * (spec 2 §4, spec 3 §6, wire 3.6).
 */
export const tasksShown = <T extends TaskRules>(tasks: readonly T[], managesPosts: boolean): T[] =>
  tasksInOrder(tasks).filter((it) => managesPosts || (it.show_when_published && !it.task_is_internal_only));

/** The attributes of one task, in order. */
export const attributesOf = <A extends AttributeRules>(attributes: readonly A[], taskId: number): A[] =>
  attributes.filter((it) => it.form_stage_id === taskId).sort(byPriority);

/** All attributes, task by task. */
export const attributesInOrder = <A extends AttributeRules>(survey: Asked<TaskRules, A>): A[] =>
  tasksInOrder(survey.tasks).flatMap((task) => attributesOf(survey.attributes, task.id));

/** The further task to work on next; undefined when all are complete. The report itself has no such mark. */
export const nextIncompleteTask = <T extends TaskRules>(
  tasks: readonly T[],
  completed: readonly number[],
): T | undefined => tasksInOrder(tasks).find((it) => it.type !== 'post' && !completed.includes(it.id));

/** The attribute that gives the post's `title` its label and instructions, if the survey has one. */
export const titleAttribute = <A extends AttributeRules>(attributes: readonly A[]): A | undefined =>
  attributes.find((it) => it.type === 'title');

/** The same for the post's `content`. */
export const descriptionAttribute = <A extends AttributeRules>(attributes: readonly A[]): A | undefined =>
  attributes.find((it) => it.type === 'description');

/** Whether the answer lives in `values`; titles and descriptions live in `title` and `content` (wire 2.1). */
export const isStoredInValues = (attribute: Pick<AttributeRules, 'type'>): boolean =>
  attribute.type !== 'title' && attribute.type !== 'description';
