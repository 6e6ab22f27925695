/** Draft of a targeted survey: what differs from other surveys in the wizard and the editor. Pure. */
import { limits } from '@waypost/contract/common/limits';
import {
  type DefaultLabels,
  type DraftField,
  type DraftTask,
  isPostText,
  newDraft,
  newField,
  type SurveyDraft,
} from '../draft/survey-draft.ts';

/** The initial draft of a targeted survey (spec 3 §9): not public, hidden authors, and the required title and description. */
export const newTargetedDraft = (labels: DefaultLabels): SurveyDraft => ({
  ...newDraft(labels),
  everyone_can_create: false,
  hide_author: true,
  targeted_survey: true,
});

/** The task whose questions are sent. */
export const getSentTask = (draft: SurveyDraft): DraftTask | undefined =>
  draft.saveTasks.find((it) => it.type === 'post') ?? draft.saveTasks[0];

/** The questions: all fields except title and description. */
export const getQuestions = (draft: SurveyDraft): DraftField[] =>
  (getSentTask(draft)?.fields ?? []).filter((it) => !isPostText(it));

export const newQuestion = (): DraftField => newField('longText');

/** Why a question is invalid, as a translation key; undefined when it is valid. */
export function findQuestionError(
  label: string,
  others: readonly DraftField[],
): 'question' | 'questionLong' | 'questionTwice' | undefined {
  const said = label.trim();
  if (said === '') return 'question';
  if (said.length > limits.question) return 'questionLong';
  const folded = said.toLocaleLowerCase();
  return others.some((it) => it.label.trim().toLocaleLowerCase() === folded) ? 'questionTwice' : undefined;
}
