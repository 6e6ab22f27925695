/** Who sees the answers of a survey once a report is published, and whether reports appear on the map. Pure. */
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import type { DraftField, DraftTask, SurveyDraft } from './survey-draft.ts';

/** `rounded` and `day`: everyone, but without the exact place or time. */
export type AnswerVisibility = 'everyone' | 'rounded' | 'day' | 'team';

type MaskSettings = Pick<SurveyDraft, 'hide_location' | 'hide_time' | 'place_mask'>;

const isTaskHidden = (task: DraftTask) => task.task_is_internal_only || !task.show_when_published;

/** Who sees the answers to a field. The server decides alike when it stores a report. */
export function getAnswerVisibility(
  survey: MaskSettings,
  task: DraftTask,
  field: DraftField,
): AnswerVisibility {
  if (isTaskHidden(task) || field.response_private) return 'team';
  const { roundedBy } = fieldTypes[field.type];
  if (roundedBy === 'hide_location' && survey.hide_location)
    return survey.place_mask === 'hidden' ? 'team' : 'rounded';
  if (roundedBy === 'hide_time' && survey.hide_time) return 'day';
  return 'everyone';
}

/** Labels of fields by who sees their answers, in the order of the survey. */
export function groupByVisibility(
  survey: MaskSettings & Pick<SurveyDraft, 'tasks'>,
): Record<AnswerVisibility, string[]> {
  const groups: Record<AnswerVisibility, string[]> = { everyone: [], rounded: [], day: [], team: [] };
  for (const task of survey.tasks)
    for (const field of task.fields) groups[getAnswerVisibility(survey, task, field)].push(field.label);
  return groups;
}

/** Whether reports have a pin: for everyone, for the team only, or for nobody. */
export function findPins(tasks: readonly DraftTask[]): 'everyone' | 'team' | 'nobody' {
  const places = tasks.flatMap((task) =>
    task.fields
      .filter((field) => fieldTypes[field.type].answerKind === 'point')
      .map((field) => isTaskHidden(task) || field.response_private),
  );
  if (places.length === 0) return 'nobody';
  return places.every((isHidden) => isHidden) ? 'team' : 'everyone';
}
