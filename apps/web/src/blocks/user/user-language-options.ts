/** The languages that an account can have: those that the app speaks, each by its own name. */
import type { TFunction } from 'i18next';
import { getConfig } from '../../api/config.ts';
import { getLanguageName, languages, toLanguageTag } from '../../ui/i18n/i18n.ts';

/**
 * The choices of a field; the empty one stands for no language of one's own.
 * @param stored what the account has: it is offered as it is, whatever it is
 */
export function listUserLanguageOptions(
  t: TFunction,
  stored: string | null | undefined,
): { value: string; label: string }[] {
  const site = getLanguageName(toLanguageTag(getConfig().site.language));
  const all = [...new Set([...languages, ...(stored ? [stored] : [])])];
  return [
    { value: '', label: t('language.ofSite', { language: site }) },
    ...all.map((value) => ({ value, label: getLanguageName(toLanguageTag(value)) })),
  ];
}
