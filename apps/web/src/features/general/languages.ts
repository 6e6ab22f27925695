/** Languages that a deployment can be in, as tags of BCP 47: those that Waypost speaks first, then what people asked for elsewhere. */
import { languages, nameOfLanguage, tagOf } from '../../ui/i18n.ts';

const others = [
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

/** Whether the app's own words are there in a language. */
export const isSpoken = (language: string): boolean => {
  const tag = tagOf(language);
  return languages.some((it) => it === tag || it === tag.split('-')[0]);
};

/**
 * The choices, each by its own name.
 * @param stored what the deployment has: it is offered as it is, whatever it is
 */
export function languageChoices(stored: string): { value: string; label: string }[] {
  const all = [...new Set([...languages, ...others])].filter((tag) => tagOf(stored) !== tag);
  const name = (value: string) => ({ value, label: nameOfLanguage(tagOf(value)) });
  const byName = [stored, ...all].map(name).toSorted((a, b) => a.label.localeCompare(b.label));
  return [
    ...byName.filter(({ value }) => isSpoken(value)),
    ...byName.filter(({ value }) => !isSpoken(value)),
  ];
}
