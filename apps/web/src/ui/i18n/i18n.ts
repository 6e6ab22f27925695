/**
 * The words on the screen. English is in the program and stands in for whatever another language lacks; the others are
 * fetched when chosen. A catalogue is in several files, one for each part of the program that is fetched by itself. Locales are `en_US` on the wire and `en-US` for everything that the browser formats.
 */
import i18next, { changeLanguage } from 'i18next';
import { use } from 'react';
import { initReactI18next } from 'react-i18next';
import type accountWords from '../../locales/account/en.json';
import type activityWords from '../../locales/activity/en.json';
import type deviceWords from '../../locales/device/en.json';
import en from '../../locales/en.json';
import type exitWords from '../../locales/exit/en.json';
import type historyWords from '../../locales/history/en.json';
import type iconsWords from '../../locales/icons/en.json';
import type messagesWords from '../../locales/messages/en.json';
import type placesWords from '../../locales/places/en.json';
import type senderWords from '../../locales/sender/en.json';
import type settingsWords from '../../locales/settings/en.json';
import type statusWords from '../../locales/status/en.json';
import type targetedWords from '../../locales/targeted/en.json';
import type unsubscribeWords from '../../locales/unsubscribe/en.json';
import type verifierWords from '../../locales/verifier/en.json';
import { readStoredText, storeText } from '../browser/web-storage.ts';
import { languageWithoutFormats, resolveFormatLocale } from './format-locale.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof accountWords &
        typeof activityWords &
        typeof deviceWords &
        typeof exitWords &
        typeof historyWords &
        typeof iconsWords &
        typeof messagesWords &
        typeof placesWords &
        typeof senderWords &
        typeof settingsWords &
        typeof statusWords &
        typeof targetedWords &
        typeof unsubscribeWords &
        typeof verifierWords;
    };
  }
}

type Translations = Record<string, unknown>;
/** Files of one area by their paths, as `import.meta.glob` finds them: `../locales/activity/ar.json`. */
type TranslationFiles = Record<string, () => Promise<unknown>>;

const commonFiles: TranslationFiles = import.meta.glob(['../../locales/*.json', '!../../locales/en.json'], {
  import: 'default',
});
/** Of the areas that are here: the first is what every screen may need. */
const loadedAreas: TranslationFiles[] = [commonFiles];

/** The tag under which tests find texts that are not in the catalogue, asked for by `?lang=`. */
const pseudoLocale = 'uk-XA';

/** Languages that there is a catalogue for, as tags of BCP 47. */
export const languages: readonly string[] = [
  'en',
  ...Object.keys(commonFiles).map((path) => path.slice('../../locales/'.length, -'.json'.length)),
];

/** `en_US` on the wire, `en-US` for the browser. */
export const toLanguageTag = (locale: string): string => locale.trim().replaceAll('_', '-') || 'en';

const rightToLeftLanguages = new Set([
  'ar',
  'arc',
  'ckb',
  'dv',
  'fa',
  'he',
  'ks',
  'ps',
  'sd',
  'ug',
  'ur',
  'yi',
]);
export const getTextDirection = (tag: string): 'ltr' | 'rtl' =>
  rightToLeftLanguages.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';

/** In a sentence from right to left: numbers of phones, addresses and names stay in their own order. */
const isolateBidi = (text: string): string =>
  getTextDirection(i18next.language) === 'rtl' && /[-+@a-z]/i.test(text) ? `\u2068${text}\u2069` : text;

/** The language's own name for itself. */
export function getLanguageName(tag: string): string {
  if (tag === languageWithoutFormats) return 'Kreyòl ayisyen';
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // No tag at all, from another server.
    return tag;
  }
}

const languageStorageKey = 'waypost.language';

/** `?lang=` of the address that the program was opened at: for a frame in another site, and for tests. */
let urlLanguage = new URLSearchParams(globalThis.location?.search).get('lang');

/** The language that the account of who is logged in has. */
let readAccountLanguage: () => string | null = () => null;
export function setAccountLanguageSource(account: typeof readAccountLanguage): void {
  readAccountLanguage = account;
}

/** What the address asks for, else the account's language, else what was chosen on this device, else the fallback. */
export function preferredLanguage(fallback: string): string {
  if (urlLanguage === pseudoLocale) return pseudoLocale;
  const preferred = urlLanguage
    ? toLanguageTag(urlLanguage)
    : toLanguageTag(readAccountLanguage() ?? readStoredText('localStorage', languageStorageKey) ?? fallback);
  const baseLanguage = preferred.split('-')[0] ?? 'en';
  return languages.find((it) => it === preferred) ?? languages.find((it) => it === baseLanguage) ?? 'en';
}

