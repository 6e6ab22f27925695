/** A survey in numbers (wire 2.4.5). What the viewer may not see is in none of them. */
import type { SurveyStats } from '@waypost/contract/stats';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { readableSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { questionsOf } from './questions.ts';
import { countFromWeb, countMessages, countRecipients, type Span } from './survey-stats.sql.ts';

const none = {
  total_responses: null,
  total_recipients: null,
  total_response_recipients: null,
  total_messages_sent: null,
  total_messages_pending: null,
  total_by_data_source: null,
};

/** What is still to be sent: questions that wait, and those that have not been come to. */
async function countTargeted(tx: Tx, surveyId: number, span: Span) {
  const questions = questionsOf(await readSurveyFields(tx, surveyId)).map((it) => it.id);
  const counts = await countRecipients(tx, surveyId, questions, span);
  return {
    total_responses: counts.responses,
    total_recipients: counts.recipients,
    total_response_recipients: counts.answering,
    total_messages_sent: counts.sent,
    total_messages_pending: counts.pending,
  };
}

/**
 * Of a survey that is sent to chosen people: what they were sent and answered. Of any other: by which way its posts came.
 * @throws 404 when there is no such survey
 */
export async function surveyStats(
  tx: Tx,
  viewer: Viewer,
  addresses: Addresses,
  surveyId: number,
  span: Span,
): Promise<SurveyStats> {
  const survey = await readableSurvey(tx, viewer, surveyId);
  const told: SurveyStats = {
    id: null,
    url: `${addresses.root}/api/v3/form_stats`,
    ...none,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  };
  if (survey.targeted_survey) return { ...told, ...(await countTargeted(tx, survey.id, span)) };
  const { sms, email, twitter } = await countMessages(tx, viewer, survey.id, span);
  const web = await countFromWeb(tx, viewer, survey.id, span);
  return { ...told, total_by_data_source: { sms, email, twitter, web, all: sms + email + twitter + web } };
}
