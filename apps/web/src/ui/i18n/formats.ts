/**
 * The formats of the browser for the language of the user. Each is created once: creating one takes up to a millisecond, which adds up
 * where every report has several times and numbers.
 */
import { resolveFormatLocale } from './format-locale.ts';

/** @returns a function that creates each format once */
function createFormatCache<Format, Options extends object>(
  create: (locale: string, options: Options) => Format,
): (language: string, options: Options) => Format {
  const formats = new Map<string, Format>();
  return (language, options) => {
    const locale = resolveFormatLocale(language);
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? create(locale, options);
    formats.set(key, format);
    return format;
  };
}

/** The format of a date or time. */
export const getDateFormat = createFormatCache<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(
  (locale, options) => new Intl.DateTimeFormat(locale, options),
);

/** The format of a number. */
export const getNumberFormat = createFormatCache<Intl.NumberFormat, Intl.NumberFormatOptions>(
  (locale, options) => new Intl.NumberFormat(locale, options),
);

/** The format of a time that is compared with now, such as `3 hours ago`. */
export const getRelativeTimeFormat = createFormatCache<
  Intl.RelativeTimeFormat,
  Intl.RelativeTimeFormatOptions
>((locale, options) => new Intl.RelativeTimeFormat(locale, options));
