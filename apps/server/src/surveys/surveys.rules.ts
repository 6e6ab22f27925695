/** Authorization of surveys (API v3 §2.4 and §3.2, spec 2 §5, spec 3 §6). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Task } from '@waypost/contract/surveys/tasks';
import { filterVisibleTasks, isTaskVisible } from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../kernel/security/viewer.ts';

/** The fields of a survey that decide who may answer it. */
export interface SurveyAccess {
  disabled: boolean;
  everyone_can_create: boolean;
  /** Names of roles. */
  can_create: readonly string[];
}

type TaskAccess = Pick<
  Task,
  'id' | 'label' | 'type' | 'priority' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

/** Whether the viewer sees disabled surveys and hidden tasks: with Manage Settings or Manage Posts. */
export const canSeeHiddenFields = (viewer: Viewer): boolean => viewer.can('Manage Settings', 'Manage Posts');

/** The viewer's privileges for a survey, its tasks and attributes. None for a disabled survey without `canSeeHiddenFields`. */
export function surveyPrivileges(viewer: Viewer, survey: { disabled: boolean }): Privilege[] {
  if (viewer.can('Manage Settings')) return ['read', 'create', 'update', 'delete', 'search'];
  return survey.disabled && !canSeeHiddenFields(viewer) ? [] : ['read', 'search'];
}

/** Whether the viewer may create posts in a survey, and edit their own ones. The survey must be readable. */
export function canSubmitTo(viewer: Viewer, survey: SurveyAccess): boolean {
  if (viewer.can('Manage Posts')) return true;
  if (!surveyPrivileges(viewer, survey).includes('read')) return false;
  return survey.everyone_can_create || (viewer.role !== null && survey.can_create.includes(viewer.role));
}

/** Fields of a survey. */
interface Fields<T, A> {
  tasks: readonly T[];
  attributes: readonly A[];
}

/** The attributes that `visibleFields` keeps. */
export function visibleAttributes<T extends TaskAccess, A extends { form_stage_id: number }>(
  { tasks, attributes }: Fields<T, A>,
  includeHidden: boolean,
): A[] {
  const ids = new Set(tasks.filter((task) => isTaskVisible(task, includeHidden)).map((task) => task.id));
  return attributes.filter((attribute) => ids.has(attribute.form_stage_id));
}

/**
 * Filters a survey's fields: without hidden tasks and their attributes.
 * @param includeHidden keeps hidden tasks: Manage Posts for answers, `canSeeHiddenFields` for questions
 */
export const visibleFields = <T extends TaskAccess, A extends { form_stage_id: number }>(
  fields: Fields<T, A>,
  includeHidden: boolean,
): { tasks: T[]; attributes: A[] } => ({
  tasks: filterVisibleTasks(fields.tasks, includeHidden),
  attributes: visibleAttributes(fields, includeHidden),
});
