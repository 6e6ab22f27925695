/** Numbers that stand beside the name of a field. Pure. */
import type { Attribute } from '@waypost/contract/surveys/attributes';
import type { Span } from '../personal-data/spans.ts';
import { labelFillers, peopleWords } from './common-words.ts';
import { findLabel, listLabelWords, type WordRange } from './label-matches.ts';
import type { TextPart, TextWord } from './text-words.ts';

/** Units: a number with one answers a field with the same one. */
const units = new Set(
  'mm cm m km in ft mi mg g kg t lb ml l ha acres acre h hr hrs hour hours min minutes day days week weeks'.split(
    ' ',
  ),
);

/** Numbers with more digits are telephone numbers or ids. */
const maxDigits = 7;

/** A number in a text, in the format of the API. */
interface TextNumber {
  value: string;
  word: TextWord;
}

/** Whether what surrounds a number makes it something else: a part of a date, a range, a sum, a share. */
function isPartOfOther(plain: string, { start, end }: Span): boolean {
  const before = plain.slice(Math.max(0, start - 4), start);
  const after = plain.slice(end, end + 4);
  return (
    /\d(?:[:/.,'’]|[^\S\n]+)$|\d\s*[-–—~]\s*$|[#+$€£¥₹№~<>≈]\s*$|\p{L}-$/u.test(before) ||
    /^(?:[:/.,'’]|[^\S\n]+)\d|^\s*[-–—~]\s*\d|^\s*[+%$€£¥₹‰°]|^-\p{L}/u.test(after)
  );
}

/** @returns undefined where a separator may mean thousands or decimals */
function readNumber(plain: string, { start, end }: Span, type: Attribute['type']): string | undefined {
  const text = plain.slice(start, end);
  const isNegative = /(?:^|\s)-$/.test(plain.slice(0, start));
  const isGrouped = /^[1-9]\d{0,2}(?:,\d{3})+$|^[1-9]\d{0,2}(?:\.\d{3})+$/.test(text);
  if (isGrouped && type === 'decimal') return undefined;
  const digits = isGrouped ? text.replace(/[.,]/g, '') : text.replace(',', '.');
  const fits = type === 'int' ? /^(?:0|[1-9]\d*)$/ : /^(?:0|[1-9]\d*)(?:\.\d+)?$/;
  return fits.test(digits) && digits.length <= maxDigits ? `${isNegative ? '-' : ''}${digits}` : undefined;
}

/** The unit in the brackets of a label. */
const findUnit = (label: string) => /[([]([^()[\]]{1,12})[)\]]/.exec(label)?.[1]?.trim().toLowerCase();

/** The unit after a number, also if it is written together with it. */
const findUnitAfter = (plain: string, { end }: Span): string | undefined => {
  const next = /^\s?(\p{L}+)/u.exec(plain.slice(end, end + 12))?.[1]?.toLowerCase();
  return next !== undefined && units.has(next) ? next : undefined;
};

/** The word before the label, or before the people that it is about: "3 people were injured". */
function findWordBefore({ words }: TextPart, { first }: WordRange): TextWord | undefined {
  const before = words.slice(0, first);
  const people = before.findLastIndex(({ folded }) => !labelFillers.has(folded));
  const isAboutPeople = peopleWords.has(before[people]?.folded ?? '');
  return isAboutPeople ? before[people - 1] : before.at(-1);
}

/** The words that may be the answer, where a text names the field. Only `label: 3` counts where the text has it. */
function listCandidates(plain: string, part: TextPart, range: WordRange): TextWord[] {
  const { words } = part;
  const [last, after] = [words[range.last], words[range.last + 1]];
  if (last && after?.isNumber && /^\s*[:=]\s*-?$/.test(plain.slice(last.end, after.start))) return [after];
  const inside = words.slice(range.first, range.last);
  return [findWordBefore(part, range), ...inside, after].filter((it) => it !== undefined);
}

/** The numbers beside a label. */
function findNumbers(
  plain: string,
  parts: readonly TextPart[],
  { label, type }: Pick<Attribute, 'label' | 'type'>,
  excluded: readonly Span[],
): TextNumber[] {
  const unit = findUnit(label);
  const labelWords = listLabelWords(label);
  return parts
    .filter(({ isQuestion }) => !isQuestion)
    .flatMap((part) => findLabel(part, labelWords).flatMap((range) => listCandidates(plain, part, range)))
    .filter(
      (word) =>
        word.isNumber &&
        !isPartOfOther(plain, word) &&
        !excluded.some(({ start, end }) => start < word.end && word.start < end),
    )
    .map((word) => {
      const unitAfter = findUnitAfter(plain, word);
      const isOtherUnit = unitAfter !== undefined && unitAfter !== unit;
      // One that cannot be read still makes the others unclear.
      return { word, value: (isOtherUnit ? undefined : readNumber(plain, word, type)) ?? '' };
    });
}

/**
 * The answers to fields with numbers, by key. Nothing for a field that is named beside two numbers; a number that two fields claim
 * belongs to the one with the longer name.
 * @param excluded what is already something else, such as a date
 */
export function readNumbers(
  plain: string,
  parts: readonly TextPart[],
  attributes: readonly Pick<Attribute, 'key' | 'label' | 'type'>[],
  excluded: readonly Span[],
): Map<string, string> {
  const claims = attributes.flatMap((attribute) => {
    const numbers = findNumbers(plain, parts, attribute, excluded);
    const [first] = numbers;
    const isClear = first && first.value !== '' && numbers.every(({ value }) => value === first.value);
    return isClear ? [{ attribute, ...first, length: listLabelWords(attribute.label).length }] : [];
  });
  const isBest = (claim: (typeof claims)[number]) =>
    claims.every((other) => other === claim || other.word !== claim.word || other.length < claim.length);
  return new Map(claims.filter(isBest).map(({ attribute, value }) => [attribute.key, value]));
}
