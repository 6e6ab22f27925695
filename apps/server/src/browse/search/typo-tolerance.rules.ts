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
  const letters = splitLetters(word);
  const replaceLetters = (start: number, deleteCount: number, replacement: readonly string[]) =>
    `${letters.toSpliced(start, deleteCount, ...replacement).join('')}%`;
  const patterns = letters.flatMap((letter, index) => {
    const next = letters[index + 1];
    return [
      replaceLetters(index, 1, [anyLetter]),
      replaceLetters(index, 1, []),
      replaceLetters(index, 0, [anyLetter]),
      ...(next === undefined ? [] : [replaceLetters(index, 2, [next, letter])]),
    ];
  });
  return [...new Set(patterns)];
}
