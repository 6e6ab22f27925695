/** What goes when a survey, a task or an attribute is deleted: asked before it is done. */
import type { Tx } from '../kernel/db.ts';
import { notFound } from '../kernel/problem.ts';
import { require } from '../kernel/refuse.ts';
import type { Viewer } from '../kernel/viewer.ts';
import { countAnswered } from './answers.sql.ts';
import { readSurveyFields } from './fields.sql.ts';
import { readableSurvey } from './save-survey.ts';
import { surveyPrivileges } from './surveys.rules.ts';

interface Part {
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
  { stage, attribute }: Part,
): Promise<number> {
  const survey = await readableSurvey(tx, viewer, surveyId);
  require(viewer, surveyPrivileges(viewer, survey), 'delete', 'forms', surveyId);
  if (stage === undefined && attribute === undefined) return countAnswered(tx, surveyId);
  const { tasks, attributes } = await readSurveyFields(tx, surveyId);
  if (stage !== undefined && !tasks.some((it) => it.id === stage)) throw notFound('form_stages', stage);
  const meant = attributes.filter(
    (it) => (stage === undefined || it.form_stage_id === stage) && (attribute ?? it.id) === it.id,
  );
  if (attribute !== undefined && meant.length === 0) throw notFound('form_attributes', attribute);
  return countAnswered(tx, surveyId, meant);
}
