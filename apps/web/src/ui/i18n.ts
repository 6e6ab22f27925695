/**
 * The words on the screen. English is in the program and stands in for whatever another language lacks; the others are
 * fetched when chosen. Locales are `en_US` on the wire and `en-US` for everything that the browser formats.
 */
import i18next, { changeLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type activityWords from '../locales/activity/en.json';
import en from '../locales/en.json';
import type settingsWords from '../locales/settings/en.json';
import { keepText, keptText } from './device-text.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en & typeof activityWords & typeof settingsWords };
  }
}

const files = import.meta.glob<{ default: object }>(['../locales/*.json', '!../locales/en.json']);
const fileOf = (language: string) => files[`../locales/${language}.json`];

/** Languages that there is a catalogue for, as tags of BCP 47. */
export const languages: readonly string[] = [
  'en',
  ...Object.keys(files).map((path) => path.slice('../locales/'.length, -'.json'.length)),
];

/** `en_US` on the wire, `en-US` for the browser. */
export const tagOf = (locale: string): string => locale.trim().replaceAll('_', '-') || 'en';

const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'ps', 'sd', 'ug', 'ur', 'yi']);
export const directionOf = (tag: string): 'ltr' | 'rtl' =>
  rightToLeft.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';

/** The language's own name for itself. */
export function nameOfLanguage(tag: string): string {
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
}

const stored = 'waypost.language';

/** The reader's choice on this device, else the account's or the deployment's language. */
export function preferredLanguage(fallback: string): string {
  const wanted = keptText('localStorage', stored) ?? tagOf(fallback);
  const short = wanted.split('-')[0] ?? 'en';
  return languages.find((it) => it === wanted) ?? languages.find((it) => it === short) ?? 'en';
}

export async function chooseLanguage(tag: string): Promise<void> {
  keepText('localStorage', stored, tag);
  await changeLanguage(tag);
}

type Done = (error: Error | null, words: object | null) => void;

async function answer(load: () => Promise<{ default: object }>, done: Done): Promise<void> {
  try {
    done(null, (await load()).default);
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/** English words of a part of the program that is fetched when it is wanted; other languages have theirs in their one file. */
export function addWords(words: object): void {
  // oxlint-disable-next-line import/no-named-as-default-member -- there is no export of that name
  i18next.addResourceBundle('en', 'translation', words, true);
}

/** @param language tag to begin with; its file is there before the first screen is drawn */
export async function startTranslation(language: string): Promise<void> {
  // oxlint-disable-next-line import/no-named-as-default-member -- imported by name it would read as a React hook
  await i18next
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read: (
        language: string,
        _namespace: string,
        done: (error: Error | null, words: object | null) => void,
      ) => {
        const load = fileOf(language);
        if (!load) return done(null, {});
        void answer(load, done);
      },
    })
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      load: 'currentOnly',
      resources: { en: { translation: en } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false },
      returnNull: false,
    });
}
