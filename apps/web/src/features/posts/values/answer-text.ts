/** Answers as one line of text. Pure. */
import type { Attribute } from '@waypost/contract/attributes';
import { readDate } from '@waypost/contract/scalars';
import { formatsOf } from '../../../ui/formats-of.ts';

export const wordsOf = (answer: unknown): string =>
  typeof answer === 'string' || typeof answer === 'number' ? String(answer) : '';

/** A day is shown as it was entered, a moment by the reader's clock. */
export function dateText(
  answer: string,
  input: Attribute['input'],
  language: string,
  dateStyle: 'long' | 'medium' = 'long',
): string {
  const date = readDate(answer);
  if (!date) return answer;
  const options: Intl.DateTimeFormatOptions =
    input === 'date' ? { dateStyle, timeZone: 'UTC' } : { dateStyle, timeStyle: 'short' };
  return new Intl.DateTimeFormat(formatsOf(language), options).format(date);
}

/** `-1.2921, 36.8219`: read from left to right in every language. */
export function placeText(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return '';
  return [answer.lat, answer.lon].map((it) => String(Number(Number(it).toFixed(5)))).join(', ');
}

export const numberText = (text: string, language: string): string =>
  new Intl.NumberFormat(formatsOf(language), { maximumFractionDigits: 4 }).format(Number(text));
