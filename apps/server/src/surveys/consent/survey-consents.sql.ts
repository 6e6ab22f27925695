/** Queries about what surveys ask their reporters to agree to. Versions are only added. */

import type { ConsentUse, SurveyConsent } from '@waypost/contract/surveys/survey-consent';
import type { SurveyConsentInput } from '@waypost/contract/surveys/survey-consent-input';
import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';

/** What the row of a survey asks now, as a column of a query on `surveys`. */
export const currentConsent = sql<SurveyConsent | null>`(
  select json_build_object('version', version, 'text', text, 'translations', translations, 'uses', uses,
    'confirmation', confirmation, 'unanswered_is_no', unanswered_is_no)
  from survey_consents
  where survey_consents.survey_id = surveys.id and survey_consents.version = surveys.consent_version)`;

/** A version of what a survey asks. */
export interface ConsentVersion {
  survey_id: number;
  version: number;
}

/** Versions of what surveys ask, by `consentKey`. Those that do not exist have no entry. */
export async function readConsentVersions(
  tx: Tx,
  versions: readonly ConsentVersion[],
): Promise<Map<string, SurveyConsent>> {
  if (versions.length === 0) return new Map();
  const { rows } = await sql<SurveyConsent & ConsentVersion>`
    select survey_id, version, text, translations, uses, confirmation, unanswered_is_no
    from survey_consents
    where (survey_id, version) in (
      select survey_id, version
      from json_to_recordset(${JSON.stringify(versions)}::json) as needed (survey_id bigint, version integer))`.execute(
    tx,
  );
  return new Map(rows.map(({ survey_id, ...row }) => [consentKey({ survey_id, version: row.version }), row]));
}

/** Identifies a version among those of all surveys. */
export const consentKey = ({ survey_id, version }: ConsentVersion): string => `${survey_id}/${version}`;

/** Adds a version and makes it the one that the survey asks. */
export async function addConsentVersion(
  tx: Tx,
  surveyId: number,
  consent: SurveyConsentInput,
): Promise<void> {
  const { text, translations, confirmation, unanswered_is_no } = consent;
  const uses: readonly ConsentUse[] = consent.uses;
  await sql`
    with added as (
      insert into survey_consents (survey_id, version, text, translations, uses, confirmation, unanswered_is_no)
      select ${surveyId}, coalesce(max(version), 0) + 1, ${text}, ${JSON.stringify(translations)}::jsonb,
        ${uses}::text[], ${confirmation}, ${unanswered_is_no}
      from survey_consents where survey_id = ${surveyId}
      returning version)
    update surveys set consent_version = added.version from added where id = ${surveyId}`.execute(tx);
}

/** Asks nothing any more. Earlier versions stay. */
export const clearConsent = async (tx: Tx, surveyId: number): Promise<void> => {
  await tx.updateTable('surveys').set({ consent_version: null }).where('id', '=', surveyId).execute();
};
