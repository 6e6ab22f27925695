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
/** Lines among which the header lines of a quoted mail stand. */
const maxHeaderLines = 10;
/** Length from which a quoted line may have been wrapped, so that its rest stands in the next line without a mark. */
const minWrappedLength = 60;

const isBlank = (line: string | undefined): boolean => line !== undefined && line.trim() === '';
const isQuoted = (line: string | undefined): boolean => line !== undefined && /^\s*>/.test(line);
/** Whether a line ends a sentence, and not in an abbreviation behind a year, as in Russian. */
const endsSentence = (line: string): boolean =>
  /[.!?;。！？؟।]$/u.test(line) && !/\d\s?\p{Ll}\.$/u.test(line);

/** A line without its margin, invisible direction marks and the signs of bold text. Digits of all scripts are Western ones. */
const toPlainLine = (line: string): string =>
  asciiDigits(line.slice(0, maxIntroduction.characters + 1))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^[\s*|]+|[\s*|]+$/gu, '');

const date = /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[./-] ?\d{1,2}[./-] ?\d{2,4})/u;
const time = /(?<![\d./-])\d{1,2}\s?[:.h]\s?\d{2}(?!\d|[./-]\d)/u;
const hasDateAndTime = (text: string): boolean => date.test(text) && time.test(text);
/** An address without brackets. */
const anyAddress = /[^<>()[\]\s:;,]{1,100}@[^<>()[\]\s:;,]{2,100}/u;
const address = /[<([]\s?[^<>()[\]\s]{1,100}@[^<>()[\]\s]{2,100}\s?[>)\]]/u;
/** A text that ends with an address and a colon, as introductions in Russian do. */
const addressAtEnd = /@[^<>()[\]\s]{2,100}\s?[>)\]]\s?[:：]$/u;

/** How a line ends that introduces a quoted mail: with a colon or dashes. */
const introductionEnd = /[:：]\s*-*$|[-‐‑–—]{2,}$/u;
const wroteAtEnd = new RegExp(`(?:${wroteWord.source})[\\s:：-]*$`, 'iu');
/** Whether a text begins with a date, as in "On Tue, 3 Dec 2019, Reports wrote:", and not with who wrote. */
const isDateFirst = (text: string): boolean =>
  /^(?:[\p{L}.,]+\s){0,4}\d/u.test(text) && text.search(/\d/u) < text.search(wroteWord);

/**
 * Whether a text introduces a quoted mail.
 * @param isAboveQuote whether lines that begin with `>` follow
 */
function isIntroduction(text: string, isAboveQuote: boolean): boolean {
  const hasEnd = introductionEnd.test(text);
  const hasWrote = wroteWord.test(text);
  if (address.test(text)) {
    if (isAboveQuote) return (hasWrote && (hasEnd || wroteAtEnd.test(text))) || date.test(text);
    if (hasWrote) return date.test(text) && (hasEnd || wroteAtEnd.test(text));
    return hasDateAndTime(text) && addressAtEnd.test(text);
  }
  if (isAboveQuote) return hasEnd && (hasWrote || hasDateAndTime(text));
  if (firstPersonWord.test(text) || !hasWrote || !hasDateAndTime(text)) return false;
  // Without an address it may be an own sentence.
  return anyAddress.test(text) ? hasEnd || wroteAtEnd.test(text) : hasEnd && isDateFirst(text);
}

/** A header line above a quoted mail, in a known or unknown language. */
interface HeaderLine {
  kind: HeaderKind | undefined;
  value: string;
}

