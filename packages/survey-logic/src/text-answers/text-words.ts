/** The words and numbers of a text in any script, by sentence part. Pure. */
import { foldName } from '../fold-name.ts';
import { toAsciiDigits } from '../personal-data/ascii-digits.ts';
import type { Span } from '../personal-data/spans.ts';

/** A word or a number. */
export interface TextWord extends Span {
  /** As it is compared: `École` is `ecole`, `الجرحى` is `جرحي`. */
  folded: string;
  isNumber: boolean;
}

/** Words between two punctuation marks that separate statements. */
export interface TextPart {
  words: readonly TextWord[];
  /** Whether it is asked, not stated. */
  isQuestion: boolean;
}

/** With digits and signs as in English, so that one pattern reads all scripts. The length stays the same. */
export const toPlainText = (text: string): string =>
  toAsciiDigits(text).replaceAll('٫', '.').replaceAll('−', '-');

const separators = /[.!?;,\n()。，；、！？।؟،؛]/;
const questionMarks = /[?？؟]/;

/** Without the Arabic article and a preceding "and", which are written together with their word. */
const withoutArticle = (folded: string): string => folded.replace(/^و?ال(?=\p{L}{3})/u, '');

/** The words of a label or of the name of an option, folded. */
export const foldWords = (name: string): string[] =>
  splitText(toPlainText(name)).flatMap(({ words }) => words.map(({ folded }) => folded));

let segmenter: Intl.Segmenter | undefined;

/** Also finds the words of scripts without spaces. */
function* listWords(plain: string): Generator<TextWord> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const { segment, index, isWordLike } of segmenter.segment(plain)) {
    const folded = isWordLike ? withoutArticle(foldName(segment)) : '';
    const isNumber = /^\d+(?:[.,]\d+)*$/.test(segment);
    if (folded !== '' || isNumber) yield { folded, isNumber, start: index, end: index + segment.length };
  }
}

/** @param plain from `toPlainText` */
export function splitText(plain: string): TextPart[] {
  const parts: { words: TextWord[]; isQuestion: boolean }[] = [{ words: [], isQuestion: false }];
  let end = 0;
  const startPart = (between: string) => {
    const last = parts.at(-1);
    if (last && questionMarks.test(between)) last.isQuestion = true;
    if (separators.test(between)) parts.push({ words: [], isQuestion: false });
  };
  for (const word of listWords(plain)) {
    startPart(plain.slice(end, word.start));
    parts.at(-1)?.words.push(word);
    end = word.end;
  }
  startPart(plain.slice(end));
  return parts.filter(({ words }) => words.length > 0);
}

/** Whether two folded words are the same up to a short ending, as `road` and `roads`. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const maxEnding = short.length < 4 ? 0 : short.length < 5 ? 1 : 2;
  return long.length - short.length <= maxEnding && long.startsWith(short);
}
