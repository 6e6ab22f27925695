/** Who may see, answer and change surveys (API v3 §2.4 and §3.2, spec 2 §5, spec 3 §6). */
import type { Privilege } from '@waypost/contract/common/permissions';
import type { Task } from '@waypost/contract/surveys/tasks';
import { filterVisibleTasks } from '@waypost/survey-logic/survey-definition';
import type { Viewer } from '../kernel/security/viewer.ts';

/** What of a survey decides who may answer it. */
export interface SurveyAccess {
  disabled: boolean;
  everyone_can_create: boolean;
  /** Role names. */
  can_create: readonly string[];
}

type TaskAccess = Pick<
  Task,
  'id' | 'label' | 'type' | 'priority' | 'required' | 'show_when_published' | 'task_is_internal_only'
>;

/** Whether the viewer sees surveys whole: those who design them, and those who work on their posts. */
export const canSeeHiddenFields = (viewer: Viewer): boolean => viewer.can('Manage Settings', 'Manage Posts');

/** What the viewer may do with a survey, its tasks and its attributes. A disabled survey is not there for others. */
export function surveyPrivileges(viewer: Viewer, survey: { disabled: boolean }): Privilege[] {
  if (viewer.can('Manage Settings')) return ['read', 'create', 'update', 'delete', 'search'];
  return survey.disabled && !canSeeHiddenFields(viewer) ? [] : ['read', 'search'];
}

/** Whether the viewer may send posts to a survey, and change those they sent. Nobody answers a survey they cannot read. */
export function canSubmitTo(viewer: Viewer, survey: SurveyAccess): boolean {
  if (viewer.can('Manage Posts')) return true;
  if (!surveyPrivileges(viewer, survey).includes('read')) return false;
  return survey.everyone_can_create || (viewer.role !== null && survey.can_create.includes(viewer.role));
}

/**
 * What remains of a survey's fields for somebody: without the tasks that are hidden from them and the attributes in those.
 * @param includeHidden whether hidden tasks are shown too: Manage Posts for answers, `canSeeHiddenFields` for the questions
 */
export function visibleFields<T extends TaskAccess, A extends { form_stage_id: number }>(
  fields: { tasks: readonly T[]; attributes: readonly A[] },
  includeHidden: boolean,
): { tasks: T[]; attributes: A[] } {
  const tasks = filterVisibleTasks(fields.tasks, includeHidden);
  const ids = new Set(tasks.map((task) => task.id));
  return { tasks, attributes: fields.attributes.filter((it) => ids.has(it.form_stage_id)) };
}
