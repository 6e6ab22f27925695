/** Formats answers as one line of text. Pure. */

import { parseIsoDate } from '@waypost/contract/common/dates';
import type { Point } from '@waypost/contract/posts/posts';
import type { Attribute } from '@waypost/contract/surveys/attributes';
import { fieldInputs } from '@waypost/contract/surveys/field-types';
import type { PlacePrecision } from '@waypost/contract/surveys/place-masking';
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

/** Decimals of degrees that do not pretend to be more exact than a place: a step is at most as long as its radius. */
const countDecimals = (precision: PlacePrecision | undefined): number =>
  precision === undefined ? 5 : Math.min(5, Math.max(0, Math.ceil(Math.log10(111_320 / precision.radius))));

const roundDegrees = (degrees: number, precision: PlacePrecision | undefined): string =>
  String(Number(degrees.toFixed(countDecimals(precision))));

/** Latitude and longitude as texts, no more exact than the place is. */
export const formatDegrees = ({ lat, lon }: Point, precision?: PlacePrecision): string[] =>
  [lat, lon].map((degrees) => roundDegrees(degrees, precision));

/** For example `-1.2921, 36.8219`, left to right in every language; `≈ -1.29, 36.82` for an approximate place. */
export function formatPlace(answer: unknown, precision?: PlacePrecision): string {
  if (typeof answer !== 'object' || answer === null || !('lat' in answer) || !('lon' in answer)) return '';
  const text = formatDegrees({ lat: Number(answer.lat), lon: Number(answer.lon) }, precision).join(', ');
  return precision === undefined ? text : `≈ ${text}`;
}

/** Well-known text as it is; `≈ POINT(36.8 -1.3)` for an approximate place, with coordinates that are no more exact than it is. */
export const formatShape = (answer: unknown, precision?: PlacePrecision): string =>
  precision === undefined
    ? answerToText(answer)
    : `≈ ${answerToText(answer).replace(/-?\d+(?:\.\d+)?/g, (degrees) => roundDegrees(Number(degrees), precision))}`;

/** A number in the format of the language; other text is returned as it is. */
export const formatNumber = (text: string, language: string): string =>
  new Intl.NumberFormat(resolveFormatLocale(language), { maximumFractionDigits: 4 }).format(Number(text));
