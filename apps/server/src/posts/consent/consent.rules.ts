/** What a post may not be used for, by the answer of its reporter and by what its survey asks (docs/decisions/0071). Pure. */
import type { PostStatus } from '@waypost/contract/browse/post-filters';
import type { FieldError } from '@waypost/contract/common/problems';
import type { PostConsent } from '@waypost/contract/posts/post-consent';
import type { RevisedConsent } from '@waypost/contract/posts/post-revisions';
import {
  type ConsentAnswer,
  type ConsentUse,
  consentUses,
  type SurveyConsent,
} from '@waypost/contract/surveys/survey-consent';

/** The answer that counts, as the row of a post has it; both lists are empty where none was given. */
export interface StoredConsent {
  agreed_uses: readonly ConsentUse[];
  declined_uses: readonly ConsentUse[];
}

/** The part of a survey that decides about unanswered questions. */
export interface ConsentSurvey {
  consent: Pick<SurveyConsent, 'uses' | 'unanswered_is_no'> | null;
}

/**
 * Why a post may not be used; undefined if it may. A no counts whatever the survey asks now. The same decision as `isUsable` in
 * `post-consents.sql.ts`.
 */
export function findRefusalReason(
  survey: ConsentSurvey | undefined,
  { agreed_uses, declined_uses }: StoredConsent,
  use: ConsentUse,
): PostConsent['refused'][number]['reason'] | undefined {
  if (declined_uses.includes(use)) return 'declined';
  if (agreed_uses.includes(use)) return undefined;
  const { uses = [], unanswered_is_no = false } = survey?.consent ?? {};
  return unanswered_is_no && uses.includes(use) ? 'unanswered' : undefined;
}

/** Everything that a post may not be used for. */
export const listRefusals = (
  survey: ConsentSurvey | undefined,
  stored: StoredConsent,
): PostConsent['refused'] =>
  consentUses.flatMap((use) => {
    const reason = findRefusalReason(survey, stored, use);
    return reason ? [{ use, reason }] : [];
  });

/** The status of a post that gets into a survey: one that may not be published is kept for the team. */
export const statusInSurvey = (
  survey: ConsentSurvey | undefined,
  stored: StoredConsent,
  status: PostStatus,
): PostStatus => (status === 'published' && findRefusalReason(survey, stored, 'publish') ? 'draft' : status);

/**
 * The uses that a later answer is about: those that the survey asks now, and those that were agreed to before, which can be taken back.
 * The team can also record another answer to what was declined.
 */
export function listChoices(
  survey: ConsentSurvey | undefined,
  { agreed_uses, declined_uses }: StoredConsent,
  speaker: 'author' | 'team',
): ConsentUse[] {
  const askedUses = survey?.consent?.uses ?? declined_uses;
  return consentUses.filter(
    (use) =>
      askedUses.includes(use) ||
      agreed_uses.includes(use) ||
      (speaker === 'team' && declined_uses.includes(use)),
  );
}

/** The errors of an answer that is sent with a report. @param asked the version that was read; undefined if there is none */
export function checkAnswer(answer: ConsentAnswer, asked: SurveyConsent | undefined): FieldError[] {
  const field = 'consent';
  if (!asked) return [{ field, rule: 'exists', params: { value: answer.version } }];
  const unasked = answer.agreed.find((use) => !asked.uses.includes(use));
  if (unasked) return [{ field, rule: 'consentNotAsked', params: { value: unasked } }];
  return asked.confirmation && !answer.confirmed ? [{ field, rule: 'consentNotConfirmed' }] : [];
}

/** An answer as it is stored: what was asked and not agreed to is declined. */
export const splitChoices = (
  choices: readonly ConsentUse[],
  agreed: readonly ConsentUse[],
): { agreed: ConsentUse[]; declined: ConsentUse[] } => ({
  agreed: choices.filter((use) => agreed.includes(use)),
  declined: choices.filter((use) => !agreed.includes(use)),
});

/** An answer as revisions store it. */
export const toRevisedConsent = ({ agreed_uses, declined_uses }: StoredConsent): RevisedConsent =>
  consentUses.flatMap((use): RevisedConsent => {
    if (declined_uses.includes(use)) return [`${use}:no`];
    return agreed_uses.includes(use) ? [`${use}:yes`] : [];
  });
