/**
 * Finds the mails that are quoted in a reply, by what mail programs write above them: a line that says who wrote when, the header lines of
 * the mail, or "Original message" between dashes. The words are those of `mail-words.ts`; an address and a time tell such lines in other
 * languages, too. Own words that resemble them are frequent (`From: Lima`, `she wrote:`), so that one sign alone is never enough.
 */
import { asciiDigits } from '@waypost/contract/typed-numbers';
import {
  firstPersonWord,
  forwardedMessageWords,
  type HeaderKind,
  headerKinds,
  originalMessageWords,
  wroteWord,
} from './mail-words.ts';

/** Lines of an introduction such as "On Tue, 3 Dec 2019, Ines <ines@example.org> wrote:", which mail programs wrap; and its characters. */
const maxIntroduction = { lines: 4, characters: 400 };
/** Length from which a line of an introduction may have been wrapped, and a quoted line, whose rest stands in the next line without a mark. */
const minWrappedLength = { introduction: 50, quote: 60 };
/** Lines among which the header lines of a quoted mail stand. */
const maxHeaderLines = 10;

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === '';
const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s*>/.test(line);
/** Whether a line ends a sentence, and not in an abbreviation behind a year, as in Russian. */
const endsSentence = (line: string): boolean =>
  /[.!?;。！？؟।]$/u.test(line) && !/\d\s?\p{Ll}\.$/u.test(line);
/** Whether a text consists of words, and signs around them. */
const isOnly = (words: RegExp, text: string): boolean =>
  words.test(text) && !/[\p{L}\p{N}]/u.test(text.replace(words, ''));

/** A line without its margin, invisible direction marks and the signs of bold text. Digits of all scripts are Western ones. */
const toPlainLine = (line: string): string =>
  asciiDigits(line.slice(0, maxIntroduction.characters + 1))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^[\s*|]+|(?<![\s*|])[\s*|]+$/gu, '');

const date = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4})/u;
const time = /(?<![\d./-])\d{1,2}\s?[:.h]\s?\d{2}(?!\d|[./-]\d)/u;
const hasDateAndTime = (text: string): boolean => date.test(text) && time.test(text);

const anyAddress = /[^<>()[\]\s:;,]{1,100}@[^<>()[\]\s:;,]{2,100}/u;
const addressInBrackets = /[<([]\s?[^<>()[\]\s]{1,100}@[^<>()[\]\s]{2,100}\s?[>)\]]/u;

const colonAtEnd = /[:：]\s*-*$|(?<![-‐‑–—])[-‐‑–—]{2,}$/u;
const addressAtEnd = /@[^<>()[\]\s]{2,100}\s?[>)\]]+\s?[:：]?$/u;
const wroteAtEnd = new RegExp(`(?:${wroteWord.source})[\\s:：-]*$`, 'iu');
/** As in `schrieb am Di., 3. Dez. 2019, 10:41:`. */
const timeAtEnd = /\d[:.h]\d{2}(?:\s\p{L}{1,4})?[)\s]*[:：]$/u;

/** What follows a text that may introduce a quoted mail: lines that begin with `>`, a blank line, or others. */
type Following = 'quote' | 'blank' | 'text';

/** Whether a text introduces a quoted mail. Without an address it may be an own sentence, unless quoted lines follow. */
function isIntroduction(text: string, following: Following): boolean {
  const hasWrote = wroteWord.test(text);
  if (following === 'quote' && hasWrote) return colonAtEnd.test(text) || wroteAtEnd.test(text);
  if (!hasWrote) {
    if (!addressInBrackets.test(text) || !addressAtEnd.test(text)) return false;
    return following === 'quote' ? date.test(text) : following === 'blank' && hasDateAndTime(text);
  }
  const isOwnSentence = firstPersonWord.test(text) || !anyAddress.test(text) || !date.test(text);
  return !isOwnSentence && [addressAtEnd, wroteAtEnd, timeAtEnd].some((pattern) => pattern.test(text));
}

