import { resolveFormatLocale } from './format-locale.ts';

/** Compares names as readers of a language expect them in a list: *Ward 2* is before *Ward 10*. */
export const createNameOrder = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(resolveFormatLocale(language), { numeric: true }).compare;
