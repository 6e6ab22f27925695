/** What the reporter of a post agreed to, and changing it later (docs/decisions/0071). Extensions of API v3. */
import { z } from 'zod';
import { defineEndpoint } from '../common/endpoint.ts';
import { limits } from '../common/limits.ts';
import { ApiDate, BooleanIn, Id, IdOut, OptionalText } from '../common/scalars.ts';
import { ConsentLanguage, ConsentUse, ConsentUsesIn, SurveyConsent } from '../surveys/survey-consent.ts';

/**
 * How an answer was given. `report`: with the report. `receipt`: later, with the receipt. `author`: later, by the account that is the
 * author. `team`: elsewhere, such as by phone or on paper, and recorded by the team.
 */
export const consentSources = ['report', 'receipt', 'author', 'team'] as const;
export type ConsentSource = (typeof consentSources)[number];

/** What was agreed to at one time. */
export const ConsentRecord = z.object({
  id: IdOut,
  /** The version of the survey's text; null if the survey had none. */
  version: z.number().int().nullable(),
  /** The language in which the reporter read it; null if unknown. */
  language: z.string().nullable(),
  /** The text as the reporter read it; null without a version. */
  text: z.string().nullable(),
  /** Whether the reporter confirmed that they have read the text. */
  confirmed: z.boolean(),
  agreed: z.array(ConsentUse),
  declined: z.array(ConsentUse),
  source: z.enum(consentSources),
  /** Who recorded it, for `team`; null when the account was deleted, and for callers without Manage Posts. */
  user: z.object({ id: IdOut, url: z.string(), realname: z.string().nullable() }).nullable(),
  /** How and when the reporter agreed, for `team`; null for callers without Manage Posts. */
  note: z.string().nullable(),
  created: ApiDate,
});
export type ConsentRecord = z.infer<typeof ConsentRecord>;

/** Why a post may not be used. `declined`: the reporter said no. `unanswered`: they said nothing, and the survey takes that for a no. */
export const refusalReasons = ['declined', 'unanswered'] as const;

/** What the reporter of a post agreed to. */
export const PostConsent = z.object({
  /** What the survey asks now; null if it asks nothing. */
  asked: SurveyConsent.nullable(),
  /** The answer that counts; null if there is none. */
  current: ConsentRecord.nullable(),
  /** Earlier answers, the latest first; empty for callers without Manage Posts. */
  earlier: z.array(ConsentRecord),
  /** What the post may not be used for. */
  refused: z.array(z.object({ use: ConsentUse, reason: z.enum(refusalReasons) })),
  /** The uses that an answer is about, when the caller gives or records one. */
  choices: z.array(ConsentUse),
  /** Whether the caller gives their own answer (`author`), records that of the reporter (`team`), or neither. */
  can_change: z.enum(['author', 'team']).nullable(),
});
export type PostConsent = z.infer<typeof PostConsent>;

/** An answer for a stored post. */
export const ConsentChange = z.object({
  /** The version that was read; the latest if absent. */
  version: z.number().int().positive().nullable().default(null),
  language: ConsentLanguage.nullable().default(null),
  /** What the reporter agrees to. All other choices they do not. */
  agreed: ConsentUsesIn,
  /** Whether the reporter confirmed that they have read the text, where they agree to more than before and the version asks for it. */
  confirmed: BooleanIn.default(false),
  /** How and when the reporter agreed; required from the team. */
  note: OptionalText.pipe(z.string().max(limits.consentNote).nullable()).default(null),
});
export type ConsentChange = z.output<typeof ConsentChange>;

const params = z.object({ id: Id });

export const readPostConsent = defineEndpoint({
  name: 'readPostConsent',
  method: 'GET',
  path: '/posts/{id}/consent',
  summary: 'What the reporter agreed to; for the author and the team',
  scope: 'posts',
  token: 'required',
  params,
  response: PostConsent,
});

export const changePostConsent = defineEndpoint({
  name: 'changePostConsent',
  method: 'PUT',
  path: '/posts/{id}/consent',
  summary:
    'Change what the reporter agreed to; a published post that may no longer be published is under review again',
  scope: 'posts',
  token: 'required',
  params,
  body: ConsentChange,
  response: PostConsent,
});
