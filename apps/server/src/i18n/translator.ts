/** The server's catalogue: the languages and the layout of the client's, English standing in for each key that another lacks. */
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

/** Nobody's tables have the plurals and numbers of Haitian Creole: they are taken from the nearest language that is in them. */
const formattingLocaleOf = (language: Language): string => (language === 'ht' ? 'fr-HT' : language);

export interface Translator {
  t: TFunction;
  /** BCP 47, for the `lang` of a document. */
  language: string;
  direction: 'ltr' | 'rtl';
}

/**
 * @param catalogueByLanguage words by language: tests give one that lacks some
 * @returns a function that finds the words of the first language that is spoken here, else English; languages are given as
 *   the wire has them (`es_MX`) or as tags, null for none of one's own
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
        .map((it) => it?.trim().toLowerCase().split(/[-_]/)[0] ?? '')
        .find((it): it is Language => isSupportedLanguage(it)) ?? 'en';
    return {
      t: i18n.getFixedT(formattingLocaleOf(language)),
      language,
      direction: language === 'ar' ? 'rtl' : 'ltr',
    };
  };
}

export const translatorFor = createTranslatorFactory(catalogues);
