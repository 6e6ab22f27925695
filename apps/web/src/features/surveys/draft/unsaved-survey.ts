/**
 * A new survey that could not be saved because somebody else used the last survey of the plan (spec 3 §8: the user is sent back
 * to the list). It is kept in memory for this user until there is room.
 */
import { onSessionChange } from '../../../api/session.ts';
import type { SurveyDraft } from './survey-draft.ts';

let unsavedSurvey: SurveyDraft | null = null;

onSessionChange((account, previousAccount) => {
  if (account?.id !== previousAccount?.id) unsavedSurvey = null;
});

/** Keeps a draft for the current user. */
export const storeUnsavedSurvey = (draft: SurveyDraft): void => {
  unsavedSurvey = draft;
};
/** The kept draft, if any. */
export const getUnsavedSurvey = (): SurveyDraft | null => unsavedSurvey;
/** Discards the kept draft. */
export const clearUnsavedSurvey = (): void => {
  unsavedSurvey = null;
};
