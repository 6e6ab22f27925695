/** One answer, read by the type of its attribute (wire 2.1, "Value encoding by attribute type"). Pure. */
import type { AttributeType } from '@waypost/contract/attributes';
import { limits } from '@waypost/contract/limits';
import type { Point } from '@waypost/contract/posts';
import { readDate } from '@waypost/contract/scalars';
import { videoEmbedOf } from './video.ts';

/** An answer as it is stored and sent. */
export type Answer = string | number | Point;

/** What an answer should have been; the form translates the word, `expected` in the fault says it in English. */
export type Expected =
  | 'text'
  | 'int'
  | 'decimal'
  | 'datetime'
  | 'point'
  | 'geometry'
  | 'id'
  | 'category'
  | 'link'
  | 'video';

export type Reading = { answer: Answer } | { expected: Expected } | { tooLong: number };

const isScalar = (raw: unknown): raw is string | number | boolean =>
  typeof raw === 'string' || (typeof raw === 'number' && Number.isFinite(raw)) || typeof raw === 'boolean';

/** A null character would be refused by the database's JSON type. */
const textOf = (raw: string | number | boolean) => String(raw).replaceAll('\u0000', '');

const member = (raw: unknown, name: string): unknown =>
  typeof raw === 'object' && raw !== null ? (raw as Record<string, unknown>)[name] : undefined;

const blank = (raw: unknown): boolean =>
  raw === null || raw === undefined || (typeof raw === 'string' && textOf(raw).trim() === '');

/** No answer at all: dropped on save (spec 2 §5). A place without coordinates is one, too. */
export function isEmptyAnswer(raw: unknown): boolean {
  if (blank(raw)) return true;
  const place = typeof raw === 'object' && raw !== null && ('lat' in raw || 'lon' in raw);
  return place && blank(member(raw, 'lat')) && blank(member(raw, 'lon'));
}

function numberOf(raw: unknown): number | null {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : null;
  if (typeof raw !== 'string' || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(raw.trim())) return null;
  const value = Number(raw);
  return Number.isFinite(value) ? value : null;
}

function text(raw: unknown, most?: number): Reading {
  if (!isScalar(raw)) return { expected: 'text' };
  const answer = textOf(raw);
  return most !== undefined && Array.from(answer).length > most ? { tooLong: most } : { answer };
}

function int(raw: unknown): Reading {
  const value = numberOf(raw);
  return value !== null && Number.isSafeInteger(value) ? { answer: value } : { expected: 'int' };
}

/** Four decimals, as the wire has it; beyond 10^15 a double no longer holds whole numbers and decimals. */
function decimal(raw: unknown): Reading {
  const value = numberOf(raw);
  if (value === null || Math.abs(value) >= 1e15) return { expected: 'decimal' };
  return { answer: value.toFixed(4).replace(/^-(0\.0000)$/, '$1') };
}

function datetime(raw: unknown): Reading {
  const date = typeof raw === 'string' ? readDate(raw) : null;
  return date ? { answer: date.toISOString().slice(0, 19).replace('T', ' ') } : { expected: 'datetime' };
}

function point(raw: unknown): Reading {
  const lat = numberOf(member(raw, 'lat'));
  const lon = numberOf(member(raw, 'lon'));
  const inside =
    lat !== null && lon !== null && Math.abs(lat) <= limits.latitude && Math.abs(lon) <= limits.longitude;
  return inside ? { answer: { lon, lat } } : { expected: 'point' };
}

const wkt = /^\s*(?:SRID=\d+;)?\s*(?:MULTI)?(?:POINT|LINESTRING|POLYGON)\s*\(.*\)\s*$/is;
const geometry = (raw: unknown): Reading =>
  typeof raw === 'string' && wkt.test(raw) ? { answer: raw.trim() } : { expected: 'geometry' };

/** Bare, or inside an object that carries it. */
function id(raw: unknown): Reading {
  const bare = member(raw, 'id') ?? raw;
  const digits = typeof bare === 'number' || typeof bare === 'string' ? String(bare).trim() : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? { answer: digits } : { expected: 'id' };
}

/** An id or a name; the server turns names into ids. */
function category(raw: unknown): Reading {
  const bare = member(raw, 'id') ?? raw;
  return typeof bare === 'number' || typeof bare === 'string'
    ? { answer: textOf(bare).trim() }
    : { expected: 'category' };
}

function link(raw: unknown): Reading {
  if (typeof raw !== 'string' || !URL.canParse(raw.trim())) return { expected: 'link' };
  return ['http:', 'https:'].includes(new URL(raw.trim()).protocol)
    ? { answer: raw.trim() }
    : { expected: 'link' };
}

const readers: Record<AttributeType, (raw: unknown) => Reading> = {
  varchar: (raw) => text(raw, limits.varchar),
  text,
  markdown: text,
  title: text,
  description: text,
  int,
  decimal,
  datetime,
  point,
  geometry,
  relation: id,
  media: id,
  tags: category,
  link,
};

/**
 * Reads one non-empty answer into its canonical form: dates in UTC `YYYY-MM-DD HH:mm:ss`, decimals `"12.5000"`, ids as
 * strings, places `{lon, lat}` in degrees, videos by the address of their player (spec 2 §5).
 * @param raw as a client sent it
 */
export function readAnswer(attribute: { type: AttributeType; input: string }, raw: unknown): Reading {
  const reading = readers[attribute.type](raw);
  if (attribute.input !== 'video' || !('answer' in reading) || typeof reading.answer !== 'string')
    return reading;
  const player = videoEmbedOf(reading.answer);
  return player === null ? { expected: 'video' } : { answer: player };
}
