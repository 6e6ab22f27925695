/**
 * A new survey that was designed while somebody else took the plan's last place (spec 3 §8: its author is sent back to the
 * list). It is kept while the page is open, for the person who made it, and is there again once there is room.
 */
import { onSessionChange } from '../../../api/session.ts';
import type { SurveyDraft } from './survey-draft.ts';

let unsavedSurvey: SurveyDraft | null = null;

onSessionChange((account, before) => {
  if (account?.id !== before?.id) unsavedSurvey = null;
});

export const storeUnsavedSurvey = (draft: SurveyDraft): void => {
  unsavedSurvey = draft;
};
export const getUnsavedSurvey = (): SurveyDraft | null => unsavedSurvey;
export const clearUnsavedSurvey = (): void => {
  unsavedSurvey = null;
};
