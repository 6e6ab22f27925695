/** Text encodings of files: detected while a file is streamed, and decoded to text. */
import type { encodings } from '@waypost/contract/imports/imports';

/** An encoding that can be imported. */
export type CsvEncoding = (typeof encodings)[number];

/** `windows-1252` decodes any byte, so nothing is lost even when the guess was wrong. */
export const createDecoder = (encoding: CsvEncoding) => new TextDecoder(encoding);

/** Decodes a file to text, without byte order mark. Excel's `sep=` line becomes an empty line. */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = createDecoder(encoding);
  const withoutSeparator = (text: string) => text.replace(/^sep=.(?=[\r\n])/i, '');
  let head: string | null = '';
  for await (const chunk of bytes) {
    // PostgreSQL cannot store zero bytes, which have no meaning in a text.
    const text = decoder.decode(chunk, { stream: true }).replaceAll('\0', '');
    if (head === null) yield text;
    else {
      head += text;
      if (head.length < 'sep=;\r'.length) continue;
      yield withoutSeparator(head);
      head = null;
    }
  }
  yield withoutSeparator(head ?? '') + decoder.decode();
}

/** Control characters that a text may have: a zero byte of a faulty program, for example. */
const toleratedControlCharacters = { count: 2, share: 0.005 };

/** Whether bytes are no text, judged by their control characters other than blanks, line and page ends. */
function isBinary(bytes: Buffer): boolean {
  const count = bytes.reduce((sum, byte) => (byte < 9 || (byte > 13 && byte < 32) ? sum + 1 : sum), 0);
  return count > Math.max(toleratedControlCharacters.count, bytes.length * toleratedControlCharacters.share);
}

/** Detects the encoding of a file while it is streamed. */
export class EncodingDetector {
  #head = Buffer.alloc(0);
  #isUtf8 = true;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  /** Bytes that are examined for UTF-16 without a byte order mark. */
  static readonly #headSize = 65_536;

  /** Examines the next chunk of the file. */
  add(chunk: Buffer): void {
    if (this.#head.length < EncodingDetector.#headSize)
      this.#head = Buffer.concat([
        this.#head,
        chunk.subarray(0, EncodingDetector.#headSize - this.#head.length),
      ]);
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(chunk, { stream: true });
    } catch {
      this.#isUtf8 = false;
    }
  }

  /** The first bytes of the file. */
  get head(): Buffer {
    return this.#head;
  }

  /** The encoding of the chunks so far; null for a binary file. */
  detect(): CsvEncoding | null {
    const [first, second] = this.#head;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    const zeroBytes = [0, 0];
    for (const [index, byte] of this.#head.entries())
      if (byte === 0) zeroBytes[index % 2] = (zeroBytes[index % 2] ?? 0) + 1;
    const [evenZeros = 0, oddZeros = 0] = zeroBytes;
    const pairs = this.#head.length / 2;
    // Text in Latin, Greek, Cyrillic or Arabic script has commas and digits whose upper byte is zero.
    const manyZeros = Math.max(toleratedControlCharacters.count, pairs * 0.2);
    if (oddZeros > manyZeros && evenZeros < pairs * 0.01) return 'utf-16le';
    if (evenZeros > manyZeros && oddZeros < pairs * 0.01) return 'utf-16be';
    if (isBinary(this.#head)) return null;
    try {
      this.#utf8.decode();
    } catch {
      this.#isUtf8 = false;
    }
    return this.#isUtf8 ? 'utf-8' : 'windows-1252';
  }
}
