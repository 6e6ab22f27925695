/** Choosing the roles that may answer a survey when not everyone may (API v3 §2.4.3, §9 ruling 22). */
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findRoleIds } from '../users/users.public.ts';
import { requireEditableSurvey } from './save-survey.ts';
import { replaceSurveyRoles, type SurveyRow } from './surveys.sql.ts';

/**
 * Replaces the roles; an empty list clears them.
 * @param input ids and names, mixed as they come; judged after the right to the survey
 * @returns the survey as it was, and the ids of its roles now
 */
export async function saveSurveyRoles(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: { readonly roles: readonly (number | string)[] },
): Promise<{ survey: SurveyRow; roleIds: number[] }> {
  const survey = await requireEditableSurvey(tx, viewer, surveyId);
  const idsOrNames = input.roles;
  const known = await findRoleIds(tx, idsOrNames);
  const roleIds = new Set<number>();
  for (const word of idsOrNames) {
    const id = known.get(String(word));
    // The wire names the column here, not the list.
    if (id === undefined) throw validationError('forms', 'role_id', 'exists', { value: word });
    roleIds.add(id);
  }
  const sorted = [...roleIds].sort((a, b) => a - b);
  await replaceSurveyRoles(tx, surveyId, sorted);
  return { survey, roleIds: sorted };
}
