/** Translations of the server's texts. The languages and the JSON layout are the client's; a missing key falls back to English. */
import { createInstance, type TFunction } from 'i18next';
import ar from './locales/ar.json' with { type: 'json' };
import en from './locales/en.json' with { type: 'json' };
import es from './locales/es.json' with { type: 'json' };
import fr from './locales/fr.json' with { type: 'json' };
import hi from './locales/hi.json' with { type: 'json' };
import ht from './locales/ht.json' with { type: 'json' };
import id from './locales/id.json' with { type: 'json' };
import pt from './locales/pt.json' with { type: 'json' };
import ru from './locales/ru.json' with { type: 'json' };
import sw from './locales/sw.json' with { type: 'json' };
import uk from './locales/uk.json' with { type: 'json' };
import zh from './locales/zh.json' with { type: 'json' };

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

const catalogues = { ar, en, es, fr, hi, ht, id, pt, ru, sw, uk, zh };
type Language = keyof typeof catalogues;
const isSupportedLanguage = (tag: string): tag is Language => Object.hasOwn(catalogues, tag);

/** `Intl` has no plural rules and number formats for Haitian Creole: those of French are used. */
const formattingLocaleOf = (language: Language): string => (language === 'ht' ? 'fr-HT' : language);

/** The translation function of one language. */
export interface Translator {
  t: TFunction;
  /** BCP 47, for the `lang` of a document. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/**
 * @param catalogueByLanguage texts by language; may be incomplete
 * @returns a function that takes languages by preference and returns the translator of the first supported one, else of English.
 *   Languages are written as in API v3 (`es_MX`) or as BCP 47 tags; null and undefined are skipped
 */
export function createTranslatorFactory(
  catalogueByLanguage: Partial<Record<Language, object>>,
): (...requestedLanguages: (string | null | undefined)[]) => Translator {
  const i18n = createInstance();
  void i18n.init({
    initAsync: false,
    fallbackLng: 'en',
    load: 'currentOnly',
    interpolation: { escapeValue: false },
    returnNull: false,
    resources: Object.fromEntries(
      Object.entries(catalogueByLanguage).map(([language, translation]) => [
        formattingLocaleOf(language as Language),
        { translation },
      ]),
    ),
  });
  return (...requestedLanguages) => {
    const language =
      requestedLanguages
        .map((tag) => tag?.trim().toLowerCase().split(/[-_]/)[0] ?? '')
        .find((code): code is Language => isSupportedLanguage(code)) ?? 'en';
    return {
      t: i18n.getFixedT(formattingLocaleOf(language)),
      language,
      direction: language === 'ar' ? 'rtl' : 'ltr',
    };
  };
}

/** The translator of the first supported one of some languages, else of English. */
export const translatorFor = createTranslatorFactory(catalogues);
