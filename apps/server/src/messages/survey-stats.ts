/** A survey in numbers (wire 2.4.5). What the viewer may not see is in none of them. */
import type { SurveyStats } from '@waypost/contract/stats';
import type { Tx } from '../kernel/db.ts';
import type { Viewer } from '../kernel/viewer.ts';
import type { Addresses } from '../kernel/wire.ts';
import { readableSurvey } from '../surveys/surveys.public.ts';
import { countFromWeb, countMessages, type Span } from './survey-stats.sql.ts';

const none = {
  total_responses: null,
  total_recipients: null,
  total_response_recipients: null,
  total_messages_sent: null,
  total_messages_pending: null,
  total_by_data_source: null,
};

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
  const counts = await countMessages(tx, viewer, survey.id, span);
  const { sms, email, twitter } = counts;
  const told: SurveyStats = {
    id: null,
    url: `${addresses.root}/api/v3/form_stats`,
    ...none,
    allowed_privileges: ['read', 'create', 'update', 'delete', 'search'],
  };
  if (survey.targeted_survey)
    return {
      ...told,
      total_responses: counts.incoming,
      total_recipients: counts.reached,
      total_response_recipients: counts.contacts,
      total_messages_sent: counts.sent,
      total_messages_pending: counts.pending,
    };
  const web = await countFromWeb(tx, viewer, survey.id, span);
  return { ...told, total_by_data_source: { sms, email, twitter, web, all: sms + email + twitter + web } };
}
