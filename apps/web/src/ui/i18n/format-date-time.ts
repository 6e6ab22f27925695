import { getDateFormat } from './formats.ts';

/** Day and time of an API date, such as `Nov 28, 2026, 12:00 AM`, formatted for the language of the user. */
export const formatDateTime = (date: string, language: string): string =>
  getDateFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(date));
