/** Where a text names a field. Pure. */
import { labelFillers, peopleWords } from './common-words.ts';
import { foldWords, isSameWord, type TextPart } from './text-words.ts';

/** The words of a label that tell it from other fields, folded. What stands in brackets, such as a unit, is left out. */
export const listLabelWords = (label: string): string[] =>
  foldWords(label.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')).filter(
    (word) => !labelFillers.has(word) && !peopleWords.has(word),
  );

/** Positions of the first and the last word. */
export interface WordRange {
  first: number;
  last: number;
}

const isFiller = (word: string) => labelFillers.has(word) || peopleWords.has(word);

/** The label from the word at `first` on, in any order; fillers and numbers may be between its words. */
function matchLabelAt(
  { words }: TextPart,
  labelWords: readonly string[],
  first: number,
): WordRange | undefined {
  const missing = new Set(labelWords);
  for (let at = first; at < words.length; at++) {
    const word = words[at];
    if (!word) return undefined;
    const found = [...missing].find((it) => isSameWord(it, word.folded));
    if (found === undefined && (at === first || !(word.isNumber || isFiller(word.folded)))) return undefined;
    if (found !== undefined) missing.delete(found);
    if (missing.size === 0) return { first, last: at };
  }
  return undefined;
}

/** Where a part of a text has all words of a label. */
export const findLabel = (part: TextPart, labelWords: readonly string[]): WordRange[] =>
  labelWords.length === 0
    ? []
    : part.words.flatMap((_, first) => matchLabelAt(part, labelWords, first) ?? []);
