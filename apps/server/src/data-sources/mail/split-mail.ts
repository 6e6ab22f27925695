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

/** The index of the first line of the signature and footers below a text; its length if there is none. */
function findSignature(lines: readonly string[]): number {
  const firstText = lines.findIndex((line) => line.trim() !== '');
  const separator = lines.findIndex((line, index) => index > firstText && /^-- ?$/.test(line));
  let end = separator < 0 ? lines.length : separator;
  while (end > 0 && (lines[end - 1]?.trim() === '' || isFooter(lines[end - 1] ?? ''))) end -= 1;
  return end;
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
  const isQuote = kind.isAnswer || finder.hasOriginalMessage() ? finder.find() : [];
  const unquoted = lines.filter((_, index) => !isQuote[index]);
  const quotedLines = lines.filter((_, index) => isQuote[index]);
  const signature = findSignature(unquoted);
  return {
    own: joinAndTrim(unquoted.slice(0, signature)),
    quoted: joinAndTrim([...unquoted.slice(signature), '', ...quotedLines]),
  };
}
