/** Text encodings of files: detected while a file is streamed, and decoded to text. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { encodings } from '@waypost/contract/imports/csv-options';

/** What a decoder writes for bytes that it cannot read. */
export const replacementCharacter = '\uFFFD';
const replacementCode = 0xfffd;
const replacementBytes = Buffer.from(replacementCharacter);
const maxAscii = 0x7f;

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

/** Characters beyond ASCII for each damaged byte, from which a text is UTF-8. By chance, other encodings have far less than one. */
const minCharactersPerDamage = 3;

/** Damaged bytes after which a text with fewer characters beyond ASCII is in another encoding, whatever follows. */
const decisiveDamage = 100_000;

/** The end of the last whole character, since the next chunk may complete the one that follows. */
function endOfCharacters(bytes: Buffer): number {
  for (let at = bytes.length - 1; at >= bytes.length - 3; at--) {
    const byte = bytes[at] ?? 0;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (at + length > bytes.length) return at;
  }
  return bytes.length;
}

/**
 * Code units beyond ASCII of a text in UTF-8: one for each byte at the beginning of such a character, two where it has four bytes. Four
 * bytes are looked at together: a file has millions.
 */
function countCharacters(bytes: Buffer): number {
  let count = 0;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const rest = bytes.length - (bytes.length % 4);
  for (let at = 0; at < rest; at += 4) {
    const word = view.getUint32(at);
    const begins = (word >>> 7) & (word >>> 6) & 0x01010101;
    const isLong = (word >>> 5) & (word >>> 4) & begins;
    // The highest byte is the sum of all four.
    count += Math.imul(begins + isLong, 0x01010101) >>> 24;
  }
  for (const byte of bytes.subarray(rest)) count += byte < 0xc0 ? 0 : byte < 0xf0 ? 1 : 2;
  return count;
}

function countReplacements(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(replacementBytes); at >= 0; at = bytes.indexOf(replacementBytes, at + 1))
    count++;
  return count;
}

const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Counts what a stream holds as UTF-8. */
class Utf8Counter {
  /** Characters beyond ASCII. */
  characters = 0;
  /** Characters U+FFFD that the text itself has: an earlier program has lost what was there. */
  replacements = 0;
  /** Bytes, or beginnings of characters, that are no UTF-8. */
  damaged = 0;
  /** The beginning of a character. */
  #tail = Buffer.alloc(0);

  add(chunk: Buffer): void {
    if (this.damaged > Math.max(decisiveDamage, this.characters)) return;
    const bytes = this.#tail.length === 0 ? chunk : Buffer.concat([this.#tail, chunk]);
    const end = endOfCharacters(bytes);
    this.#tail = Buffer.from(bytes.subarray(end));
    this.#count(bytes.subarray(0, end));
  }

  end(): void {
    this.#count(this.#tail);
    this.#tail = Buffer.alloc(0);
  }

  #count(bytes: Buffer): void {
    if (isAscii(bytes)) return;
    const replacements = countReplacements(bytes);
    this.replacements += replacements;
    if (isUtf8(bytes)) this.characters += countCharacters(bytes) - replacements;
    else {
      this.damaged -= replacements;
      this.#countDecoded(utf8Decoder.decode(bytes));
    }
  }

  #countDecoded(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === replacementCode) this.damaged++;
      else if (code > maxAscii) this.characters++;
    }
  }

  get isUtf8(): boolean {
    return this.damaged === 0 || this.characters >= this.damaged * minCharactersPerDamage;
  }
}

/** Detects the encoding of a file while it is streamed. */
export class EncodingDetector {
  #head = Buffer.alloc(0);
  readonly #utf8 = new Utf8Counter();
  /** Bytes that are examined for UTF-16 without a byte order mark. */
  static readonly #headSize = 65_536;

  /** Examines the next chunk of the file. */
  add(chunk: Buffer): void {
    if (this.#head.length < EncodingDetector.#headSize)
      this.#head = Buffer.concat([
        this.#head,
        chunk.subarray(0, EncodingDetector.#headSize - this.#head.length),
      ]);
    this.#utf8.add(chunk);
  }

  /** Whether a text in UTF-8 has characters U+FFFD of its own. */
  get hasReplacements(): boolean {
    return this.#utf8.replacements > 0;
  }

  /** Whether a text in UTF-8 has a few bytes of another encoding, each of which is read as U+FFFD. */
  get hasDamage(): boolean {
    return this.#utf8.damaged > 0;
  }

  /** Whether a text has characters of UTF-8 beyond ASCII. */
  get hasUtf8Characters(): boolean {
    return this.#utf8.characters > 0;
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
    this.#utf8.end();
    return this.#utf8.isUtf8 ? 'utf-8' : 'windows-1252';
  }
}

/** The encoding of a file. A binary file has that of most texts. */
export async function detectEncoding(bytes: AsyncIterable<Buffer>): Promise<CsvEncoding> {
  const detector = new EncodingDetector();
  for await (const chunk of bytes) detector.add(chunk);
  return detector.detect() ?? 'utf-8';
}
