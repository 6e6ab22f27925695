/** The languages that an account can have: those of the app, each by its own name. */

import type { TFunction } from 'i18next';
import { getConfig } from '../../api/config.ts';
import { getLanguageName, languages, toLanguageTag } from '../../ui/i18n/i18n.ts';

/**
 * The options of a language field; the empty one means no preference.
 * @param stored the account's current language, which is offered even if the app does not have it
 */
export function listUserLanguageOptions(
  t: TFunction,
  stored: string | null | undefined,
): { value: string; label: string }[] {
  // Without its region, which the app has no translations for.
  const [siteLanguage = ''] = toLanguageTag(getConfig().site.language).split('-');
  const site = getLanguageName(siteLanguage);
  const all = [...new Set([...languages, ...(stored ? [stored] : [])])];
  return [
    { value: '', label: t('language.ofSite', { language: site }) },
    ...all.map((value) => ({ value, label: getLanguageName(toLanguageTag(value)) })),
  ];
}
