/** Patterns that match words with one typo. Pure. */

/** LIKE wildcard for one letter. Words contain no wildcards themselves: these characters separate words. */
const anyLetter = '_';

/** Code points of a word, not UTF-16 code units. */
export const splitLetters = (word: string): string[] => Array.from(word);

/**
 * LIKE patterns for all words that differ from the typed one by one typo: a letter replaced, added, missing, or two
 * swapped. The word may be longer than what was typed.
 */
export function typoPatterns(word: string): string[] {
  return [...new Set(typoPatternsByKind(word).flat())];
}

/**
 * The same patterns by the kind of typo, the most frequent first: a double letter typed once, or a single one twice; two
 * letters swapped; a letter missing or added; a letter replaced.
 */
export function typoPatternsByKind(word: string): string[][] {
  const letters = splitLetters(word);
  const replaceLetters = (start: number, deleteCount: number, replacement: readonly string[]) =>
    `${letters.toSpliced(start, deleteCount, ...replacement).join('')}%`;
  const each = (build: (letter: string, next: string | undefined, index: number) => string[]) =>
    letters.flatMap((letter, index) => build(letter, letters[index + 1], index));
  return [
    each((letter, next, index) => [
      replaceLetters(index, 0, [letter]),
      ...(next === letter ? [replaceLetters(index, 1, [])] : []),
    ]),
    each((letter, next, index) => (next === undefined ? [] : [replaceLetters(index, 2, [next, letter])])),
    each((_letter, _next, index) => [replaceLetters(index, 0, [anyLetter]), replaceLetters(index, 1, [])]),
    each((_letter, _next, index) => [replaceLetters(index, 1, [anyLetter])]),
  ];
}
