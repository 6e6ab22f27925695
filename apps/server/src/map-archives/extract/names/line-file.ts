/** Files with one JSON value per line, written and read in parts, so that they take little memory. */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { ExtractRefusal } from '../extract-refusal.ts';

/** Letters that are kept in memory. */
const maxBuffered = 1_000_000;

/** Letters that all files of a build may have; real extracts have a few for each of their bytes. */
const maxLetters = { perExtractByte: 30, ofSmallExtracts: 50_000_000 };

/** Counts what is written, so that a small extract cannot fill the disk. */
export class LineBudget {
  #left: number;

  /** @param extractBytes size of the extract */
  constructor(extractBytes: number) {
    this.#left = maxLetters.ofSmallExtracts + maxLetters.perExtractByte * extractBytes;
  }

  /** @throws ExtractRefusal when it is used up */
  spend(letters: number): void {
    this.#left -= letters;
    if (this.#left < 0) throw new ExtractRefusal('extractComplex');
  }
}

/** A file that is being written. */
export class LineFile {
  readonly path: string;
  readonly #budget: LineBudget;
  #file: FileHandle | undefined;
  #lines: string[] = [];
  #length = 0;

  constructor(path: string, budget: LineBudget) {
    this.path = path;
    this.#budget = budget;
  }

  /** @throws ExtractRefusal when the files of the build become too large */
  add(value: unknown): void {
    const line = JSON.stringify(value);
    this.#budget.spend(line.length);
    this.#lines.push(line);
    this.#length += line.length;
  }

  /** Writes what is in memory if it is much. */
  async relieve(): Promise<void> {
    if (this.#length > maxBuffered) await this.#flush();
  }

  async #flush(): Promise<void> {
    this.#file ??= await open(this.path, 'w', 0o600);
    if (this.#lines.length > 0) await this.#file.write(`${this.#lines.join('\n')}\n`);
    this.#lines = [];
    this.#length = 0;
  }

  /** Writes everything. */
  async close(): Promise<void> {
    await this.#flush();
    await this.#file?.close();
    this.#file = undefined;
  }
}

/** The lines of a file. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const input = createReadStream(path);
  const lines = createInterface({ input, crlfDelay: Infinity });
  let failure: Error | undefined;
  input.once('error', (error) => {
    failure = error;
    lines.close();
  });
  try {
    yield* lines;
    if (failure) throw failure;
  } finally {
    lines.close();
    input.destroy();
  }
}
