/** Files with one JSON value per line, written and read in parts, so that they take little memory. */
import { closeSync, createReadStream, openSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { ExtractRefusal } from '../extract-refusal.ts';

/** Letters that are kept in memory. */
const maxBuffered = 1_000_000;

/** Bytes that all files of a build may have; real extracts have a few for each of their own. */
const maxBytes = { perExtractByte: 30, ofSmallExtracts: 50_000_000 };

/** Counts what is written, so that a small extract cannot fill the disk. */
export class LineBudget {
  #left: number;

  /** @param extractBytes size of the extract */
  constructor(extractBytes: number) {
    this.#left = maxBytes.ofSmallExtracts + maxBytes.perExtractByte * extractBytes;
  }

  /** @throws ExtractRefusal when it is used up */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new ExtractRefusal('extractComplex');
  }
}

/** A file that is being written, at once: this is a process of its own, which does nothing else meanwhile. */
export class LineFile {
  readonly path: string;
  readonly #budget: LineBudget;
  readonly #file: number;
  #text = '';

  constructor(path: string, budget: LineBudget) {
    this.path = path;
    this.#budget = budget;
    this.#file = openSync(path, 'w', 0o600);
  }

  /** @throws ExtractRefusal when the files of the build become too large */
  add(value: unknown): void {
    const line = JSON.stringify(value);
    this.#budget.spend(Buffer.byteLength(line));
    this.#text += `${line}\n`;
    if (this.#text.length > maxBuffered) this.#flush();
  }

  #flush(): void {
    writeFileSync(this.#file, this.#text);
    this.#text = '';
  }

  /** Writes what is left. */
  close(): void {
    this.#flush();
    closeSync(this.#file);
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
