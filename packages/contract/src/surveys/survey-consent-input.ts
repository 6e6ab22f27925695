/** What a survey asks its reporters to agree to, in a request. A separate module, since reading pages do not need it. */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import { BooleanIn, objectIn } from '../common/scalars.ts';
import { ConsentLanguage, ConsentUsesIn } from './survey-consent.ts';

const consentText = z.string().trim().min(1).max(limits.consentText);

/** What a survey asks, in a request. `version` is ignored: clients send whole surveys back. */
export const SurveyConsentInput = z.object({
  text: consentText,
  translations: objectIn(z.record(ConsentLanguage, consentText))
    .refine((texts) => Object.keys(texts).length <= limits.consentLanguages)
    .default({}),
  uses: ConsentUsesIn.default([]),
  confirmation: BooleanIn.default(false),
  unanswered_is_no: BooleanIn.default(true),
});
export type SurveyConsentInput = z.output<typeof SurveyConsentInput>;
