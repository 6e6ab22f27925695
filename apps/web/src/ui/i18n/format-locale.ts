/** A language of ours that browsers have no names, dates and numbers in: Haitian Creole. */
export const languageWithoutFormats = 'ht';

/** The locale in which dates, numbers and lists are written for readers of a language: itself, or the nearest that browsers know. */
export const resolveFormatLocale = (language: string): string =>
  language === languageWithoutFormats ? 'fr-HT' : language;
