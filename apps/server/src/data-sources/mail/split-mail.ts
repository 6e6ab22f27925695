/** Splits the text of a mail into what its sender wrote, and the quoted mails and the signature. */
import { QuoteFinder } from './find-quotes.ts';
import { signatureMark } from './html-to-text.ts';
import { isFooter } from './mail-words.ts';

/** A text in two parts. Each line of the mail is in one of them. */
export interface SplitMail {
  /** The sender's own text; empty if nothing looks like one. */
  own: string;
  /** Quoted mails, signature and footers. */
  quoted: string;
}

const withoutMark = (line: string): string =>
  line.startsWith(signatureMark) ? line.slice(signatureMark.length) : line;

const joinAndTrim = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Lines of a signature below `--`, and the characters of its first one. */
const maxSignature = { lines: 8, firstLine: 60 };

/** The index of the line above the signature; -1 for none. Lists may have lines `--` without a blank: a signature is short, and the only one. */
function findSeparator(passage: readonly string[]): number {
  const strict = passage.indexOf('-- ');
  if (strict >= 0) return strict;
  const index = passage.indexOf('--');
  const next = passage[index + 1] ?? '';
  const isSignature =
    index === passage.lastIndexOf('--') &&
    passage.slice(0, index).some((line) => line.trim() !== '') &&
    next.trim() !== '' &&
    next.length <= maxSignature.firstLine &&
    passage.slice(index).join('\n').trimEnd().split('\n').length <= maxSignature.lines;
  return isSignature ? index : -1;
}

/** The index of the first line of the signature and the footers below a passage; its length if there is none. */
function findSignature(passage: readonly string[]): number {
  const separator = findSeparator(passage);
  const end = separator < 0 ? passage.length : separator;
  let start = end;
  for (let index = end - 1; index >= 0; index--) {
    const line = passage[index] ?? '';
    if (line.trim() === '') continue;
    if (!isFooter(line)) break;
    start = index;
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
  const finder = new QuoteFinder(lines.map(withoutMark));
  const isLeftOut =
    kind.isAnswer || finder.hasOriginalMessage() ? [...finder.find()] : lines.map(() => false);
  for (const [index, line] of lines.entries()) if (line.startsWith(signatureMark)) isLeftOut[index] = true;
  markSignatures(lines, isLeftOut);
  const join = (areLeftOut: boolean) =>
    joinAndTrim(lines.filter((_, index) => isLeftOut[index] === areLeftOut).map(withoutMark));
  return { own: join(false), quoted: join(true) };
}
