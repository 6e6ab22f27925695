/** Reads a stream of bytes in pieces of given lengths. */
import { ImportRefusal } from '../import-refusal.ts';

/** The bytes of a file, from its beginning to its end. Keeps no more than the piece that is read, and a chunk of the stream. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);

  constructor(bytes: AsyncIterable<Buffer>) {
    this.#chunks = bytes[Symbol.asyncIterator]();
  }

  /** Whether there is nothing left. */
  async isAtEnd(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const next = await this.#chunks.next();
      if (next.done === true) return true;
      this.#chunk = next.value;
    }
    return false;
  }

  /** The next bytes. @throws ImportRefusal if the file ends before */
  async read(length: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let missing = length; missing > 0; ) {
      if (await this.isAtEnd()) throw new ImportRefusal('importBroken');
      const piece = this.#chunk.subarray(0, missing);
      this.#chunk = this.#chunk.subarray(piece.length);
      missing -= piece.length;
      pieces.push(piece);
    }
    const [first] = pieces;
    return first && pieces.length === 1 ? first : Buffer.concat(pieces);
  }

  /** Passes over bytes. @throws ImportRefusal if the file ends before */
  async skip(length: number): Promise<void> {
    for (let missing = length; missing > 0; ) {
      if (await this.isAtEnd()) throw new ImportRefusal('importBroken');
      const skipped = Math.min(missing, this.#chunk.length);
      this.#chunk = this.#chunk.subarray(skipped);
      missing -= skipped;
    }
  }

  /** Closes the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
