import type { Site } from '@waypost/contract/settings/settings';
import { siteKeys } from '@waypost/contract/settings/site-keys';
import type { DateOrder } from './written-date.ts';

/** The order of day and month in dates of a language, such as `en-US`; day first where the year comes first, or if it is unknown. */
function resolveLanguageOrder(language: string, country: string | undefined): DateOrder {
  try {
    const locale = new Intl.Locale(language.replace('_', '-'), country ? { region: country } : {});
    const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' }).formatToParts(0);
    return parts.find(({ type }) => type !== 'literal')?.type === 'month' ? 'mdy' : 'dmy';
  } catch {
    return 'dmy';
  }
}

/**
 * The order of day and month that people expect on a site: that of its date format if somebody has changed it, else that of its
 * language in its country.
 */
export function resolveSiteDateOrder({
  date_format,
  language,
  country,
}: Pick<Site, 'date_format' | 'language' | 'country'>): DateOrder {
  if (date_format !== siteKeys.date_format.default) return /^[nmFM]/.test(date_format) ? 'mdy' : 'dmy';
  return resolveLanguageOrder(language, country);
}