/** A header line above a quoted mail, in a known or unknown language. */
interface HeaderLine {
  kind: HeaderKind | undefined;
  value: string;
}

const headerLine = /^(\p{L}[\p{L}\p{M}'’ -]{0,30})[\s*]*[:：|][\s*]*([^\s*].*)$/u;

/** @param line a plain one */
function parseHeaderLine(line: string): HeaderLine | undefined {
  const [, name = '', value = ''] = headerLine.exec(line) ?? [];
  return name === ''
    ? undefined
    : { kind: headerKinds.get(name.trim().toLowerCase().replaceAll('’', "'")), value };
}

/**
 * Whether header lines are those of a mail. Reports have lines such as "From: Lima", "To: Cusco" and "Date: 3 December", too: mail programs
 * write an address or the subject, and the time.
 */
function isMailHeader(lines: readonly HeaderLine[]): boolean {
  const [first, second] = lines;
  if (first === undefined || second === undefined) return false;
  const has = (kind: HeaderKind) => lines.some((line) => line.kind === kind);
  if (first.kind !== undefined && has('from')) {
    const isSent = lines.some(({ kind, value }) => kind === 'sent' && hasDateAndTime(value));
    const hasAddress = lines.some(
      ({ kind, value }) => (kind === 'from' || kind === 'to') && anyAddress.test(value),
    );
    if (isSent ? hasAddress || has('subject') : hasAddress && has('to') && has('subject')) return true;
  }
  // Of other languages: only mail programs write a name with its address in angle brackets, and the time below it.
  const isFrom = first.kind === undefined || first.kind === 'from';
  return (
    isFrom && lines.length >= 4 && /<[^<>\s@]+@[^<>\s@]+>/u.test(first.value) && hasDateAndTime(second.value)
  );
}

/** Dashes at the beginning of a line, or at both ends, and the text behind the first ones or between them. */
const separatorLine = /^[-_‐‑–—]{3,}\s*([^-_‐‑–—\s].{0,60}?)\s*(?:([-_‐‑–—]{3}).*)?$/u;

const isOriginalMessageLine = (line: string): boolean =>
  isOnly(originalMessageWords, separatorLine.exec(line)?.[1] ?? '');

/** Finds the quoted mails of one text, line by line. */
export class QuoteFinder {
  readonly #lines: readonly string[];
  /** The same lines as `toPlainLine` returns them; quoted ones are empty. */
  readonly #plainLines: readonly string[];
  readonly #isQuote: boolean[];

  /** @param lines of a mail, without carriage returns */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#isQuote = lines.map(isQuoted);
    this.#plainLines = lines.map((line, index) =>
      this.#isQuote[index] || isBlank(line) ? '' : toPlainLine(line),
    );
  }

  /** Whether each line belongs to a quoted mail. */
  find(): readonly boolean[] {
    for (let index = 0; index < this.#lines.length; index++) {
      if (this.#isQuote[index] || this.#plainLines[index] === '') continue;
      if (this.#isForwardedFrom(index)) break;
      if (this.#isRestOfQuotedLine(index)) {
        this.#isQuote[index] = true;
        continue;
      }
      const start = this.#findIntroduction(index);
      const end = start === undefined ? this.#findHeaderEnd(index) : index + 1;
      if (end === undefined) continue;
      // Answers stand below or between quoted lines. A quote without marks has no end.
      const hasMarks = isQuoted(this.#lines[this.#nextText(end)]);
      this.#mark(start ?? index, hasMarks ? end : this.#lines.length);
    }
    return this.#isQuote;
  }

  /** Whether the text has another mail below "Original message" between dashes, which needs no header of the mail to tell so. */
  hasOriginalMessage(): boolean {
    return this.#plainLines.some(
      (line, index) =>
        isOriginalMessageLine(line) &&
        this.#readHeader(this.#nextText(index + 1)).header.some(({ kind }) => kind === 'from'),
    );
  }

  /** The index of the next line that is not blank, from a line on. */
  #nextText(index: number): number {
    let next = index;
    while (isBlank(this.#lines[next])) next += 1;
    return next;
  }

  /** What follows a line. Some programs quote the introduction as well: what is above it then is no other one. */
  #following(index: number): Following {
    const next = this.#nextText(index + 1);
    if (!isQuoted(this.#lines[next])) return next > index + 1 ? 'blank' : 'text';
    const [first = '', second = ''] = this.#lines
      .slice(next, next + 2)
      .map((line) => toPlainLine(line.replace(/^\s*>/, '')));
    const isAboveIntroduction = [first, `${first} ${second}`].some((text) => isIntroduction(text, 'quote'));
    return isAboveIntroduction ? 'text' : 'quote';
  }

  #mark(from: number, end: number): void {
    let start = from;
    // Outlook draws a line above the header lines.
    while (start > 0 && /^(?:[_-]{3,})?$/u.test(this.#lines[start - 1]?.trim() ?? '')) start -= 1;
    this.#isQuote.fill(true, start, end);
  }

  #isRestOfQuotedLine(index: number): boolean {
    const before = this.#lines[index - 1] ?? '';
    return (
      isQuoted(before) &&
      before.length >= minWrappedLength.quote &&
      !endsSentence(before.trim()) &&
      // An answer begins with a capital letter.
      /^\p{Ll}/u.test(this.#plainLines[index] ?? '')
    );
  }

  #isForwardedFrom(index: number): boolean {
    const line = this.#plainLines[index] ?? '';
    const text = separatorLine.exec(line)?.[1] ?? (colonAtEnd.test(line) ? line : '');
    return isOnly(forwardedMessageWords, text);
  }

  /** The header lines from a line on, and the index behind them. Long ones are wrapped, and blank lines may stand between them. */
  #readHeader(index: number): { header: HeaderLine[]; end: number } {
    const header: HeaderLine[] = [];
    let end = index;
    for (const [offset, line] of this.#plainLines.slice(index, index + maxHeaderLines).entries()) {
      const parsed = parseHeaderLine(line);
      if (parsed) header.push(parsed);
      else if (header.length === 0 || !/^\s|^$|@/u.test(this.#lines[index + offset] ?? '')) break;
      if (line !== '') end = index + offset + 1;
    }
    return { header, end };
  }

  /** The index behind the header lines of a mail that begin at a line, or below its dashes; undefined for none. */
  #findHeaderEnd(index: number): number | undefined {
    const line = this.#plainLines[index] ?? '';
    const isOriginal = isOriginalMessageLine(line);
    const isBetweenDashes = separatorLine.exec(line)?.[2] !== undefined;
    const { header, end } = this.#readHeader(
      isOriginal || isBetweenDashes ? this.#nextText(index + 1) : index,
    );
    return isOriginal || isMailHeader(header) ? end : undefined;
  }

  /** The first line of the introduction that ends in a line; undefined for none. */
  #findIntroduction(end: number): number | undefined {
    let text = this.#plainLines[end] ?? '';
    if (![colonAtEnd, wroteAtEnd, addressAtEnd].some((pattern) => pattern.test(text))) return undefined;
    const following = this.#following(end);
    let start = isIntroduction(text, following) ? end : undefined;
    for (let index = end - 1; index > end - maxIntroduction.lines; index--) {
      const line = this.#plainLines[index] ?? '';
      if (line === '' || this.#isQuote[index] || endsSentence(line)) break;
      const longer = `${line} ${text}`;
      if (longer.length > maxIntroduction.characters) break;
      // A line above belongs to it if it is so long that it was wrapped, or has the name before the address.
      const isWrapped = line.length >= minWrappedLength.introduction || /[<,]$/u.test(line);
      const isPart = start === undefined || isWrapped || /^[<(]|^\S+@/u.test(text);
      if (isPart && isIntroduction(longer, following)) start = index;
      text = longer;
    }
    return start;
  }
}
