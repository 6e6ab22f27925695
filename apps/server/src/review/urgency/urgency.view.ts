/** Rules of urgency in the format of the API. */
import type { UrgencyRule } from '@waypost/contract/review/urgency';
import type { UrlBuilder } from '../../kernel/http/api-format.ts';
import type { RuleRow } from './urgency.sql.ts';

/** A rule. */
export const viewRule = (urls: UrlBuilder, rule: RuleRow): UrgencyRule => ({
  id: rule.id,
  kind: rule.kind,
  weight: rule.weight,
  tag: rule.category_id === null ? null : urls.relation('tags', rule.category_id),
  form: rule.survey_id === null ? null : urls.relation('forms', rule.survey_id),
  name: rule.name,
  words: rule.words,
  location: rule.lat === null || rule.lon === null ? null : { lat: rule.lat, lon: rule.lon },
  within_km: rule.radius_km,
  hours: rule.hours,
});
