/** Reads a place from one line of text: coordinates in the usual notations, a Plus Code, or a link of a map service. */
import { OpenLocationCode } from 'open-location-code';
import type { LatLon } from '../map-canvas/map-types.ts';

const plusCodes = new OpenLocationCode();

const toPlace = (lat: number, lon: number): LatLon | null =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;

const unifySigns = (text: string): string =>
  text
    .replace(/[−–]/gu, '-')
    .replace(/[′’´`]/gu, "'")
    .replace(/[″“”]|''/gu, '"')
    .replace(/º/gu, '°')
    .replace(/[，،]/gu, ',')
    .replace(/\s+/gu, ' ')
    .trim();

/** `O` is west in Romance languages. The patterns expect single spaces. */
const hemisphere = '([NSEWO])?';
const degrees = String.raw`([+-]?\d{1,3}(?:[.,]\d+)?) ?°?`;
const sexagesimal = String.raw`([+-]?\d{1,3}) ?[° ] ?(\d{1,2}(?:[.,]\d+)?) ?(?:[' ] ?(?:(\d{1,2}(?:[.,]\d+)?) ?"?)?)?`;

/** Patterns of two angles with their letters behind them, and before them; the group of the other place is empty. */
const pairPatterns = (angle: string, separator: string): RegExp[] =>
  [`() ?${angle} ?${hemisphere}`, `${hemisphere} ?${angle} ?()`].map(
    (withLetter) => new RegExp(`^${withLetter}${separator}${withLetter}$`, 'iu'),
  );
const decimalPairs = pairPatterns(degrees, '(?: ?[,;/] ?| )');
const sexagesimalPairs = pairPatterns(sexagesimal, '[ ,;/]*');

const findMatch = (patterns: readonly RegExp[], text: string): RegExpExecArray | null => {
  for (const pattern of patterns) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  return null;
};

const toNumber = (text: string | undefined): number => Number((text ?? '0').replace(',', '.'));

/** An angle in degrees. `axis`: what its letter says; undefined without one. */
interface Angle {
  value: number;
  axis: 'lat' | 'lon' | undefined;
}

/** An angle with the hemisphere before or after it. NaN where they contradict each other: `-33 N`. */
function toAngle([before, whole, minutes, seconds, after]: (string | undefined)[]): Angle {
  const letter = `${before ?? ''}${after ?? ''}`.toUpperCase();
  const axis = letter === '' ? undefined : /[NS]/.test(letter) ? 'lat' : 'lon';
  const size = Math.abs(toNumber(whole)) + toNumber(minutes) / 60 + toNumber(seconds) / 3600;
  const hasMinus = (whole ?? '').startsWith('-');
  const isContradictory = hasMinus && /[NE]/.test(letter);
  const isValid = !isContradictory && toNumber(minutes) < 60 && toNumber(seconds) < 60;
  const isNegative = hasMinus || /[SWO]/.test(letter);
  return { value: isValid ? (isNegative ? -size : size) : Number.NaN, axis };
}

/** Latitude and longitude, in the other order if a letter says so; null if both are the same. */
function combine(first: Angle, second: Angle): LatLon | null {
  if (first.axis !== undefined && first.axis === second.axis) return null;
  const isSwapped = first.axis === 'lon' || second.axis === 'lat';
  return isSwapped ? toPlace(second.value, first.value) : toPlace(first.value, second.value);
}

/** `52,5` is one number with a decimal comma. */
const isOneNumber = (text: string): boolean => /^[+-]?\d+,\d+$/.test(text);

function parsePair(text: string): LatLon | null {
  if (isOneNumber(text)) return null;
  const decimal = findMatch(decimalPairs, text);
  if (decimal) {
    const [, before1, whole1, after1, before2, whole2, after2] = decimal;
    return combine(
      toAngle([before1, whole1, undefined, undefined, after1]),
      toAngle([before2, whole2, undefined, undefined, after2]),
    );
  }
  const parts = /[°NSEWO]/iu.test(text) ? findMatch(sexagesimalPairs, text) : null;
  return parts && combine(toAngle(parts.slice(1, 6)), toAngle(parts.slice(6, 11)));
}

const number = String.raw`(-?\d{1,3}(?:\.\d+)?)(?![\d.])`;
/** Latitude and longitude in links: Google, OpenStreetMap, Apple, Bing, HERE, Waze, and `geo:`. The marked place comes first. */
const linkPatterns = [
  String.raw`!3d${number}!4d${number}`,
  String.raw`[?&]mlat=${number}&mlon=${number}`,
  String.raw`[?&](?:q|query|ll|coordinate|latlng|destination|daddr|center|cp|map)=(?:loc:|ll\.)?${number}[,~]\s*${number}`,
  String.raw`^geo:${number},${number}`,
  String.raw`@${number},${number}`,
  String.raw`#map=[\d.]+/${number}/${number}`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Yandex puts the longitude first. */
const yandexPattern = new RegExp(String.raw`[?&](?:pt|ll)=${number},${number}`, 'iu');

function parseLink(text: string): LatLon | null {
  const link = text
    .replaceAll(/%2C/gi, ',')
    .replaceAll(/%7E/gi, '~')
    .replaceAll(/%20|\+/g, '');
  if (/^https?:\/\/[^/]*yandex\./i.test(link)) {
    const [, lon, lat] = yandexPattern.exec(link) ?? [];
    return lat === undefined ? null : toPlace(Number(lat), Number(lon));
  }
  for (const pattern of linkPatterns) {
    const [, lat, lon] = pattern.exec(link) ?? [];
    if (lat !== undefined) return toPlace(Number(lat), Number(lon));
  }
  return null;
}

/** Whether the text is a link, so that it is no name of a place. */
export const isLink = (text: string): boolean => /^(https?:\/\/|geo:)/i.test(text.trim());

/** A Plus Code at the beginning of a text, and the town after it: `7G8F+6X Zürich`. */
function splitPlusCode(text: string): { code: string; town: string } | null {
  const [code = ''] = /^[^\s,]+/u.exec(text.trim()) ?? [];
  const town = text
    .trim()
    .slice(code.length)
    .replace(/^[\s,]+/u, '');
  // The library takes phone numbers, such as `+254 722 555`, for short codes.
  const isShort = plusCodes.isShort(code) && !/^\d*\+/.test(code);
  return plusCodes.isFull(code) || isShort ? { code, town } : null;
}

/** The town that a short Plus Code refers to; empty for other texts. */
export function findPlusCodeTown(text: string): string {
  const found = splitPlusCode(text);
  return found && plusCodes.isShort(found.code) ? found.town : '';
}

/** Letters of the longest text that is read: a link with many parameters. */
const maxLength = 4000;

/**
 * The place that a text describes, in degrees; null when it describes none.
 * @param near the reference of short Plus Codes
 */
export function parsePlaceText(text: string, near: LatLon): LatLon | null {
  if (text.length > maxLength) return null;
  if (isLink(text)) return parseLink(text.trim());
  const plusCode = splitPlusCode(text);
  if (!plusCode) return parsePair(unifySigns(text));
  const { code } = plusCode;
  const fullCode = plusCodes.isFull(code) ? code : plusCodes.recoverNearest(code, near.lat, near.lon);
  const { latitudeCenter, longitudeCenter } = plusCodes.decode(fullCode);
  return toPlace(latitudeCenter, longitudeCenter);
}
