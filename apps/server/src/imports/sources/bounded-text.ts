/** Text that is collected from a stream up to a limit, so that a single value of a hostile file takes no memory. */
import { limits } from '@waypost/contract/common/limits';

/** One character more than a row may have: such a row is reported as too long by the reader of rows. */
export const maxTextLength = limits.csvRowLength + 1;

/** Collects a text in pieces, cut off beyond a limit, which is that of a row. */
export class BoundedText {
  readonly #maxLength: number;
  #text = '';

  constructor(maxLength = maxTextLength) {
    this.#maxLength = maxLength;
  }

  /** Adds a piece. */
  add(piece: string): void {
    if (this.#text.length < this.#maxLength)
      this.#text += piece.slice(0, this.#maxLength - this.#text.length);
  }

  /** The text so far, and starts again. */
  take(): string {
    const text = this.#text;
    this.#text = '';
    return text;
  }
}

/** The length of the cells of one row, which is bounded too. */
export class RowBudget {
  #length = 0;

  /** The text, or nothing once the row is too long. */
  fit(text: string): string {
    const fitting = text.slice(0, Math.max(0, maxTextLength - this.#length));
    this.#length += fitting.length;
    return fitting;
  }
}
