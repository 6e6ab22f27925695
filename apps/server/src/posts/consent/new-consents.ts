/** What the reporters of new posts agreed to. */
import type { FieldError } from '@waypost/contract/common/problems';
import type { PostInput } from '@waypost/contract/posts/posts';
import type { SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import type { Tx } from '../../kernel/db/database.ts';
import { consentKey, readConsentVersions, type SurveyRow } from '../../surveys/surveys.public.ts';
import { submittedSurveyId } from '../answers/submitted-answers.ts';
import { checkAnswer, type StoredConsent, splitChoices } from './consent.rules.ts';
import { insertPostConsents } from './post-consents.sql.ts';

/** The answer of a new post, as it is stored. */
export interface NewConsent extends StoredConsent {
  /** The answer that was sent; undefined where there is none. */
  answer: PostInput['consent'];
  /** Who recorded an answer that was given elsewhere, and where. */
  recorded?: { userId: number | null; note: string };
}

/** What a draft says about consent. */
interface ConsentDraft {
  input: Pick<PostInput, 'consent'>;
  viewer: { id: number | null };
  recordedConsent?: StoredConsent & { note: string };
}

type ConsentInput = Pick<PostInput, 'consent' | 'form' | 'form_id'>;

/** Finds what a reporter was asked: the version that they read, which may be an earlier one. */
export type FindAskedConsent = (input: ConsentInput) => SurveyConsent | undefined;

/** Reads what the reporters of posts were asked. */
export async function readAskedConsents(
  tx: Tx,
  inputs: readonly ConsentInput[],
  surveys: ReadonlyMap<number, SurveyRow>,
): Promise<FindAskedConsent> {
  const versionOf = ({ consent, ...input }: ConsentInput) =>
    consent && { survey_id: submittedSurveyId(input) ?? 0, version: consent.version };
  const currentOf = (surveyId: number) => surveys.get(surveyId)?.consent ?? undefined;
  const earlier = await readConsentVersions(
    tx,
    inputs.flatMap((input) => {
      const it = versionOf(input);
      return it && currentOf(it.survey_id)?.version !== it.version ? [it] : [];
    }),
  );
  return (input) => {
    const it = versionOf(input);
    if (!it) return undefined;
    const current = currentOf(it.survey_id);
    return current?.version === it.version ? current : earlier.get(consentKey(it));
  };
}

/** The answer of a new post and its errors. A post without one has no answer, whatever its survey asks: other clients send none. */
export function resolveNewConsent(
  { input: { consent: answer }, viewer, recordedConsent }: ConsentDraft,
  asked: SurveyConsent | undefined,
): { consent: NewConsent; faults: FieldError[] } {
  if (recordedConsent && recordedConsent.agreed_uses.length + recordedConsent.declined_uses.length > 0) {
    const { note, ...stored } = recordedConsent;
    return { consent: { ...stored, answer: undefined, recorded: { userId: viewer.id, note } }, faults: [] };
  }
  if (!answer) return { consent: { agreed_uses: [], declined_uses: [], answer }, faults: [] };
  const { agreed, declined } = splitChoices(asked?.uses ?? [], answer.agreed);
  return {
    consent: { agreed_uses: agreed, declined_uses: declined, answer },
    faults: checkAnswer(answer, asked),
  };
}

function toConsentRow(id: number, { answer, recorded, agreed_uses, declined_uses }: NewConsent) {
  const uses = { agreed: [...agreed_uses], declined: [...declined_uses] };
  if (recorded)
    return {
      post_id: id,
      version: null,
      language: null,
      confirmed: false,
      ...uses,
      source: 'team' as const,
      user_id: recorded.userId,
      note: recorded.note,
    };
  if (!answer) return undefined;
  const { version, language, confirmed } = answer;
  const source = 'report' as const;
  return { post_id: id, version, language, confirmed, ...uses, source, user_id: null, note: null };
}

/** Stores the answers of new posts. */
export const insertNewConsents = (
  tx: Tx,
  posts: readonly { id: number; consent: NewConsent }[],
): Promise<void> =>
  insertPostConsents(
    tx,
    posts.flatMap(({ id, consent }) => toConsentRow(id, consent) ?? []),
  );
