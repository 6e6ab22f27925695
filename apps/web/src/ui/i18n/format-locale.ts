/** Haitian Creole: browsers cannot format names, dates and numbers in it. */
export const languageWithoutFormats = 'ht';

/** The locale for dates, numbers and lists in a language: itself, or the nearest that browsers support. */
export const resolveFormatLocale = (language: string): string =>
  language === languageWithoutFormats ? 'fr-HT' : language;
