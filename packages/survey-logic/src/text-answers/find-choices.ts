/** Options and categories that a text names. Pure. */
import { negations, vagueOptions } from './common-words.ts';
import { findLabel, listLabelWords } from './label-matches.ts';
import { foldWords, isSameWord, type TextPart } from './text-words.ts';

/** What can be chosen. */
export interface Choice {
  /** What is stored. */
  value: string;
  name: string;
}

/** Words on each side of a choice in which a negation counts. */
const negationDistance = 2;

/** Short words are too often part of something else. Words of scripts without an alphabet are shorter. */
const isTellingName = (words: readonly string[]): boolean => {
  const letters = words.join('');
  const minLetters = /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letters)
    ? 4
    : /\p{Script=Arabic}/u.test(letters)
      ? 3
      : 2;
  return (
    letters.length >= minLetters && /\p{L}/u.test(letters) && !words.every((word) => vagueOptions.has(word))
  );
};

const isDenied = ({ words }: TextPart, first: number, length: number): boolean =>
  words
    .filter((_, at) => at >= first - negationDistance && at < first + length + negationDistance)
    .some(({ folded }, index) => {
      const at = Math.max(0, first - negationDistance) + index;
      return (at < first || at >= first + length) && negations.has(folded);
    });

/** Where a part of a text has the words of a name, one after the other. */
const findName = ({ words }: TextPart, name: readonly string[]): number[] =>
  words.flatMap((_, first) =>
    name.every((word, index) => isSameWord(word, words[first + index]?.folded ?? '')) ? [first] : [],
  );

interface NamedChoice extends Choice {
  words: string[];
}

/** The choices that one part names. A name within a longer one, such as "fire" in "fire station", is not meant. */
function findInPart(
  part: TextPart,
  choices: readonly NamedChoice[],
  labelWords: readonly string[],
): NamedChoice[] {
  const taken = new Set<number>();
  const isLabelled = findLabel(part, labelWords).length > 0;
  return choices.filter(({ words }) => {
    const places = findName(part, words).filter((first) =>
      words.every((_, index) => !taken.has(first + index)),
    );
    for (const first of places) for (const [index] of words.entries()) taken.add(first + index);
    const isMeant = isTellingName(words) || isLabelled;
    return isMeant && places.some((first) => !isDenied(part, first, words.length));
  });
}

/**
 * The values of the choices that a text names as whole words, without those that it denies or asks for.
 * @param label of the field: options such as "Yes" count beside it alone
 */
export function findChoices(parts: readonly TextPart[], choices: readonly Choice[], label: string): string[] {
  const named = choices
    .map((choice) => ({ ...choice, words: foldWords(choice.name) }))
    .filter(({ words }) => words.length > 0)
    .toSorted((a, b) => b.words.length - a.words.length);
  const labelWords = listLabelWords(label);
  const found = new Set(
    parts
      .filter(({ isQuestion }) => !isQuestion)
      .flatMap((part) => findInPart(part, named, labelWords).map(({ value }) => value)),
  );
  return choices.map(({ value }) => value).filter((value) => found.has(value));
}
