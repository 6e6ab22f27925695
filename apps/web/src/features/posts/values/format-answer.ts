/** Formats answers as one line of text. Pure. */

import { parseIsoDate } from '@waypost/contract/common/dates';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldInputs } from '@waypost/contract/surveys/field-types';
import { resolveFormatLocale } from '../../../ui/i18n/format-locale.ts';

/** An answer as plain text. */
export const answerToText = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** Dates are shown as entered, date-times in the local time zone. */
export function formatDate(
  answer: string,
  input: Attribute['input'],
  language: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const date = parseIsoDate(answer);
  if (!date) return answer;
  const options: Intl.DateTimeFormatOptions = fieldInputs[input].isDateOnly
    ? { dateStyle, timeZone: 'UTC' }
    : { dateStyle, timeStyle: 'short' };
  return new Intl.DateTimeFormat(resolveFormatLocale(language), options).format(date);
}

/** For example `-1.2921, 36.8219`, left to right in every language. */
export function formatPlace(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return '';
  return [answer.lat, answer.lon].map((degrees) => String(Number(Number(degrees).toFixed(5)))).join(', ');
}

/** A number in the format of the language; other text is returned as it is. */
export const formatNumber = (text: string, language: string): string =>
  new Intl.NumberFormat(resolveFormatLocale(language), { maximumFractionDigits: 4 }).format(Number(text));
