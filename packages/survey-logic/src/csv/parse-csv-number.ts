/** Parses numbers as people and spreadsheets of any language write them. */
import type { CsvOptions } from '@waypost/contract/imports/csv-options';
import { toAsciiDigits } from '../personal-data/ascii-digits.ts';

type Mark = CsvOptions['decimal'];

/** What a mark means that can be either of two: the decimal separator of the file, groups only, decimals only. */
export type NumberReading = Mark | 'whole' | 'coordinate';

/** Longer texts are no numbers. */
const maxLength = 60;

/** Groups of three digits after one to three, with the same space or apostrophe between all of them. */
const spacedGroups = /^[+-]?[1-9]\d{0,2}(?:( |'|\u066c)\d{3})(?:\1\d{3})*(?:[.,\u066b]\d*)?$/;
/** Digits with marks, which one of them may begin; an exponent. */
const numberPattern = /^([+-]?)([\d.,]*\d[.,]?)(e[+-]?\d{1,3})?$/i;

/** A text that `normaliseSigns` leaves as it is. */
const plainPattern = /^[0-9+\-.,]*$/;

/** With the digits, minus and space of English, and without a percent sign: a field for 25 % has the number 25. */
function normaliseSigns(text: string): string {
  if (plainPattern.test(text)) return text;
  const plain = toAsciiDigits(text.slice(0, maxLength + 1))
    .replace(/[\u200e\u200f\u061c]/g, '')
    .replace(/\s/g, ' ')
    .replaceAll('\u2019', "'")
    .replace(/^\u2212/, '-')
    .trim()
    .replace(/(?<=\d) ?[%\u066a\uff05]$/, '');
  return spacedGroups.test(plain) ? plain.replace(/[ '\u066c]/g, '') : plain;
}

/** `1,234,567`, and `12,34,567` as in India. A group of thousands never begins with 0. */
const groupPatterns = {
  '.': /^[1-9]\d{0,2}(?:\.\d{3})+$/,
  ',': /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d?(?:,\d\d)+,\d{3}$/,
};

/** A number in its parts. */
interface WrittenNumber {
  sign: string;
  /** With marks. */
  digits: string;
  exponent: string;
  /** The mark that is, or may be, the decimal separator; null where there is none. */
  decimal: Mark | null;
  /** Whether the marks can be nothing else. */
  isCertain: boolean;
}

type Marks = Pick<WrittenNumber, 'decimal' | 'isCertain'>;

/** @returns null where the marks fit no number */
function readMarks(digits: string): Marks | null {
  const [point, comma] = [digits.lastIndexOf('.'), digits.lastIndexOf(',')];
  if (point < 0 && comma < 0) return { decimal: null, isCertain: true };
  if (point >= 0 && comma >= 0) {
    const decimal: Mark = point > comma ? '.' : ',';
    const [whole = '', ...rest] = digits.split(decimal);
    const isGrouped = groupPatterns[decimal === '.' ? ',' : '.'].test(whole);
    return rest.length === 1 && isGrouped ? { decimal, isCertain: true } : null;
  }
  const mark: Mark = point >= 0 ? '.' : ',';
  const isGrouped = groupPatterns[mark].test(digits);
  if (digits.indexOf(mark) < digits.lastIndexOf(mark))
    return isGrouped ? { decimal: null, isCertain: true } : null;
  return { decimal: mark, isCertain: !isGrouped };
}

/** @returns null for a text that is no number */
function readNumber(text: string): WrittenNumber | null {
  if (text.length > maxLength) return null;
  const normalised = normaliseSigns(text);
  const [, sign = '', digits, exponent = ''] =
    numberPattern.exec(normalised.replace('\u066b', '.').replaceAll('\u066c', ',')) ?? [];
  const marks = digits === undefined ? null : readMarks(digits);
  if (digits === undefined || !marks) return null;
  // Arabic has a decimal separator of its own.
  const isCertain = marks.isCertain || normalised.includes('\u066b');
  return { sign, digits, exponent, decimal: marks.decimal, isCertain };
}

/**
 * A number in JavaScript's format: ASCII digits, no groups, and a decimal point; null for a text that is none.
 * @param reading decides `1,250` and `1.250`; `1,25`, `0,900` and `1.234,5` can only be one number
 */
export function parseCsvNumber(text: string, reading: NumberReading): string | null {
  const number = readNumber(text);
  if (!number) return null;
  const { sign, digits, exponent, decimal, isCertain } = number;
  const isDecimal = isCertain || reading === 'coordinate' || reading === decimal;
  const end = decimal !== null && isDecimal ? digits.lastIndexOf(decimal) : digits.length;
  const whole = digits.slice(0, end).replace(/[.,]/g, '');
  const fraction = end < digits.length ? `.${digits.slice(end + 1)}` : '';
  return `${sign}${whole}${fraction}${exponent}`;
}

/** A number as `parseCsvNumber` returns it. Other text stays as it is, so that validation rejects it. */
export const normaliseNumber = (text: string, reading: NumberReading): string =>
  parseCsvNumber(text, reading) ?? text;

/** Whether a text is a number in some notation. */
export const isWrittenNumber = (text: string): boolean => readNumber(text) !== null;

/** The decimal separator that a number shows, and the mark in it that may be a decimal separator or a group. */
interface DecimalEvidence {
  certain: Mark | null;
  ambiguous: Mark | null;
}

function findEvidence(text: string): DecimalEvidence {
  const number = readNumber(text);
  if (!number) return { certain: null, ambiguous: null };
  if (!number.isCertain) return { certain: null, ambiguous: number.decimal };
  if (number.decimal !== null) return { certain: number.decimal, ambiguous: null };
  const group = /[.,]/.exec(number.digits)?.[0];
  return { certain: group === undefined ? null : group === '.' ? ',' : '.', ambiguous: null };
}

/**
 * Guesses the decimal separator of numbers.
 * @param numbers without coordinates, which programs write with points in every language
 * @param usual applies where the numbers do not show it
 * @returns `isAmbiguous` if some numbers can be read in two ways, and nothing in the file shows which
 */
export function guessDecimal(
  numbers: readonly string[],
  usual: Mark,
): { decimal: Mark; isAmbiguous: boolean } {
  const evidence = numbers.map(findEvidence);
  const count = (mark: Mark) => evidence.filter(({ certain }) => certain === mark).length;
  const [points, commas] = [count('.'), count(',')];
  const decimal = points === commas ? usual : points > commas ? '.' : ',';
  const isShown = points === 0 ? commas > 0 : commas === 0;
  return {
    decimal,
    isAmbiguous:
      !isShown && evidence.some(({ ambiguous }) => ambiguous !== null && (points > 0 || ambiguous !== usual)),
  };
}