const headerLine = /^(\p{L}[\p{L}\p{M}'’ -]{0,30})[\s*]*[:：|][\s*]*(\S.*)$/u;

/** @param line a plain one */
function parseHeaderLine(line: string): HeaderLine | undefined {
  const [, name = '', value = ''] = headerLine.exec(line) ?? [];
  return name === ''
    ? undefined
    : { kind: headerKinds.get(name.trim().toLowerCase().replaceAll('’', "'")), value };
}

/**
 * Whether header lines are those of a mail. Reports have lines such as "From: Lima", "To: Cusco" and "Date: 3 December", too: an address
 * is needed, or the subject and the time.
 */
function isMailHeader(lines: readonly HeaderLine[]): boolean {
  const [first, second] = lines;
  if (first === undefined || second === undefined) return false;
  const has = (kind: HeaderKind) => lines.some((line) => line.kind === kind);
  const isSent = lines.some(({ kind, value }) => kind === 'sent' && /\d/u.test(value));
  const hasAddress = lines.some(({ value }) => anyAddress.test(value));
  if (first.kind !== undefined && has('from') && (isSent || has('to') || has('subject')))
    return hasAddress ? isSent || has('subject') : isSent && has('subject');
  // Of other languages: only mail programs write a name with its address in angle brackets, and the time below it.
  const isFrom = first.kind === undefined || first.kind === 'from';
  return (
    isFrom && lines.length >= 3 && /<[^<>\s]+@[^<>\s]+>/u.test(first.value) && hasDateAndTime(second.value)
  );
}

/** Dashes at the beginning of a line, or at both ends, and the text behind the first ones or between them. */
const separatorLine = /^[-_‐‑–—]{3,}\s*([^-_‐‑–—\s].{0,60}?)\s*(?:([-_‐‑–—]{3,}).*)?$/u;

/** Finds the quoted mails of one text, line by line. */
export class QuoteFinder {
  readonly #lines: readonly string[];
  /** The same lines as `toPlainLine` returns them. */
  readonly #plainLines: readonly string[];
  readonly #isQuote: boolean[];

  /** @param lines of a mail, without carriage returns */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#plainLines = lines.map(toPlainLine);
    this.#isQuote = lines.map(isQuoted);
  }

  /** Whether each line belongs to a quoted mail. */
  find(): readonly boolean[] {
    for (let index = 0; index < this.#lines.length; index++) {
      if (this.#isQuote[index] || this.#plainLines[index] === '') continue;
      if (this.#isRestOfQuotedLine(index)) {
        this.#isQuote[index] = true;
      } else if (this.#isForwardedFrom(index)) {
        break;
      } else if (this.#isSeparator(index) || isMailHeader(this.#headerLinesFrom(index))) {
        this.#markFrom(index);
        break;
      } else {
        const start = this.#findIntroduction(index);
        if (start === undefined) continue;
        // Answers stand below or between quoted lines. A quote without marks has no end.
        if (this.#isAboveQuote(index)) this.#isQuote.fill(true, start, index + 1);
        else {
          this.#markFrom(start);
          break;
        }
      }
    }
    return this.#isQuote;
  }

  /** Whether the text has another mail below "Original message" between dashes, which needs no header of the mail to tell so. */
  hasOriginalMessage(): boolean {
    return this.#plainLines.some(
      (line, index) =>
        separatorLine.test(line) &&
        originalMessageWords.test(line) &&
        this.#headerLinesFrom(this.#nextText(index + 1)).some(({ kind }) => kind === 'from'),
    );
  }

  /** The index of the next line that is not blank, from a line on. */
  #nextText(index: number): number {
    let next = index;
    while (isBlank(this.#lines[next])) next += 1;
    return next;
  }

  /** Whether quoted lines follow. Some programs quote the introduction as well: what is above it then is no other one. */
  #isAboveQuote(index: number): boolean {
    const next = this.#nextText(index + 1);
    const line = this.#lines[next];
    if (!isQuoted(line)) return false;
    const quoted = [line, this.#lines[next + 1]].filter(isQuoted);
    const text = quoted.map((it) => toPlainLine((it ?? '').replace(/^\s*>/, ''))).join(' ');
    return (
      !isIntroduction(text, true) && !isIntroduction(toPlainLine((line ?? '').replace(/^\s*>/, '')), true)
    );
  }

  #markFrom(index: number): void {
    let start = index;
    // Outlook draws a line above the header lines.
    while (start > 0 && /^(?:[_-]{3,})?$/u.test(this.#lines[start - 1]?.trim() ?? '')) start -= 1;
    this.#isQuote.fill(true, start);
  }

  #isRestOfQuotedLine(index: number): boolean {
    const before = this.#lines[index - 1] ?? '';
    return isQuoted(before) && before.length >= minWrappedLength && !/[.!?:;。！？؟।]\s*$/u.test(before);
  }

  #isForwardedFrom(index: number): boolean {
    const line = this.#plainLines[index] ?? '';
    return (
      line.length < 100 &&
      (separatorLine.test(line) || introductionEnd.test(line)) &&
      forwardedMessageWords.test(line)
    );
  }

  #isSeparator(index: number): boolean {
    const [, text = '', end = ''] = separatorLine.exec(this.#plainLines[index] ?? '') ?? [];
    if (text === '') return false;
    if (originalMessageWords.test(text)) return true;
    const header = this.#headerLinesFrom(this.#nextText(index + 1));
    return end !== '' && header.some(({ kind, value }) => kind === 'from' && anyAddress.test(value));
  }

  /** The header lines from a line on. Long ones are wrapped, and blank lines may stand between them. */
  #headerLinesFrom(index: number): HeaderLine[] {
    const found: HeaderLine[] = [];
    for (const [offset, line] of this.#plainLines.slice(index, index + maxHeaderLines).entries()) {
      const header = parseHeaderLine(line);
      if (header) found.push(header);
      else if (found.length === 0 || !/^\s|^$|@/u.test(this.#lines[index + offset] ?? '')) break;
    }
    return found;
  }

  /** The first line of the introduction that ends in a line; undefined for none. */
  #findIntroduction(end: number): number | undefined {
    const last = this.#plainLines[end] ?? '';
    const isAboveQuote = this.#isAboveQuote(end);
    if (!introductionEnd.test(last) && !wroteAtEnd.test(last) && !isAboveQuote) return undefined;
    let text = last;
    let start = isIntroduction(text, isAboveQuote) ? end : undefined;
    for (let index = end - 1; index > end - maxIntroduction.lines; index--) {
      const line = this.#plainLines[index] ?? '';
      if (line === '' || this.#isQuote[index] || endsSentence(line)) break;
      const longer = `${line} ${text}`;
      if (longer.length > maxIntroduction.characters) break;
      // A line above belongs to an introduction if it has the name before the address, or what is missing.
      const adds = (pattern: RegExp) => pattern.test(longer) && !pattern.test(text);
      const isPart = start === undefined || /^[<(]|^\S+@/u.test(text) || adds(date) || adds(address);
      if (isPart && isIntroduction(longer, isAboveQuote)) start = index;
      text = longer;
    }
    return start;
  }
}
