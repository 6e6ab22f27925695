/**
 * Translations. English is part of the app and the fallback for missing keys; the other languages are loaded when they are
 * chosen. A catalogue has several files, one for each part of the app that is loaded separately. Locales are `en_US` in the
 * API and BCP 47 tags such as `en-US` for everything that the browser formats.
 */
import i18next, { changeLanguage } from 'i18next';
import { use, useState } from 'react';
import { initReactI18next } from 'react-i18next';
import type aboutLabels from '../../locales/about/en.json';
import type accountLabels from '../../locales/account/en.json';
import type activityLabels from '../../locales/activity/en.json';
import type areasLabels from '../../locales/areas/en.json';
import type bulkLabels from '../../locales/bulk/en.json';
import type consentLabels from '../../locales/consent/en.json';
import type contextLabels from '../../locales/context/en.json';
import type datesLabels from '../../locales/dates/en.json';
import type deviceLabels from '../../locales/device/en.json';
import type emergencyLabels from '../../locales/emergency/en.json';
import en from '../../locales/en.json';
import type exitLabels from '../../locales/exit/en.json';
import type historyLabels from '../../locales/history/en.json';
import type iconsLabels from '../../locales/icons/en.json';
import type joiningLabels from '../../locales/joining/en.json';
import type layersLabels from '../../locales/layers/en.json';
import type locationPickerLabels from '../../locales/location-picker/en.json';
import type mapLayersLabels from '../../locales/map-layers/en.json';
import type mapNameLabels from '../../locales/map-names/en.json';
import type mapPointLabels from '../../locales/map-points/en.json';
import type mapsLabels from '../../locales/maps/en.json';
import type mergeLabels from '../../locales/merge/en.json';
import type messagesLabels from '../../locales/messages/en.json';
import type personalDataLabels from '../../locales/personal-data/en.json';
import type photoCoverLabels from '../../locales/photo-cover/en.json';
import type placeSearchLabels from '../../locales/place-search/en.json';
import type placesLabels from '../../locales/places/en.json';
import type posterLabels from '../../locales/poster/en.json';
import type profileLabels from '../../locales/profile/en.json';
import type publicViewLabels from '../../locales/public-view/en.json';
import type receiptLabels from '../../locales/receipt/en.json';
import type recordLabels from '../../locales/record/en.json';
import type reporterLabels from '../../locales/reporter/en.json';
import type resetLabels from '../../locales/reset/en.json';
import type retentionLabels from '../../locales/retention/en.json';
import type revealLabels from '../../locales/reveal/en.json';
import type reviewLabels from '../../locales/review/en.json';
import type senderLabels from '../../locales/sender/en.json';
import type settingsLabels from '../../locales/settings/en.json';
import type shiftLabels from '../../locales/shift/en.json';
import type statusLabels from '../../locales/status/en.json';
import type targetedLabels from '../../locales/targeted/en.json';
import type unsubscribeLabels from '../../locales/unsubscribe/en.json';
import type urgencyLabels from '../../locales/urgency/en.json';
import type verifierLabels from '../../locales/verifier/en.json';
import { readStoredText, storeText } from '../browser/web-storage.ts';
import { languageWithoutFormats, resolveFormatLocale } from './format-locale.ts';
import { getNumberFormat } from './formats.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: {
      translation: typeof en &
        typeof aboutLabels &
        typeof accountLabels &
        typeof activityLabels &
        typeof areasLabels &
        typeof bulkLabels &
        typeof consentLabels &
        typeof contextLabels &
        typeof datesLabels &
        typeof urgencyLabels &
        typeof deviceLabels &
        typeof emergencyLabels &
        typeof exitLabels &
        typeof historyLabels &
        typeof iconsLabels &
        typeof locationPickerLabels &
        typeof mapNameLabels &
        typeof layersLabels &
        typeof mapLayersLabels &
        typeof mapPointLabels &
        typeof mapsLabels &
        typeof mergeLabels &
        typeof messagesLabels &
        typeof personalDataLabels &
        typeof placeSearchLabels &
        typeof placesLabels &
        typeof profileLabels &
        typeof photoCoverLabels &
        typeof retentionLabels &
        typeof revealLabels &
        typeof publicViewLabels &
        typeof receiptLabels &
        typeof recordLabels &
        typeof resetLabels &
        typeof reviewLabels &
        typeof reporterLabels &
        typeof senderLabels &
        typeof settingsLabels &
        typeof shiftLabels &
        typeof statusLabels &
        typeof targetedLabels &
        typeof unsubscribeLabels &
        typeof joiningLabels &
        typeof posterLabels &
        typeof verifierLabels;
    };
  }
}

