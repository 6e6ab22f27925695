/** A targeted survey while it is designed: what the wizard and the builder do differently for it. Pure. */
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

/** What a new one starts with (spec 3 §9): not for everyone, its authors hidden, a title and a description that are needed. */
export const newTargetedDraft = (labels: DefaultLabels): SurveyDraft => ({
  ...newDraft(labels),
  everyone_can_create: false,
  hide_author: true,
  targeted_survey: true,
});

/** The part of a survey that is sent. */
export const getSentTask = (draft: SurveyDraft): DraftTask | undefined =>
  draft.saveTasks.find((it) => it.type === 'post') ?? draft.saveTasks[0];

/** What is asked: everything but the post's own title and text. */
export const getQuestions = (draft: SurveyDraft): DraftField[] =>
  (getSentTask(draft)?.fields ?? []).filter((it) => !isPostText(it));

export const newQuestion = (): DraftField => newField('longText');

/** Why a question cannot be taken, as the key of its text; undefined when it can. */
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
