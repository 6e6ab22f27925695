/** Counts the posts that would lose answers if a survey, task or attribute were deleted. */
import type { Tx } from '../kernel/db/database.ts';
import { notFound } from '../kernel/http/problem.ts';
import { requirePrivilege } from '../kernel/security/require-privilege.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { countPostsAnswering } from './answers.sql.ts';
import { readSurveyFields } from './fields.sql.ts';
import { requireReadableSurvey } from './save-survey.ts';
import { surveyPrivileges } from './surveys.rules.ts';

interface SurveyPart {
  /** Id of a task. */
  stage?: number | undefined;
  /** Id of an attribute. */
  attribute?: number | undefined;
}

/**
 * Counts the posts of a survey, or those that answer one of its parts, including posts that the viewer may not see.
 * @throws Problem 404 for a task or attribute that the survey does not have
 */
export async function countAnswers(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  { stage, attribute }: SurveyPart,
): Promise<number> {
  const survey = await requireReadableSurvey(tx, viewer, surveyId);
  requirePrivilege(viewer, surveyPrivileges(viewer, survey), 'delete', 'forms', surveyId);
  if (stage === undefined && attribute === undefined) return countPostsAnswering(tx, surveyId);
  const { tasks, attributes } = await readSurveyFields(tx, surveyId);
  if (stage !== undefined && !tasks.some((task) => task.id === stage)) throw notFound('form_stages', stage);
  const selected = attributes.filter(
    ({ id, form_stage_id }) =>
      (stage === undefined || form_stage_id === stage) && (attribute === undefined || attribute === id),
  );
  if (attribute !== undefined && selected.length === 0) throw notFound('form_attributes', attribute);
  return countPostsAnswering(tx, surveyId, selected);
}
