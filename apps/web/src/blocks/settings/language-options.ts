/** Languages of a deployment, as BCP 47 tags: those with translations first, then other common ones. */
import { getLanguageName, languages, toLanguageTag } from '../../ui/i18n/i18n.ts';

const furtherLanguages = [
  'am',
  'ar',
  'bg',
  'bn',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'et',
  'fa',
  'fi',
  'fr',
  'ha',
  'he',
  'hi',
  'hr',
  'ht',
  'hu',
  'hy',
  'id',
  'it',
  'ja',
  'ka',
  'km',
  'ko',
  'ky',
  'lo',
  'lt',
  'lv',
  'mk',
  'mn',
  'ms',
  'my',
  'nb',
  'ne',
  'nl',
  'pa',
  'pl',
  'ps',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'rw',
  'si',
  'sk',
  'sl',
  'so',
  'sq',
  'sr',
  'sv',
  'sw',
  'ta',
  'th',
  'tl',
  'tr',
  'uk',
  'ur',
  'uz',
  'vi',
  'zh',
] as const;

/** Whether the app is translated into a language. */
export const hasTranslation = (language: string): boolean => {
  const tag = toLanguageTag(language);
  return languages.some((it) => it === tag || it === tag.split('-')[0]);
};

/**
 * The choices, each by its own name.
 * @param stored what the deployment has: it is offered as it is, whatever it is
 */
export function getLanguageOptions(stored: string): { value: string; label: string }[] {
  const all = [...new Set([...languages, ...furtherLanguages])].filter(
    (tag) => toLanguageTag(stored) !== tag,
  );
  const name = (value: string) => ({ value, label: getLanguageName(toLanguageTag(value)) });
  const byName = [stored, ...all].map(name).toSorted((a, b) => a.label.localeCompare(b.label));
  return [
    ...byName.filter(({ value }) => hasTranslation(value)),
    ...byName.filter(({ value }) => !hasTranslation(value)),
  ];
}
