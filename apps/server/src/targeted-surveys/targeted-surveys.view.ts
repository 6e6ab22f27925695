/** Whom a survey was sent to, as it leaves the server. */
import type { SimulatedPhone, SurveyContact } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { toApiDate } from '../kernel/http/api-format.ts';
import type { findSimulatedPhones, SurveyContactRow } from './targeted-surveys.sql.ts';

/** The wire's words (5.1) and, for what it does not know, ours. */
const statusLabels = {
  waiting: 'WAITING',
  pending: 'PENDING RESPONSE',
  received: 'RECEIVED RESPONSE',
  finished: 'SURVEY FINISHED',
  stopped: 'STOPPED',
  expired: 'EXPIRED',
};

export const viewSurveyContact = (row: SurveyContactRow & { contact: string }): SurveyContact => ({
  id: row.id,
  form_id: row.survey_id,
  contact_id: row.contact_id,
  contact: row.contact,
  country_code: row.country_code,
  survey_status:
    row.state === 'moved' ? `ACTIVE CONTACT IN SURVEY ${row.moved_to ?? 0}` : statusLabels[row.state],
  post_id: row.post_id,
  data_source: row.data_source,
  created: toApiDate(row.created),
});

export const viewSimulatedPhone = (
  row: Awaited<ReturnType<typeof findSimulatedPhones>>[number],
): SimulatedPhone => ({
  ...row,
  created: toApiDate(row.created),
  code: row.code ?? undefined,
});