/** Goes over to what `preferredLanguage` now says; the address has had its say. */
export async function applyPreferredLanguage(fallback: string): Promise<void> {
  urlLanguage = null;
  await changeLanguage(preferredLanguage(fallback));
}

/** The choice on this device. An account's own, which stands over it, is the account's to store. */
export async function chooseLanguage(tag: string): Promise<void> {
  storeText('localStorage', languageStorageKey, tag);
  await applyPreferredLanguage(tag);
}

/** A language's words of one area; none where it has no file. */
async function loadTranslations(files: TranslationFiles, language: string): Promise<Translations> {
  const path = Object.keys(files).find((it) => it.endsWith(`/${language}.json`));
  return path ? ((await files[path]?.()) as Translations) : {};
}

/** The English words of all areas that are here, made unlike any text that somebody forgot to put into a catalogue. */
async function loadPseudoTranslations(): Promise<Translations> {
  const { pseudoLocalize: disguised } = await import('./pseudo-locale.ts');
  // oxlint-disable-next-line import/no-named-as-default-member -- there is no export of that name
  return disguised(i18next.getResourceBundle('en', 'translation') as Translations);
}

/** All that a language has of the areas that are here. */
async function loadAllTranslations(language: string): Promise<Translations[]> {
  if (language === pseudoLocale) return [await loadPseudoTranslations()];
  return Promise.all(loadedAreas.map((files) => loadTranslations(files, language)));
}

function registerTranslations(language: string, translations: Translations): void {
  // oxlint-disable-next-line import/no-named-as-default-member -- there is no export of that name
  i18next.addResourceBundle(language, 'translation', translations, true, true);
}

async function loadForBackend(
  language: string,
  done: (error: Error | null, translations: Translations | null) => void,
): Promise<void> {
  try {
    const areaCount = loadedAreas.length;
    const [first = {}, ...others] = await loadAllTranslations(language);
    done(null, first);
    for (const translations of others) registerTranslations(language, translations);
    // What came meanwhile.
    for (const files of loadedAreas.slice(areaCount))
      registerTranslations(language, await loadTranslations(files, language));
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/** There are no words to wait for. React takes a promise that says so for settled, and does not wait a moment for it. */
let pendingTranslations: Promise<void> = Object.assign(Promise.resolve(), {
  status: 'fulfilled',
  value: undefined,
});

/**
 * Words of a part of the program that is fetched when it is wanted.
 * @param english in that part's own chunk
 * @param files of the other languages, each fetched when it is the reader's
 */
export function addTranslations(english: object, files: TranslationFiles): void {
  loadedAreas.push(files);
  registerTranslations('en', english as Translations);
  const { language } = i18next;
  if (!language || language === 'en') return;
  const loaded = (language === pseudoLocale ? loadPseudoTranslations() : loadTranslations(files, language))
    .then((translations) => registerTranslations(language, translations))
    // English stands in, whatever went wrong: a screen that waits for its words must not fall for want of them.
    .catch(() => undefined);
  pendingTranslations = Promise.all([pendingTranslations, loaded]).then(() => undefined);
}

/** Settles when the reader's words of all parts that are here have come, or could not be had. */
export const whenTranslationsLoaded = (): Promise<void> => pendingTranslations;

/** Holds a screen back until its own words are there, so that nobody sees it in two languages. */
export function useLoadedTranslations(): void {
  // Always: a screen that was held back and then asks for nothing falls over its other hooks.
  use(pendingTranslations);
}

/** @param language tag to begin with; its file is there before the first screen is drawn */
export async function initTranslation(language: string): Promise<void> {
  // oxlint-disable-next-line import/no-named-as-default-member -- imported by name it would read as a React hook
  await i18next
    .use({
      type: 'backend' as const,
      init: () => undefined,
      read: (
        language: string,
        _namespace: string,
        done: (error: Error | null, translations: Translations | null) => void,
      ) => void loadForBackend(language, done),
    })
    .use(initReactI18next)
    .init({
      lng: language,
      fallbackLng: 'en',
      load: 'currentOnly',
      resources: { en: { translation: en } },
      partialBundledLanguages: true,
      interpolation: { escape: isolateBidi },
      returnNull: false,
    });
  // oxlint-disable-next-line import/no-named-as-default-member -- there is no export of that name
  i18next.services.formatter?.add('number', (value: number, language, options) =>
    new Intl.NumberFormat(resolveFormatLocale(language ?? 'en'), options as Intl.NumberFormatOptions).format(
      value,
    ),
  );
}
