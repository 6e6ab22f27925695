/**
 * Finds the mails that are quoted in a reply, by what mail programs write above them: a line that says who wrote when, the header lines of
 * the mail, or "Original message" between dashes. The words are those of `mail-words.ts`; an address and a date tell such a line in other
 * languages, too.
 */
import { asciiDigits } from '@waypost/contract/typed-numbers';
import {
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

/** A line without its margin, invisible direction marks and the signs of bold text. Digits of all scripts are Western ones. */
const toPlainLine = (line: string): string =>
  asciiDigits(line.slice(0, maxIntroduction.characters + 1))
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/^[\s*|]+|[\s*|]+$/gu, '');

/** What of an introduction a text contains. */
const introductionParts = {
  address: /[<([]\s?[^<>()[\]\s]{1,100}@[^<>()[\]\s]{2,100}\s?[>)\]]/u,
  date: /(?<!\d)(?:(?:19|20)\d\d(?!\d)|\d{1,2}[./-]\d{1,2}[./-]\d{2,4})/u,
  time: /(?<!\d)\d{1,2}\s?[:.h]\s?\d{2}(?!\d)/u,
  wrote: wroteWord,
} as const;
type IntroductionPart = keyof typeof introductionParts;

function findParts(text: string): Set<IntroductionPart> {
  const parts = new Set<IntroductionPart>();
  for (const [part, pattern] of Object.entries(introductionParts))
    if (pattern.test(text)) parts.add(part as IntroductionPart);
  return parts;
}

/** How a line ends that introduces a quoted mail: with a colon, with dashes, or with "wrote". */
const introductionEnd = /[:：]\s*-*$|[-‐‑–—]{2,}$/u;
const wroteAtEnd = new RegExp(`(?:${wroteWord.source})[\\s.-]*$`, 'iu');

const isIntroduction = (parts: ReadonlySet<IntroductionPart>, isAboveQuote: boolean): boolean => {
  if (parts.has('address')) return parts.has('wrote') || parts.has('date') || isAboveQuote;
  if (parts.has('wrote')) return isAboveQuote || (parts.has('date') && parts.has('time'));
  return isAboveQuote && parts.has('date') && parts.has('time');
};

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
 * The text between the dashes of a line such as "-----Original Message-----"; undefined for other lines.
 * @param line a plain one
 */
function textBetweenDashes(line: string): string | undefined {
  const text = line.replace(/^[-_=~‐‑–—]{2,}|[-_=~‐‑–—]{2,}$/gu, '').trim();
  return text.length < line.length && text.length > 0 && text.length < 80 ? text : undefined;
}

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
      } else if (this.#isSeparator(index) || this.#startsHeaderLines(index)) {
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

  /** Whether the text has another mail below a line between dashes, and its header lines, which needs no header to tell so. */
  hasOriginalMessage(): boolean {
    return this.#lines.some(
      (_, index) => this.#isSeparator(index) && !this.#isForwardedFrom(index) && this.#hasHeaderBelow(index),
    );
  }

  /** The index of the next line that is not blank, from a line on. */
  #nextText(index: number): number {
    let next = index;
    while (isBlank(this.#lines[next])) next += 1;
    return next;
  }

  #isAboveQuote(index: number): boolean {
    return isQuoted(this.#lines[this.#nextText(index + 1)]);
  }

  #markFrom(index: number): void {
    let start = index;
    // Outlook draws a line above the header lines.
    while (start > 0 && /^\s*(?:[_-]{5,})?\s*$/u.test(this.#lines[start - 1] ?? '')) start -= 1;
    this.#isQuote.fill(true, start);
  }

  #isRestOfQuotedLine(index: number): boolean {
    const before = this.#lines[index - 1] ?? '';
    return isQuoted(before) && before.length >= minWrappedLength && isQuoted(this.#lines[index + 1]);
  }

  #isForwardedFrom(index: number): boolean {
    const line = this.#plainLines[index] ?? '';
    const isMarked = textBetweenDashes(line) !== undefined || introductionEnd.test(line);
    return isMarked && line.length < 100 && forwardedMessageWords.test(line);
  }

  #isSeparator(index: number): boolean {
    const text = textBetweenDashes(this.#plainLines[index] ?? '');
    return text !== undefined && (originalMessageWords.test(text) || this.#hasHeaderBelow(index));
  }

  #hasHeaderBelow(index: number): boolean {
    return this.#headerLinesFrom(this.#nextText(index + 1)).some(({ kind }) => kind === 'from');
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

  /** Whether the header lines of a mail start here: who wrote it, and when, or what about. */
  #startsHeaderLines(index: number): boolean {
    const first = parseHeaderLine(this.#plainLines[index] ?? '');
    if (!first) return false;
    const found = this.#headerLinesFrom(index);
    const hasDate = found.some(
      ({ kind, value }) => (kind === 'sent' || kind === undefined) && findParts(value).has('date'),
    );
    if (first.kind === undefined) {
      // Of an unknown language: only mail programs write a name with its address in angle brackets.
      return found.length >= 3 && hasDate && /<[^<>\s]+@[^<>\s]+>/u.test(first.value);
    }
    const kinds = new Set(found.map(({ kind }) => kind));
    const sentValue = found.find(({ kind }) => kind === 'sent')?.value ?? '';
    const hasSent = /\d/u.test(sentValue);
    return kinds.has('from') && (hasSent || (kinds.has('subject') && kinds.has('to')));
  }

  /** The first line of the introduction that ends in a line; undefined for none. */
  #findIntroduction(end: number): number | undefined {
    const last = this.#plainLines[end] ?? '';
    const isAboveQuote = this.#isAboveQuote(end);
    if (!introductionEnd.test(last) && !wroteAtEnd.test(last) && !isAboveQuote) return undefined;
    let text = '';
    let start: number | undefined;
    let parts: ReadonlySet<IntroductionPart> = new Set();
    for (let index = end; index > end - maxIntroduction.lines; index--) {
      const line = this.#plainLines[index] ?? '';
      if (line === '' || this.#isQuote[index]) break;
      text = `${line} ${text}`;
      if (text.length > maxIntroduction.characters) break;
      const partsWithLine = findParts(text);
      // Lines above belong to it that add what is missing, such as the date.
      if (isIntroduction(partsWithLine, isAboveQuote) && partsWithLine.size > parts.size) {
        start = index;
        parts = partsWithLine;
      }
    }
    return start;
  }
}