type Translations = Record<string, unknown>;
/** Files of one area by path, as from `import.meta.glob`: `../locales/activity/ar.json`. */
type TranslationFiles = Record<string, () => Promise<unknown>>;

const commonFiles: TranslationFiles = import.meta.glob(['../../locales/*.json', '!../../locales/en.json'], {
  import: 'default',
});
/** The areas that are loaded so far. The first is common to all screens. */
const loadedAreas: TranslationFiles[] = [commonFiles];

/** The language tag of the pseudo-locale, selected by `?lang=`: tests use it to find texts that are not in the catalogue. */
const pseudoLocale = 'uk-XA';

/** Available languages, as BCP 47 tags. */
export const languages: readonly string[] = [
  'en',
  ...Object.keys(commonFiles).map((path) => path.slice('../../locales/'.length, -'.json'.length)),
];

/** Turns a locale of the API, `en_US`, into a language tag, `en-US`. */
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
/** The writing direction of a language. */
export const getTextDirection = (tag: string): 'ltr' | 'rtl' =>
  rightToLeftLanguages.has(tag.split('-')[0]?.toLowerCase() ?? '') ? 'rtl' : 'ltr';

/** Letters that are written from right to left. */
const rightToLeftLetter =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Numbers with signs, addresses, and letters that are written from left to right. */
const leftToRightPart =
  /[-+@]|(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])\p{L}/u;

/**
 * Isolates values whose direction is not that of the sentence, such as a phone number or a title in another script: they keep their own
 * order, and the sentence keeps its full stop at its end.
 */
export const isolateBidi = (text: string): string => {
  const isRightToLeft = getTextDirection(i18next.language) === 'rtl';
  return (isRightToLeft ? leftToRightPart : rightToLeftLetter).test(text) ? `\u2068${text}\u2069` : text;
};

/** The name of a language in the language of the screen. */
export function formatLanguageName(tag: string, screenLanguage: string): string {
  try {
    const names = new Intl.DisplayNames([resolveFormatLocale(screenLanguage)], {
      type: 'language',
      languageDisplay: 'standard',
    });
    return names.of(tag) ?? tag;
  } catch {
    // Another server sent an invalid tag.
    return tag;
  }
}

/** The name of a language in that language. */
export const getLanguageName = (tag: string): string =>
  tag === languageWithoutFormats ? 'Kreyòl ayisyen' : formatLanguageName(tag, tag);

const languageStorageKey = 'waypost.language';

const visitLanguageKey = 'waypost.visitLanguage';

/** `?lang=` of a URL at which the app was opened in this tab: for frames in other sites, for links, and for tests. */
let urlLanguage = new URLSearchParams(globalThis.location?.search).get('lang');
if (urlLanguage) storeText('sessionStorage', visitLanguageKey, urlLanguage);
else urlLanguage = readStoredText('sessionStorage', visitLanguageKey);

/** Reads the language of the account that is logged in. */
let readAccountLanguage: () => string | null = () => null;
/** Sets where the account's language is read from: this layer does not know accounts. */
export function setAccountLanguageSource(source: typeof readAccountLanguage): void {
  readAccountLanguage = source;
}

