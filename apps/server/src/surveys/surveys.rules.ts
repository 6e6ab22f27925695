/** Who may see, answer and change surveys (wire 2.4 and 3.2, spec 2 §5, spec 3 §6). */
import type { Privilege } from '@waypost/contract/privileges';
import type { Task } from '@waypost/contract/tasks';
import { tasksShown } from '@waypost/survey-logic/survey';
import type { Viewer } from '../kernel/viewer.ts';

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
export const seesWholeSurveys = (viewer: Viewer): boolean => viewer.may('Manage Settings', 'Manage Posts');

/** What the viewer may do with a survey, its tasks and its attributes. A disabled survey is not there for others. */
export function surveyPrivileges(viewer: Viewer, survey: { disabled: boolean }): Privilege[] {
  if (viewer.may('Manage Settings')) return ['read', 'create', 'update', 'delete', 'search'];
  return survey.disabled && !seesWholeSurveys(viewer) ? [] : ['read', 'search'];
}

/** Whether the viewer may send posts to a survey, and change those they sent. Nobody answers a survey they cannot read. */
export function maySubmitTo(viewer: Viewer, survey: SurveyAccess): boolean {
  if (viewer.may('Manage Posts')) return true;
  if (!surveyPrivileges(viewer, survey).includes('read')) return false;
  return survey.everyone_can_create || (viewer.role !== null && survey.can_create.includes(viewer.role));
}

/**
 * What remains of a survey's fields for somebody: without the tasks that are hidden from them and the attributes in those.
 * @param whole whether hidden tasks are shown too: Manage Posts for answers, `seesWholeSurveys` for the questions
 */
export function shownFields<T extends TaskAccess, A extends { form_stage_id: number }>(
  fields: { tasks: readonly T[]; attributes: readonly A[] },
  whole: boolean,
): { tasks: T[]; attributes: A[] } {
  const tasks = tasksShown(fields.tasks, whole);
  const ids = new Set(tasks.map((task) => task.id));
  return { tasks, attributes: fields.attributes.filter((it) => ids.has(it.form_stage_id)) };
}
