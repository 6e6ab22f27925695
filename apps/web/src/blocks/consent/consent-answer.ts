/** The answer of a reporter while they fill in a form. It is in memory only: a draft keeps nothing ticked. */
import type { ConsentAnswer, ConsentUse } from '@waypost/contract/surveys/survey-consent';
import type { Survey } from '@waypost/contract/surveys/surveys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What is ticked. */
export interface ConsentAnswerState {
  agreed: readonly ConsentUse[];
  confirmed: boolean;
}

/** Returns what is ticked in the form of a survey, and its check. */
export function useConsentAnswer(consent: Survey['consent']) {
  const { i18n } = useTranslation();
  const [answer, setAnswer] = useState<ConsentAnswerState>({ agreed: [], confirmed: false });
  const [refusals, setRefusals] = useState(0);
  return {
    answer,
    setAnswer,
    /** How often the report was not sent because the confirmation is missing. */
    refusals,
    /** Whether the report may be used for this, as far as the reporter is asked. */
    allows: (use: ConsentUse): boolean => !consent?.uses.includes(use) || answer.agreed.includes(use),
    /** Whether the report can be sent; if not, the field is shown. */
    check: (): boolean => {
      const canBeSent = !consent?.confirmation || answer.confirmed;
      if (!canBeSent) setRefusals((count) => count + 1);
      return canBeSent;
    },
    /** The answer for the request; undefined where the survey asks nothing. */
    read: (): ConsentAnswer | undefined =>
      consent
        ? {
            version: consent.version,
            language: i18n.language,
            agreed: [...answer.agreed],
            confirmed: answer.confirmed,
          }
        : undefined,
  };
}
