/** Joins ways of the coast. They have land on their left and the sea on their right. */

/** Nodes of the coast by their numbers. */
export interface JoinedCoast {
  /** Lines that end where they began; the first node is repeated at the end. */
  rings: number[][];
  lines: number[][];
}

/** More nodes than any coast in an extract of the allowed size. */
const maxNodes = 1_000_000;

/** The ways of the coast of an extract. */
export class CoastWays {
  readonly #rings: number[][] = [];
  readonly #lineByStart = new Map<number, number[]>();
  readonly #ends = new Set<number>();
  #nodeCount = 0;
  #isConsistent = true;

  /** Adds a way. @param nodes with `undefined` for those that the extract lacks */
  add(nodes: readonly (number | undefined)[]): void {
    let line: number[] = [];
    for (const node of nodes) {
      if (node !== undefined) line.push(node);
      else {
        this.#addLine(line);
        line = [];
      }
    }
    this.#addLine(line);
  }

  #addLine(line: number[]): void {
    const [start, end] = [line[0], line.at(-1)];
    if (line.length < 2 || start === undefined || end === undefined) return;
    this.#nodeCount += line.length;
    if (this.#nodeCount > maxNodes) this.#isConsistent = false;
    if (!this.#isConsistent) return;
    if (start === end) {
      this.#rings.push(line);
      return;
    }
    if (this.#lineByStart.has(start) || this.#ends.has(end)) this.#isConsistent = false;
    this.#lineByStart.set(start, line);
    this.#ends.add(end);
  }

  #takeFrom(start: number): number[] {
    const joined = [start];
    let next = this.#lineByStart.get(start);
    for (let from = start; next; next = this.#lineByStart.get(from)) {
      this.#lineByStart.delete(from);
      for (const node of next.slice(1)) joined.push(node);
      from = joined.at(-1) ?? from;
    }
    return joined;
  }

  /** The joined lines, once all ways were added; undefined when ways fork or meet head to head, or are too many. */
  join(): JoinedCoast | undefined {
    if (!this.#isConsistent) return undefined;
    const starts = [...this.#lineByStart.keys()];
    const lines = starts.filter((start) => !this.#ends.has(start)).map((start) => this.#takeFrom(start));
    const rings = starts
      .filter((start) => this.#lineByStart.has(start))
      .flatMap((start) => (this.#lineByStart.has(start) ? [this.#takeFrom(start)] : []));
    return { lines, rings: [...this.#rings, ...rings].filter(({ length }) => length >= 4) };
  }
}
