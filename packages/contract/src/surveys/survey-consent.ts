/**
 * What a survey asks its reporters to agree to (docs/decisions/0071). An extension of API v3. Each change makes a new version;
 * earlier ones stay, so that an answer can be read as it was given.
 */
import { z } from 'zod';
import { limits } from '../common/limits.ts';
import { BooleanIn, listIn } from '../common/scalars.ts';

/**
 * What a reporter can agree to. `publish`: the report may be published. `share`: it may be sent to partners, by webhooks and exports.
 * `contact`: the team may write to the reporter.
 */
export const consentUses = ['publish', 'share', 'contact'] as const;
export const ConsentUse = z.enum(consentUses);
export type ConsentUse = z.infer<typeof ConsentUse>;

/** The language of a text: `en`, or `pt-BR`. */
export const ConsentLanguage = z
  .string()
  .max(limits.varchar)
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/);

/** Uses in a request, each once, in the order of `consentUses`. */
export const ConsentUsesIn = listIn(
  z
    .array(ConsentUse)
    .max(limits.consentUses)
    .transform((uses) => consentUses.filter((use) => uses.includes(use))),
);

/** What a survey asks, as the API returns it. */
export const SurveyConsent = z.object({
  /** Counts from 1 for each survey. */
  version: z.number().int(),
  /** The text that reporters read, with simple Markdown. */
  text: z.string(),
  /** The text in other languages. */
  translations: z.record(z.string(), z.string()),
  /** The uses that reporters are asked about. */
  uses: z.array(ConsentUse),
  /** Whether reporters must confirm that they have read the text. */
  confirmation: z.boolean(),
  /**
   * Whether a report without an answer, such as a text message, counts as one whose sender did not agree. Otherwise such a report may be
   * used.
   */
  unanswered_is_no: z.boolean(),
});
export type SurveyConsent = z.infer<typeof SurveyConsent>;

/** The text in a language, else in its base language, else the text itself. @param language BCP 47, such as `pt-BR` */
export function pickConsentText(
  { text, translations }: Pick<SurveyConsent, 'text' | 'translations'>,
  language: string,
): string {
  const base = language.split(/[-_]/)[0] ?? language;
  return translations[language] ?? translations[base] ?? text;
}

/** An answer that is sent with a new report. */
export const ConsentAnswer = z.object({
  /** The version that the reporter read. It may be an earlier one: the report may have waited on the device. */
  version: z.number().int().positive(),
  /** The language in which they read it. */
  language: ConsentLanguage.nullable().default(null),
  /** What they agreed to. Everything else that was asked, they did not. */
  agreed: ConsentUsesIn.default([]),
  /** Whether they confirmed that they have read the text. */
  confirmed: BooleanIn.default(false),
});
export type ConsentAnswer = z.output<typeof ConsentAnswer>;
