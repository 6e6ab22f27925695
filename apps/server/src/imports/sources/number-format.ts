/**
 * Decides from the format code of a style how its numbers are read (ECMA-376, part 1, 18.8.30 and 18.8.31). This is done once for a style,
 * not for each cell.
 */
import { isDateFormat, isPercentFormat, isValidFormat, type Token, tokenize } from 'numfmt';

/** How numbers are read (see `formatNumber`). */
export type NumberFormat =
  | { kind: 'plain' | 'percent' | 'date' }
  /** `decimals`: decimals of its seconds. */
  | { kind: 'clock'; decimals: number; hasHours: boolean }
  /** `code`: what a duration that is not negative is shown with. */
  | { kind: 'duration'; code: string; decimals: number }
  | { kind: 'identifier'; code: string };

/** Characters of a format code that programs allow. */
const maxCodeLength = 255;

const plain: NumberFormat = { kind: 'plain' };
const placeholderTypes: ReadonlySet<string> = new Set(['ZERO', 'HASH', 'QMARK']);
/** Parts of amounts: grouping, scales, fractions, exponents, and what aligns the columns of accounts. */
const amountTypes: ReadonlySet<string> = new Set(['GROUP', 'SCALE', 'SLASH', 'EXP', 'FILL', 'SKIP']);

const isPlaceholder = ({ type }: Token) => placeholderTypes.has(type);
/** A currency is a sign, or a text with or without a locale, such as `[$KSh-441]`. */
const isCurrency = ({ type, value }: Token) =>
  type === 'LOCALE' ? /^[^-]/.test(value) : type !== 'TEXT' && /\p{Sc}/u.test(value);
const isAmountPart = (token: Token) => amountTypes.has(token.type) || isCurrency(token);
const isSeparator = ({ value }: Token) => /^[-\u2010-\u2015()/\s]+$/.test(value);

/** Sections for positive numbers, negative numbers, zero, and texts. */
function splitSections(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]];
  for (const token of tokens)
    if (token.type === 'BREAK') sections.push([]);
    else sections.at(-1)?.push(token);
  return sections;
}

/** The part before the decimal point, from its first placeholder of a digit to its last. */
function findIntegerPart(section: readonly Token[]): Token[] {
  const point = section.findIndex(({ type }) => type === 'POINT');
  const tokens = point < 0 ? section : section.slice(0, point);
  return tokens.slice(tokens.findIndex(isPlaceholder), tokens.findLastIndex(isPlaceholder) + 1);
}

/** Whether spaces separate groups of three digits, as in `# ##0`. `### ### ###` and `000 000` are no amounts. */
function hasGroupsOfThree(integerPart: readonly Token[]): boolean {
  const shape = integerPart.map((token) =>
    isPlaceholder(token) ? token.value : token.value.replace(/\s/g, ' '),
  );
  const [first = '', ...others] = shape.join('').split(' ');
  const isEndOfAmount = others.at(-1)?.endsWith('0') === true || first.length === 1;
  return isEndOfAmount && /^[#?][#?0]{0,2}$/.test(first) && others.every((it) => /^[#?0]{3}$/.test(it));
}

/** Whether a unit follows the number, as in `00" km"`. */
const hasUnit = (section: readonly Token[]): boolean =>
  /^\s+\p{L}/u.test(
    section
      .slice(section.findLastIndex(isPlaceholder) + 1)
      .map(({ value }) => value)
      .join(''),
  );

/** Whether a section pads numbers with zeros, or has separators between their digits. */
function isIdentifierSection(section: readonly Token[]): boolean {
  const integerPart = findIntegerPart(section);
  const separators = integerPart.filter((token) => !isPlaceholder(token) && isSeparator(token));
  const zeros = integerPart.filter(({ type }) => type === 'ZERO');
  if (separators.length > 0 && hasGroupsOfThree(integerPart)) return false;
  return zeros.length > 1 || separators.length > 0;
}

/** Decimals of seconds that a section shows. */
const countDecimals = (section: readonly Token[]): number => {
  const point = section.findIndex(({ type }) => type === 'POINT');
  return point < 0 ? 0 : section.slice(point).filter(({ type }) => type === 'ZERO').length;
};

/** Whether a format shows a part of a date: another letter than those of times, the name of a month, or a month without a time. */
function hasDate(parts: readonly Token[]): boolean {
  const isTime = parts.some(({ type, value }) => type === 'DURATION' || /^[hs]/i.test(value));
  return !isTime || parts.some(({ type, value }) => type === 'DATETIME' && !/^(?:h+|mm?|s+)$/i.test(value));
}

/** The way of a format that shows parts of dates or times. */
function parseTimeFormat(tokens: readonly Token[]): NumberFormat {
  const parts = tokens.filter(({ type }) => type === 'DATETIME' || type === 'DURATION');
  if (hasDate(parts)) return { kind: 'date' };
  const sections = splitSections(tokens);
  const elapsed = sections.find((section) => section.some(({ type }) => type === 'DURATION'));
  if (elapsed) {
    const code = elapsed.filter(({ type }) => type !== 'CONDITION').map(({ raw }) => raw);
    return { kind: 'duration', code: code.join(''), decimals: countDecimals(elapsed) };
  }
  const decimals = Math.max(...sections.map(countDecimals));
  return { kind: 'clock', decimals, hasHours: parts.some(({ value }) => /^h/i.test(value)) };
}

/** The way of numbers with a format code. A code that is not valid shows plain numbers. */
export function parseNumberFormat(code: string): NumberFormat {
  if (code.length > maxCodeLength || !isValidFormat(code)) return plain;
  const tokens = tokenize(code);
  if (isDateFormat(code)) return parseTimeFormat(tokens);
  if (isPercentFormat(code)) return { kind: 'percent' };
  const sections = splitSections(tokens).filter((section) => section.some(isPlaceholder));
  const isAmount = sections.some(hasUnit) || sections.flat().some(isAmountPart);
  return !isAmount && sections.some(isIdentifierSection) ? { kind: 'identifier', code } : plain;
}

/** Codes of the built-in formats that do not show plain numbers. What some of them show depends on the language, and 59 to 81 are Thai. */
const builtInCodes: readonly (readonly [ids: readonly number[], code: string])[] = [
  [[9, 10, 67, 68], '0%'],
  [[14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36], 'yyyy-mm-dd'],
  [[50, 51, 52, 53, 54, 55, 56, 57, 58, 71, 72, 73, 74, 77, 81], 'yyyy-mm-dd'],
  [[18, 19, 20, 21, 32, 33, 75, 76], 'h:mm'],
  [[45, 78], 'mm:ss'],
  [[46, 79], '[h]:mm:ss'],
  [[47, 80], 'mm:ss.0'],
];

/** The ways of the built-in formats, by number; the others show plain numbers. */
export const builtInFormats: ReadonlyMap<number, NumberFormat> = new Map(
  builtInCodes.flatMap(([ids, code]) => ids.map((id) => [id, parseNumberFormat(code)] as const)),
);
