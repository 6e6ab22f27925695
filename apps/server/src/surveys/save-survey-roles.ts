/** Sets the roles that may answer a survey when not everyone may (API v3 §2.4.3, §9, ruling 22). */
import type { Tx } from '../kernel/db/database.ts';
import { validationError } from '../kernel/http/problem.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { findRoleIds } from '../users/users.public.ts';
import { recordSurveyRoles } from './record-survey-change.ts';
import { requireEditableSurvey } from './save-survey.ts';
import { readSurvey, replaceSurveyRoles, type SurveyRow } from './surveys.sql.ts';

/**
 * Replaces the roles of a survey; an empty list clears them.
 * @param input ids and names of roles, possibly mixed; validated after the viewer's privilege
 * @returns the survey before the change, and the ids of its new roles
 */
export async function saveSurveyRoles(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  input: { readonly roles: readonly (number | string)[] },
): Promise<{ survey: SurveyRow; roleIds: number[] }> {
  const survey = await requireEditableSurvey(tx, viewer, surveyId);
  const idsOrNames = input.roles;
  const idsByReference = await findRoleIds(tx, idsOrNames);
  const roleIds = new Set<number>();
  for (const idOrName of idsOrNames) {
    const id = idsByReference.get(String(idOrName));
    // API v3 names the field `role_id` here, not `roles`.
    if (id === undefined) throw validationError('forms', 'role_id', 'exists', { value: idOrName });
    roleIds.add(id);
  }
  const sorted = [...roleIds].sort((a, b) => a - b);
  await replaceSurveyRoles(tx, surveyId, sorted);
  await recordSurveyRoles(tx, viewer, survey, (await readSurvey(tx, surveyId)) ?? survey);
  return { survey, roleIds: sorted };
}
