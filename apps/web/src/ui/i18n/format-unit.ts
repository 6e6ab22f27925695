import { getNumberFormat } from './formats.ts';

/** A number with its unit, such as `3 hours`, as the browser writes it in a language. @param unit of `Intl.NumberFormat` */
export const formatUnit = (
  value: number,
  unit: string,
  language: string,
  options: Intl.NumberFormatOptions = {},
): string => getNumberFormat(language, { style: 'unit', unit, ...options }).format(value);
