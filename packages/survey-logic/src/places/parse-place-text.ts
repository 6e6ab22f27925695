/**
 * Reads a place from one line of text: coordinates in the usual notations, a Plus Code, a link of a map service, a point in well-known text
 * or GeoJSON.
 */
import type { Point } from '@waypost/contract/posts/posts';
import { OpenLocationCode } from 'open-location-code';
import { unifyCoordinateSigns } from './hemispheres.ts';

/** Which of two coordinates without letters comes first. */
export type CoordinateOrder = 'lat_lon' | 'lon_lat';

const plusCodes = new OpenLocationCode();

const toPlace = (lat: number, lon: number): Point | null =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null;

/** The patterns expect single spaces. */
const hemisphere = '([NSEW])?';
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

/** Letters of the longest angle that is read. */
const maxAngleLength = 60;

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
  const isNegative = hasMinus || /[SW]/.test(letter);
  return { value: isValid ? (isNegative ? -size : size) : Number.NaN, axis };
}

/** Latitude and longitude, in the order that letters say; null if both are the same. */
function combine(first: Angle, second: Angle, order: CoordinateOrder): Point | null {
  if (first.axis !== undefined && first.axis === second.axis) return null;
  const hasLetter = first.axis !== undefined || second.axis !== undefined;
  const isSwapped = hasLetter ? first.axis === 'lon' || second.axis === 'lat' : order === 'lon_lat';
  return isSwapped ? toPlace(second.value, first.value) : toPlace(first.value, second.value);
}

/** `52,5` is one number with a decimal comma, and `45,50,60` three numbers, or two. */
const isUnclear = (text: string): boolean => /^[+-]?\d+,\d+(?:,\d+)?$/.test(text);

/** `(-1.28, 36.82)`, `Lat: -1.28, Lon: 36.82`: without what stands around the numbers. */
const withoutLabels = (text: string): string =>
  text
    .replace(/^\(([^()]*)\)$/, '$1')
    .replace(
      /^lat(?:itude)?[ .:=]{1,3}([^a-z ,;]{1,30})[ ,;]{1,3}lo?ng?(?:itude)?[ .:=]{1,3}(.{1,30})$/i,
      '$1; $2',
    );

/** `lat lon altitude accuracy`, as ODK and KoboToolbox write places. */
const geopointPattern = /^(-?\d{1,3}\.\d+) (-?\d{1,3}\.\d+) -?\d+(?:\.\d+)?(?: \d+(?:\.\d+)?)?$/;

function parsePair(text: string, order: CoordinateOrder): Point | null {
  const [, lat, lon] = geopointPattern.exec(text) ?? [];
  if (lat !== undefined) return toPlace(Number(lat), Number(lon));
  if (isUnclear(text)) return null;
  const decimal = findMatch(decimalPairs, text);
  if (decimal) {
    const [, before1, whole1, after1, before2, whole2, after2] = decimal;
    return combine(
      toAngle([before1, whole1, undefined, undefined, after1]),
      toAngle([before2, whole2, undefined, undefined, after2]),
      order,
    );
  }
  const parts = /[°NSEW]/iu.test(text) ? findMatch(sexagesimalPairs, text) : null;
  return parts && combine(toAngle(parts.slice(1, 6)), toAngle(parts.slice(6, 11)), order);
}

const singlePatterns = (angle: string): RegExp[] =>
  [`^() ?${angle} ?${hemisphere}$`, `^${hemisphere} ?${angle} ?()$`].map(
    (pattern) => new RegExp(pattern, 'iu'),
  );
const decimalAngles = singlePatterns(degrees);
const sexagesimalAngles = singlePatterns(sexagesimal);

/**
 * One coordinate in degrees: `1.28 S`, `36.82°`, `41°25'01"N`, `S41 25.117`.
 * @returns null for no angle, or for one of the other axis
 */
