/**
 * Finds texts that may identify a person: numbers, addresses, names, links to profiles. A hint for whoever writes or publishes a
 * report, not a proof: `npm run scores:personal-data` prints how often it is right. Pure.
 */
import { findPhoneNumbersInText } from 'libphonenumber-js/min';
import { toAsciiDigits } from './ascii-digits.ts';
import { findAddresses } from './find-addresses.ts';
import { findDocumentNumbers } from './find-document-numbers.ts';
import { findNames } from './find-names.ts';
import { findAll, type Span } from './spans.ts';

/** Kinds of personal data. If texts overlap, the earlier kind counts. */
export const personalDataKinds = [
  'email',
  'profile',
  'coordinates',
  'document',
  'phone',
  'plate',
  'address',
  'name',
] as const;
/** A kind of personal data. */
export type PersonalDataKind = (typeof personalDataKinds)[number];

/** A part of a text, as UTF-16 offsets. */
export interface PersonalData extends Span {
  kind: PersonalDataKind;
}

const emailPattern =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu;

/** Links to accounts of people, and handles. Links to articles of such services have the account in their path, too. */
const profilePattern =
  /(?:https?:\/\/)?(?:[a-z]{1,3}\.)?(?:facebook|fb|instagram|twitter|x|tiktok|linkedin|vk|ok|weibo|threads|snapchat)\.(?:com|ru|net)\/[^\s<>"')\]]{2,}|(?:https?:\/\/)?(?:t|wa)\.me\/[^\s<>"')\]]{2,}|(?<![\p{L}\p{N}._%+@/-])@[A-Za-z][A-Za-z0-9_.]{2,29}(?<!\.)/giu;

const decimalPair = /(?<![\d.])-?\d{1,3}\.\d{3,}(?:\s*[,;/]\s*|\s+)-?\d{1,3}\.\d{3,}(?!\.?\d)/g;
const degreesPair =
  /\d{1,2}\s*°\s*(?:\d{1,2}(?:\.\d+)?\s*['′’]\s*)?(?:\d{1,2}(?:\.\d+)?\s*["″”]\s*)?[NS][\s,;]+\d{1,3}\s*°\s*(?:\d{1,2}(?:\.\d+)?\s*['′’]\s*)?(?:\d{1,2}(?:\.\d+)?\s*["″”]\s*)?[EWO]/gi;
const plusCode =
  /(?<![A-Z0-9])(?:[23456789CFGHJMPQRVWX]{8}|[23456789CFGHJMPQRVWX]{4})\+[23456789CFGHJMPQRVWX]{2,3}(?![A-Z0-9])/g;

function findCoordinates(text: string): Span[] {
  const pairs = findAll(text, decimalPair).filter(({ start, end }) => {
    const [lat = 91, lon = 181] = (text.slice(start, end).match(/-?(?<!\d)\d+\.\d+/g) ?? []).map(Number);
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180;
  });
  return [...pairs, ...findAll(text, degreesPair), ...findAll(text, plusCode)];
}

/** Numbers without a country code, where the country is not known: a zero and groups of digits that are no date and no amount. */
const nationalNumber = /(?<![\d.,:/-])\(?0\d{1,4}\)?(?:[ ./-]?\d{2,4}){2,4}(?![\d.,:/]?\d)/g;

/** Dates have the form of short numbers. */
const datePattern = /^(?:(?:19|20)\d\d[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d)/;

const countDigits = (text: string): number => text.replace(/\D/g, '').length;

/** Groups of digits that are looked at, of which none is a phone number: a long table of figures would take half a second. */
const maxWrongNumbers = 1000;

function findPhoneNumbers(text: string, country: string | undefined): Span[] {
  const options = {
    extended: false,
    maxTries: maxWrongNumbers,
    ...(country ? { defaultCountry: country as 'KE' } : {}),
  };
  const found = findPhoneNumbersInText(text, options).map(({ startsAt, endsAt }) => ({
    start: startsAt,
    end: endsAt,
  }));
  const national = findAll(text, nationalNumber).filter(({ start, end }) => {
    const digits = countDigits(text.slice(start, end));
    return digits >= 9 && digits <= 12;
  });
  return [...found, ...national].filter(({ start, end }) => !datePattern.test(text.slice(start, end)));
}

/** Options of the search. */
export interface PersonalDataOptions {
  /** Where the deployment is, as ISO 3166 code: numbers and plates are written as there. */
  country?: string | undefined;
}

/**
 * Finds personal data in a text, in the order of the text and without overlaps.
 * @param text in any of the twelve languages; digits of any script
 */
export function findPersonalData(text: string, { country }: PersonalDataOptions = {}): PersonalData[] {
  // Replaced one by one, so that the offsets stay.
  const ascii = toAsciiDigits(text);
  const { documents, plates } = findDocumentNumbers(ascii, country);
  const found: Record<PersonalDataKind, readonly Span[]> = {
    email: findAll(ascii, emailPattern),
    profile: findAll(ascii, profilePattern),
    coordinates: findCoordinates(ascii),
    document: documents,
    phone: findPhoneNumbers(ascii, country),
    plate: plates,
    address: findAddresses(ascii),
    name: findNames(ascii),
  };
  const kept: PersonalData[] = [];
  const isTaken = new Uint8Array(text.length);
  for (const kind of personalDataKinds)
    for (const { start, end } of found[kind]) {
      if (isTaken.subarray(start, end).includes(1)) continue;
      isTaken.fill(1, start, end);
      kept.push({ kind, start, end });
    }
  return kept.toSorted((a, b) => a.start - b.start);
}

/** What a removed text becomes. */
export const redactionMark = '[…]';

/** The text without these parts. @param parts from `findPersonalData` */
export function redact(text: string, parts: readonly Span[]): string {
  let result = text;
  for (const { start, end } of parts.toSorted((a, b) => b.start - a.start))
    result = result.slice(0, start) + redactionMark + result.slice(end);
  return result;
}
