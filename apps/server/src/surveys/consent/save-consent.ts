/** Saves what a survey asks its reporters to agree to (docs/decisions/0071). */
import { isDeepStrictEqual } from 'node:util';
import type { SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import type { SurveyConsentInput } from '@waypost/contract/surveys/survey-consent-input';
import type { Tx } from '../../kernel/db/database.ts';
import { addConsentVersion, clearConsent } from './survey-consents.sql.ts';

function isUnchanged(before: SurveyConsent | null, after: SurveyConsentInput | null): boolean {
  if (before === null || after === null) return before === after;
  const { version: _, ...stored } = before;
  return isDeepStrictEqual(stored, after);
}

/**
 * Saves what a survey asks. A change makes a new version. The row of the survey is locked.
 * @param before null if it asked nothing
 */
export async function saveConsent(
  tx: Tx,
  surveyId: number,
  before: SurveyConsent | null,
  after: SurveyConsentInput | null,
): Promise<void> {
  if (isUnchanged(before, after)) return;
  if (after === null) await clearConsent(tx, surveyId);
  else await addConsentVersion(tx, surveyId, after);
}
