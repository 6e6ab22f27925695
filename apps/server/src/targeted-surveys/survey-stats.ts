/** Statistics of a survey (API v3 §2.4.5). */
import type { SurveyStats } from '@waypost/contract/browse/stats';
import { readStats } from '../browse/browse.public.ts';
import type { Tx } from '../kernel/db/database.ts';
import type { UrlBuilder } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import { readSurveyFields, requireReadableSurvey } from '../surveys/surveys.public.ts';
import { selectQuestions } from './survey-questions.ts';
import { countRecipients, type DateRange } from './survey-stats.sql.ts';

const emptyTotals = {
  total_responses: null,
  total_recipients: null,
  total_response_recipients: null,
  total_messages_sent: null,
  total_messages_pending: null,
  total_by_data_source: null,
};

/** Totals of a targeted survey. Pending messages include questions that were not asked yet. */
async function countTargeted(tx: Tx, surveyId: number, dateRange: DateRange) {
  const questionIds = selectQuestions(await readSurveyFields(tx, surveyId)).map((question) => question.id);
  const counts = await countRecipients(tx, surveyId, questionIds, dateRange);
  return {
    total_responses: counts.responses,
    total_recipients: counts.recipients,
    total_response_recipients: counts.answering,
    total_messages_sent: counts.sent,
    total_messages_pending: counts.pending,
  };
}

/** Counts the posts of a survey by source: the row of the survey in `/posts/stats`, so that both agree (API v3 §9). */
async function countBySource(
  tx: Tx,
  viewer: Viewer,
  surveyId: number,
  dateRange: DateRange,
): Promise<SurveyStats['total_by_data_source']> {
  const query = { form: [surveyId], status: ['all' as const], group_by: 'form', ...dateRange };
  const [group] = (await readStats(tx, viewer, query)).totals;
  const counts = { sms: 0, email: 0, twitter: 0, web: 0, all: 0 };
  for (const row of group?.values ?? []) {
    if ('type' in row) counts[row.type] += row.total;
    counts.all += row.total;
  }
  return counts;
}

/**
 * Statistics of a targeted survey: sent messages and responses. Of any other survey: its posts by source, as far as
 * `/posts/stats` counts them for the viewer.
 * @throws Problem 404
 */
export async function computeSurveyStats(
  tx: Tx,
  viewer: Viewer,
  urls: UrlBuilder,
  surveyId: number,
  dateRange: DateRange,
): Promise<SurveyStats> {
  const survey = await requireReadableSurvey(tx, viewer, surveyId);
  const stats: SurveyStats = {
    id: null,
    url: `${urls.baseUrl}/api/v3/form_stats`,
    ...emptyTotals,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  };
  if (survey.targeted_survey) return { ...stats, ...(await countTargeted(tx, survey.id, dateRange)) };
  return { ...stats, total_by_data_source: await countBySource(tx, viewer, survey.id, dateRange) };
}
