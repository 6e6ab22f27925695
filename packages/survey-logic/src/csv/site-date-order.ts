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

/** Zones of the United States, and those of no country. */
const zonesWithMonthFirst =
  /^(?:US\/|America\/(?:New_York|Detroit|Chicago|Menominee|Denver|Boise|Phoenix|Los_Angeles|Anchorage|Juneau|Sitka|Metlakatla|Yakutat|Nome|Adak|Indiana|Kentucky|North_Dakota)|Pacific\/(?:Honolulu|Guam)|Asia\/Manila|UTC$|Etc\/)/;

/**
 * The order of day and month that people expect on a site: that of its date format if somebody has changed it, else that of its
 * language in its country. A site without a country has the month first only in a zone where people write it so: `en-US` is the language of
 * a new site.
 */
export function resolveSiteDateOrder({
  date_format,
  language,
  country,
  timezone,
}: Pick<Site, 'date_format' | 'language' | 'country' | 'timezone'>): DateOrder {
  if (date_format !== siteKeys.date_format.default) return /^[nmFM]/.test(date_format) ? 'mdy' : 'dmy';
  if (!country && !zonesWithMonthFirst.test(timezone)) return 'dmy';
  return resolveLanguageOrder(language, country);
}
