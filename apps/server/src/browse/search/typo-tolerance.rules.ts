/** One slip of the finger. Pure. */

/** What LIKE takes for jokers does not come in words: all of it separates them. */
const anyLetter = '_';

/** Letters, not the halves of which JavaScript makes the rarer ones up. */
export const splitLetters = (word: string): string[] => Array.from(word);

/**
 * Patterns for LIKE that fit every word from which a typed one differs by one letter: another one, one too many, one
 * missing, two the wrong way round. What was meant may go on behind.
 */
export function typoPatterns(word: string): string[] {
  const letters = splitLetters(word);
  const replaced = (at: number, many: number, by: readonly string[]) =>
    `${[...letters.slice(0, at), ...by, ...letters.slice(at + many)].join('')}%`;
  const patterns = letters.flatMap((letter, at) => {
    const next = letters[at + 1];
    return [
      replaced(at, 1, [anyLetter]),
      replaced(at, 1, []),
      replaced(at, 0, [anyLetter]),
      ...(next === undefined ? [] : [replaced(at, 2, [next, letter])]),
    ];
  });
  return [...new Set(patterns)];
}
