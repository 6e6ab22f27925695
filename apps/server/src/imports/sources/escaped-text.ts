/**
 * Texts of a workbook: characters that XML cannot hold, and some others, are written as `_xHHHH_` (ST_Xstring; ECMA-376, part 1, 22.9.2.19).
 */
import { BoundedText, maxTextLength } from './bounded-text.ts';

/** Characters of an escape: a text is as many times shorter than it is stored. */
const escapeLength = '_x0000_'.length;
const escapes = /_x([\dA-Fa-f]{4})_/g;
/** Control characters and others that XML or PostgreSQL cannot hold, and halves of surrogate pairs. */
const forbidden = /(?![\t\n\u007f-\u009f])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;
/** Characters that may have to be replaced. Nearly all texts have none, and testing is faster than replacing. */
const unusual = /[^\t\n -~\u00a0-\ud7ff\ue000-\ufffd]/;

/** A text with the characters that its escapes stand for. `_x005F_` is an underscore, so that a text can look like an escape. */
const unescape = (text: string): string =>
  text.includes('_x')
    ? text.replace(escapes, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;

/** A text with line feeds as line breaks, without the characters that cannot be stored. */
const normalize = (text: string): string =>
  unusual.test(text) ? text.replace(/\r\n?/g, '\n').replace(forbidden, '') : text;

/** The characters that an attribute stands for, such as the name of a sheet. */
export const decodeAttribute = (text: string): string => normalize(unescape(text));

/**
 * Collects a text of elements, each of which arrives in pieces. An escape is within one element, while a line break may begin at the end of
 * one and end in the next.
 */
export class EscapedText {
  readonly #element = new BoundedText(maxTextLength * escapeLength);
  readonly #text = new BoundedText(maxTextLength * escapeLength);

  /** Adds a piece of the element. */
  add(piece: string): void {
    this.#element.add(piece);
  }

  /** Ends the element. */
  endElement(): void {
    this.#text.add(unescape(this.#element.take()));
  }

  /** The text of the elements so far, cut off beyond the limit of a row, and starts again. */
  take(): string {
    return normalize(this.#text.take()).slice(0, maxTextLength);
  }
}