export function parseAngle(text: string, axis: 'lat' | 'lon'): number | null {
  if (text.length > maxAngleLength) return null;
  const unified = unifyCoordinateSigns(text);
  const decimal = findMatch(decimalAngles, unified);
  const parts = decimal ? null : findMatch(sexagesimalAngles, unified);
  if (!decimal && !parts) return null;
  const angle = decimal
    ? toAngle([decimal[1], decimal[2], undefined, undefined, decimal[3]])
    : toAngle(parts?.slice(1, 6) ?? []);
  const isInside = Math.abs(angle.value) <= (axis === 'lat' ? 90 : 180);
  return isInside && (angle.axis ?? axis) === axis ? angle.value : null;
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
  String.raw`[?&]lat(?:itude)?=${number}&(?:lng|lon|long|longitude)=${number}`,
].map((pattern) => new RegExp(pattern, 'iu'));
/** Yandex and ArcGIS put the longitude first. */
const longitudeFirstHosts = /^https?:\/\/(?:[^/]*\.)?(?:yandex\.[a-z.]+|ya\.ru|arcgis\.com)(?::\d+)?\//i;
const longitudeFirstPattern = new RegExp(String.raw`[?&](?:pt|ll|center)=${number},${number}`, 'iu');

function parseLink(text: string): Point | null {
  const link = text
    .replaceAll(/%2C/gi, ',')
    .replaceAll(/%7E/gi, '~')
    .replaceAll(/%20|\+/g, '');
  if (longitudeFirstHosts.test(link)) {
    const [, lon, lat] = longitudeFirstPattern.exec(link) ?? [];
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

const wktPattern =
  /^(?:SRID=4326; ?)?(?:MULTI)?POINT ?(?:Z|M|ZM)? ?\( ?\(? ?(-?[\d.]+) (-?[\d.]+)(?: -?[\d.]+){0,2} ?\)? ?\)$/i;

/** A point in well-known text or GeoJSON, which have the longitude first. Of several points, none is the place. */
function parseGeometry(text: string): Point | null {
  const [, lon, lat] = wktPattern.exec(text.trim().replace(/\s+/g, ' ')) ?? [];
  if (lon !== undefined) return toPlace(Number(lat), Number(lon));
  const [, x, y] =
    /^\{\s*"type"\s*:\s*"Point"\s*,\s*"coordinates"\s*:\s*\[\s*(-?[\d.]+)\s*,\s*(-?[\d.]+)\s*[\],]/i.exec(
      text.trim(),
    ) ?? [];
  return x === undefined ? null : toPlace(Number(y), Number(x));
}

const isGeometry = (text: string): boolean => /^\s*(?:\{|SRID=|(?:MULTI)?POINT\b)/i.test(text);

/**
 * The place that a text describes, in degrees; null when it describes none.
 * @param near the reference of short Plus Codes, which are no place without one
 * @param order of two coordinates without letters
 */
export function parsePlaceText(
  text: string,
  near: Point | null,
  order: CoordinateOrder = 'lat_lon',
): Point | null {
  if (text.length > maxLength) return null;
  if (isLink(text)) return parseLink(text.trim());
  if (isGeometry(text)) return parseGeometry(text);
  const plusCode = splitPlusCode(text);
  if (!plusCode) return parsePair(unifyCoordinateSigns(withoutLabels(text.trim())), order);
  const { code } = plusCode;
  const isFull = plusCodes.isFull(code);
  if (!isFull && !near) return null;
  const fullCode = isFull || !near ? code : plusCodes.recoverNearest(code, near.lat, near.lon);
  const { latitudeCenter, longitudeCenter } = plusCodes.decode(fullCode);
  return toPlace(latitudeCenter, longitudeCenter);
}

/**
 * Guesses which of two coordinates comes first: a latitude is never beyond 90.
 * @param usualOrder applies where the coordinates do not show it
 * @returns `isAmbiguous` if both orders are possible
 */
export function guessCoordinateOrder(
  texts: readonly string[],
  usualOrder: CoordinateOrder,
): { order: CoordinateOrder; isAmbiguous: boolean } {
  const count = (order: CoordinateOrder) => texts.filter((text) => parsePlaceText(text, null, order)).length;
  const [latFirst, lonFirst] = [count('lat_lon'), count('lon_lat')];
  const isSame = texts.every((text) => {
    const [a, b] = [parsePlaceText(text, null, 'lat_lon'), parsePlaceText(text, null, 'lon_lat')];
    return !a || !b || (a.lat === b.lat && a.lon === b.lon);
  });
  if (latFirst === lonFirst) return { order: usualOrder, isAmbiguous: !isSame };
  return { order: lonFirst > latFirst ? 'lon_lat' : 'lat_lon', isAmbiguous: false };
}
