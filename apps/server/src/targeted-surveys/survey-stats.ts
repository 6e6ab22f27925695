/** A survey in numbers (API v3 §2.4.5). What the viewer may not see is in none of them. */
import type { SurveyStats } from '@waypost/contract/browse/stats';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readableSurvey, readSurveyFields } from '../surveys/surveys.public.ts';
import { selectQuestions } from './survey-questions.ts';
import { countMessagesByType, countRecipients, countWebPosts, type DateRange } from './survey-stats.sql.ts';

const emptyTotals = {
  total_responses: null,
  total_recipients: null,
  total_response_recipients: null,
  total_messages_sent: null,
  total_messages_pending: null,
  total_by_data_source: null,
};

/** What is still to be sent: questions that wait, and those that have not been come to. */
async function countTargeted(tx: Tx, surveyId: number, dateRange: DateRange) {
  const questions = selectQuestions(await readSurveyFields(tx, surveyId)).map((it) => it.id);
  const counts = await countRecipients(tx, surveyId, questions, dateRange);
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
export async function computeSurveyStats(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  surveyId: number,
  dateRange: DateRange,
): Promise<SurveyStats> {
  const survey = await readableSurvey(tx, viewer, surveyId);
  const stats: SurveyStats = {
    id: null,
    url: `${urls.baseUrl}/api/v3/form_stats`,
    ...emptyTotals,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  };
  if (survey.targeted_survey) return { ...stats, ...(await countTargeted(tx, survey.id, dateRange)) };
  const { sms, email, twitter } = await countMessagesByType(tx, viewer, survey.id, dateRange);
  const web = await countWebPosts(tx, viewer, survey.id, dateRange);
  return { ...stats, total_by_data_source: { sms, email, twitter, web, all: sms + email + twitter + web } };
}
