/** Recipients of targeted surveys and simulated phones in API v3 format. */
import type { SimulatedPhone, SurveyContact } from '@waypost/contract/targeted-surveys/targeted-surveys';
import { toApiDate } from '../kernel/http/api-format.ts';
import type { Viewer } from '../kernel/security/viewer.ts';
import type { findSimulatedPhones, SurveyContactRow } from './targeted-surveys.sql.ts';

/** Status texts of the API (API v3 §5.1). `WAITING`, `STOPPED` and `EXPIRED` are additions. */
const statusLabels = {
  waiting: 'WAITING',
  pending: 'PENDING RESPONSE',
  received: 'RECEIVED RESPONSE',
  finished: 'SURVEY FINISHED',
  stopped: 'STOPPED',
  expired: 'EXPIRED',
};

/** A recipient of a survey. */
export const viewSurveyContact = (
  viewer: Viewer,
  row: SurveyContactRow & { contact: string },
): SurveyContact => ({
  id: row.id,
  form_id: row.survey_id,
  contact_id: row.contact_id,
  // The entry names the report of the contact.
  contact: viewer.can('View personal data') ? row.contact : null,
  country_code: row.country_code,
  survey_status:
    row.state === 'moved'
      ? `ACTIVE CONTACT IN SURVEY ${row.moved_to_survey_id ?? 0}`
      : statusLabels[row.state],
  post_id: row.post_id,
  data_source: row.data_source,
  created: toApiDate(row.created),
});

/** A simulated phone with its latest message. */
export const viewSimulatedPhone = (
  row: Awaited<ReturnType<typeof findSimulatedPhones>>[number],
): SimulatedPhone => ({
  ...row,
  created: toApiDate(row.created),
  code: row.code ?? undefined,
});
