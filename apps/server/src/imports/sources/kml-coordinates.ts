/** Reads `lon,lat,altitude lon,lat,altitude` of KML in pieces, which may be cut anywhere. The time is linear. */

/** Characters of a number, and numbers of a position, that are kept: more cannot be read anyway. */
const maxTextLength = 100;
const maxNumbers = 5;

/** Splits coordinates into positions. Spaces beside a comma, as in `36.82, -1.28, 0`, do not end a position. */
export class CoordinateSplitter {
  readonly #emit: (texts: readonly string[]) => void;
  #numbers: string[] = [];
  #number = '';
  #isAfterSpace = false;

  /** @param emit gets the numbers of each position as texts */
  constructor(emit: (texts: readonly string[]) => void) {
    this.#emit = emit;
  }

  /** Reads a piece. */
  add(piece: string): void {
    for (const part of piece.match(/[,\s]|[^,\s]+/g) ?? []) {
      if (part === ',') {
        this.#endNumber();
        this.#isAfterSpace = false;
      } else if (part.trim() === '') this.#isAfterSpace = true;
      else {
        if (this.#isAfterSpace && this.#number !== '') this.end();
        this.#isAfterSpace = false;
        this.#number += part.slice(0, maxTextLength - this.#number.length);
      }
    }
  }

  #endNumber(): void {
    if (this.#numbers.length < maxNumbers) this.#numbers.push(this.#number);
    this.#number = '';
  }

  /** Ends the last position. */
  end(): void {
    if (this.#number !== '' || this.#numbers.length > 0) {
      this.#endNumber();
      this.#emit(this.#numbers);
    }
    this.reset();
  }

  /** Forgets what was read of a position. */
  reset(): void {
    this.#numbers = [];
    this.#number = '';
    this.#isAfterSpace = false;
  }
}
