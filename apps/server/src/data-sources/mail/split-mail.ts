/** Splits the text of a mail into what its sender wrote, and the quoted mails and the signature. */
import { QuoteFinder } from './find-quotes.ts';
import { isFooter } from './mail-words.ts';

/** A text in two parts. Each line of the mail is in one of them. */
export interface SplitMail {
  /** The sender's own text; empty if nothing looks like one. */
  own: string;
  /** Quoted mails, signature and footers. */
  quoted: string;
}

const joinAndTrim = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/**
 * The index of the first line of the signature and the footers below a passage; its length if there is none. A line `--` without a blank
 * may stand in a list.
 */
function findSignature(passage: readonly string[]): number {
  const firstText = passage.findIndex((line) => line.trim() !== '');
  const separator = passage.findIndex(
    (line, index) => line === '-- ' || (line === '--' && index > firstText),
  );
  const end = separator < 0 ? passage.length : separator;
  let start = end;
  for (let index = end - 1; index >= 0; index--) {
    const line = passage[index] ?? '';
    if (isFooter(line)) start = index;
    else if (line.trim() !== '') break;
  }
  return start;
}

/** Marks the signatures of all passages between quotes: answers stand between them. */
function markSignatures(lines: readonly string[], isLeftOut: boolean[]): void {
  let start = 0;
  for (let index = 0; index <= lines.length; index++) {
    if (index < lines.length && !isLeftOut[index]) continue;
    isLeftOut.fill(true, start + findSignature(lines.slice(start, index)), index);
    start = index + 1;
  }
}

/**
 * Splits a mail. Of a mail that was passed on everything is the sender's, since the mail in it is the report.
 * @param kind from the headers; quotes are looked for in replies, and where an original message is marked as such
 */
export function splitMail(text: string, kind: { isAnswer: boolean; isForwarded: boolean }): SplitMail {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\u00a0\u202f]/g, ' ')
    .split('\n');
  if (kind.isForwarded) return { own: joinAndTrim(lines), quoted: '' };
  const finder = new QuoteFinder(lines);
  const isLeftOut =
    kind.isAnswer || finder.hasOriginalMessage() ? [...finder.find()] : lines.map(() => false);
  markSignatures(lines, isLeftOut);
  return {
    own: joinAndTrim(lines.filter((_, index) => !isLeftOut[index])),
    quoted: joinAndTrim(lines.filter((_, index) => isLeftOut[index])),
  };
}
