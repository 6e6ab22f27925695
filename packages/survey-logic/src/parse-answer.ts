/** Parses one answer by the type of its attribute (API v3 §2.1, "Value encoding"). */

import { parseDate } from '@waypost/contract/common/dates';
import { limits } from '@waypost/contract/common/limits';
import { parseUrl } from '@waypost/contract/common/parse-url';
import type { Point } from '@waypost/contract/posts/posts';
import type { AttributeInputKind, AttributeType } from '@waypost/contract/surveys/attributes';
import type { ExpectedAnswer } from './expected-answers.ts';
import { toVideoEmbedUrl } from './video-embed.ts';

/** An answer as it is stored and sent. */
export type Answer = string | number | Point;

/** The parsed answer, or why it is invalid. */
export type AnswerParseResult = { answer: Answer } | { expected: ExpectedAnswer };

const isScalar = (raw: unknown): raw is string | number | boolean =>
  typeof raw === 'string' || (typeof raw === 'number' && Number.isFinite(raw)) || typeof raw === 'boolean';

/** PostgreSQL's JSON type rejects null characters. */
const toText = (raw: string | number | boolean) => String(raw).replaceAll('\u0000', '');

const readMember = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;

const isBlank = (raw: unknown): boolean =>
  raw === null || raw === undefined || (typeof raw === 'string' && toText(raw).trim() === '');

/** Whether there is no answer: dropped on save (spec 2 §5). A place without coordinates is empty too. */
export function isEmptyAnswer(raw: unknown): boolean {
  if (isBlank(raw)) return true;
  const place = typeof raw === 'object' && raw !== null && ('lat' in raw || 'lon' in raw);
  return place && isBlank(readMember(raw, 'lat')) && isBlank(readMember(raw, 'lon'));
}

function toNumber(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(raw.trim()))
    return null;
  const value = Number(raw);
  return Number.isFinite(value) ? value : null;
}

const parseText = (raw: unknown): AnswerParseResult =>
  isScalar(raw) ? { answer: toText(raw) } : { expected: 'text' };

function parseInteger(raw: unknown): AnswerParseResult {
  const value = toNumber(raw);
  return value !== null && Number.isSafeInteger(value) ? { answer: value } : { expected: 'int' };
}

/** Four decimals, as in API v3. Beyond 10^15 a double cannot represent them. */
function parseDecimal(raw: unknown): AnswerParseResult {
  const value = toNumber(raw);
  if (value === null || Math.abs(value) >= 1e15) return { expected: 'decimal' };
  return { answer: value.toFixed(4).replace(/^-(0\.0000)$/, '$1') };
}

function parseDateTime(raw: unknown): AnswerParseResult {
  const date = typeof raw === 'string' ? parseDate(raw) : null;
  return date ? { answer: date.toISOString().slice(0, 19).replace('T', ' ') } : { expected: 'datetime' };
}

function parsePoint(raw: unknown): AnswerParseResult {
  const lat = toNumber(readMember(raw, 'lat'));
  const lon = toNumber(readMember(raw, 'lon'));
  const inside =
    lat !== null && lon !== null && Math.abs(lat) <= limits.latitude && Math.abs(lon) <= limits.longitude;
  return inside ? { answer: { lon, lat } } : { expected: 'point' };
}

const wktPattern = /^(?:SRID=\d+;\s*)?(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*\(.*\)$/is;
const parseGeometry = (raw: unknown): AnswerParseResult =>
  typeof raw === 'string' && wktPattern.test(raw.trim()) ? { answer: raw.trim() } : { expected: 'geometry' };

/** An id, or an object with an id. */
function parseId(raw: unknown): AnswerParseResult {
  const bare = readMember(raw, 'id') ?? raw;
  const digits = typeof bare === 'number' || typeof bare === 'string' ? String(bare).trim() : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? { answer: digits } : { expected: 'id' };
}

/** An id or a name. The server resolves names. */
function parseCategory(raw: unknown): AnswerParseResult {
  const bare = readMember(raw, 'id') ?? raw;
  return typeof bare === 'number' || typeof bare === 'string'
    ? { answer: toText(bare).trim() }
    : { expected: 'category' };
}

function parseLink(raw: unknown): AnswerParseResult {
  const text = typeof raw === 'string' ? raw.trim() : '';
  return ['http:', 'https:'].includes(parseUrl(text)?.protocol ?? '')
    ? { answer: text }
    : { expected: 'link' };
}

/**
 * A number in E.164. The form and the server bring what people write into it before, by `phone-numbers.ts`, which also knows whether
 * there is such a number: its rules of all countries are larger than the form.
 */
const parsePhone = (raw: unknown): AnswerParseResult =>
  typeof raw === 'string' && /^\+[1-9]\d{6,14}$/.test(raw) ? { answer: raw } : { expected: 'phone' };

/** The encoding of each type. */
const answerParsers: Record<AttributeType, (raw: unknown) => AnswerParseResult> = {
  varchar: parseText,
  text: parseText,
  markdown: parseText,
  title: parseText,
  description: parseText,
  int: parseInteger,
  decimal: parseDecimal,
  datetime: parseDateTime,
  point: parsePoint,
  geometry: parseGeometry,
  relation: parseId,
  media: parseId,
  tags: parseCategory,
  link: parseLink,
  phone: parsePhone,
};

function parseVideo(text: string): AnswerParseResult {
  const player = toVideoEmbedUrl(text);
  return player === null ? { expected: 'video' } : { answer: player };
}

/** The further encoding of texts that were entered with an input; null where it has none. */
const textParsers: Record<AttributeInputKind, ((text: string) => AnswerParseResult) | null> = {
  text: null,
  textarea: null,
  select: null,
  radio: null,
  checkbox: null,
  checkboxes: null,
  date: null,
  datetime: null,
  location: null,
  number: null,
  phone: null,
  relation: null,
  upload: null,
  video: parseVideo,
  markdown: null,
  tags: null,
};

/**
 * Parses one non-empty answer into its canonical form: dates in UTC `YYYY-MM-DD HH:mm:ss`, decimals `"12.5000"`, ids
 * as strings, places `{lon, lat}` in degrees, videos as the URL of their player (spec 2 §5).
 * @param raw as a client sent it
 */
export function parseAnswer(
  { type, input }: { type: AttributeType; input: AttributeInputKind },
  raw: unknown,
): AnswerParseResult {
  const result = answerParsers[type](raw);
  if (!('answer' in result) || typeof result.answer !== 'string') return result;
  return textParsers[input]?.(result.answer) ?? result;
}