/** The language of the URL, else of the account, else the one chosen on this device, else the fallback. */
export function preferredLanguage(fallback: string): string {
  if (urlLanguage === pseudoLocale) return pseudoLocale;
  const preferred = urlLanguage
    ? toLanguageTag(urlLanguage)
    : toLanguageTag(readAccountLanguage() ?? readStoredText('localStorage', languageStorageKey) ?? fallback);
  const baseLanguage = preferred.split('-')[0] ?? 'en';
  return languages.find((it) => it === preferred) ?? languages.find((it) => it === baseLanguage) ?? 'en';
}

/** Changes to the preferred language. The language in the URL no longer counts from here on. */
export async function applyPreferredLanguage(fallback: string): Promise<void> {
  urlLanguage = null;
  storeText('sessionStorage', visitLanguageKey, null);
  await changeLanguage(preferredLanguage(fallback));
}

/** Stores the chosen language on this device. An account's language has precedence and is stored by the account. */
export async function chooseLanguage(tag: string): Promise<void> {
  storeText('localStorage', languageStorageKey, tag);
  await applyPreferredLanguage(tag);
}

/** The translations of one area; empty when it has no file for the language. */
async function loadTranslations(files: TranslationFiles, language: string): Promise<Translations> {
  const path = Object.keys(files).find((it) => it.endsWith(`/${language}.json`));
  return path ? ((await files[path]?.()) as Translations) : {};
}

/** The options that translations write after `number`; the others are values of the text. */
const pickNumberOptions = ({
  style,
  maximumFractionDigits,
}: Intl.NumberFormatOptions): Intl.NumberFormatOptions => ({ style, maximumFractionDigits });

/** The English texts of all loaded areas in the pseudo-locale. */
async function loadPseudoTranslations(): Promise<Translations> {
  const { pseudoLocalize } = await import('./pseudo-locale.ts');
  // oxlint-disable-next-line import/no-named-as-default-member -- there is no export of that name
  return pseudoLocalize(i18next.getResourceBundle('en', 'translation') as Translations);
}

/** The translations of all loaded areas. */
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
    // Areas that were added meanwhile.
    for (const files of loadedAreas.slice(areaCount))
      registerTranslations(language, await loadTranslations(files, language));
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)), null);
  }
}

/** Settles when all translations are loaded. React treats a promise with this status as settled and does not suspend. */
let pendingTranslations: Promise<void> = Object.assign(Promise.resolve(), {
  status: 'fulfilled',
  value: undefined,
});

/**
 * Adds the translations of a part of the app that is loaded separately.
 * @param english part of that part's own chunk
 * @param files the other languages, of which only the current one is loaded
 */
export function addTranslations(english: object, files: TranslationFiles): void {
  loadedAreas.push(files);
  registerTranslations('en', english as Translations);
  const { language } = i18next;
  if (!language || language === 'en') return;
  const loaded = (language === pseudoLocale ? loadPseudoTranslations() : loadTranslations(files, language))
    .then((translations) => registerTranslations(language, translations))
    // English is the fallback after any error: a screen that waits for its translations must not fail.
    .catch(() => undefined);
  pendingTranslations = Promise.all([pendingTranslations, loaded]).then(() => undefined);
}

/** Settles when the translations of all loaded areas are there, or could not be loaded. */
export const whenTranslationsLoaded = (): Promise<void> => pendingTranslations;

/** Suspends a screen until its translations are loaded, so that it never appears in two languages. */
export function useLoadedTranslations(): void {
  // Only those that were pending at the first render: others, added later, would hide the screen and take its focus.
  const [pendingAtFirst] = useState(pendingTranslations);
  // Called unconditionally: a screen that suspended and then skips the call would break the order of its hooks.
  use(pendingAtFirst);
}

/** Initialises i18next. @param language tag whose translations are loaded before the first screen is rendered */
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
    getNumberFormat(language ?? 'en', pickNumberOptions(options)).format(value),
  );
}
