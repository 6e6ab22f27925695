/** Parts of texts, and patterns that find them. Pure. */

/** A part of a text, as UTF-16 offsets: from `start`, up to and without `end`. */
export interface Span {
  start: number;
  end: number;
}

/**
 * Every match of a pattern; of the group `found` where the pattern has one.
 * @param pattern with the flag `g`, and `d` if it has the group
 */
export function findAll(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => {
    const group = match.indices?.groups?.['found'];
    return group
      ? { start: group[0], end: group[1] }
      : { start: match.index, end: match.index + match[0].length };
  });
}

/**
 * The pattern of words that may begin a sentence. What follows them is a name and needs its capital letters: the flag `i` cannot be
 * used.
 */
export function inBothCases(words: string): string {
  const [first = ''] = words;
  return `[${first.toLowerCase()}${first.toUpperCase()}]${words.slice(first.length)}`;
}
