/** What goes when a survey, a task or an attribute is deleted: asked before it is done. */
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
 * Counts posts of a survey, or those that answer a part of it; those that the viewer may not see, too.
 * @throws Problem 404 for a part that the survey does not have
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
  if (stage !== undefined && !tasks.some((it) => it.id === stage)) throw notFound('form_stages', stage);
  const meant = attributes.filter(
    (it) => (stage === undefined || it.form_stage_id === stage) && (attribute ?? it.id) === it.id,
  );
  if (attribute !== undefined && meant.length === 0) throw notFound('form_attributes', attribute);
  return countPostsAnswering(tx, surveyId, meant);
}
