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
  draft.tasks.find((task) => task.type === 'post') ?? draft.tasks[0];

/** The questions: all fields except title and description. */
export const getQuestions = (draft: SurveyDraft): DraftField[] =>
  (getSentTask(draft)?.fields ?? []).filter((field) => !isPostText(field));

/** A new question without text. */
export const newQuestion = (): DraftField => newField('longText');

/** Why a question is invalid, as a translation key; undefined when it is valid. */
export function findQuestionError(
  label: string,
  others: readonly DraftField[],
): 'question' | 'questionLong' | 'questionTwice' | undefined {
  const text = label.trim();
  if (text === '') return 'question';
  if (text.length > limits.question) return 'questionLong';
  const normalizedText = text.toLocaleLowerCase();
  return others.some((question) => question.label.trim().toLocaleLowerCase() === normalizedText)
    ? 'questionTwice'
    : undefined;
}
