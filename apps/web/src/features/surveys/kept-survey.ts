/**
 * A new survey that was designed while somebody else took the plan's last place (spec 3 §8: its author is sent back to the
 * list). It is kept while the page is open, for the person who made it, and is there again once there is room.
 */
import { onSessionChange } from '../../api/session.ts';
import type { SurveyDraft } from './survey-draft.ts';

let kept: SurveyDraft | null = null;

onSessionChange((account, before) => {
  if (account?.id !== before?.id) kept = null;
});

export const keepSurvey = (draft: SurveyDraft): void => {
  kept = draft;
};
export const keptSurvey = (): SurveyDraft | null => kept;
export const letGoOfKeptSurvey = (): void => {
  kept = null;
};
