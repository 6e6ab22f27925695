/**
 * The shared texts of a workbook, by number. They are kept in two temporary files, since a workbook of 50 MB can hold gigabytes of them; only
 * the pages that are read are in memory.
 */
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import { LRUCache } from 'lru-cache';

/** Small, since a sheet may name its texts in any order. */
const pageBytes = 8192;
/** Pages in memory, of both files together: 16 MB. */
const maxPages = 2048;
/** Bytes that are written at once. */
const blockBytes = 65_536;
const positionBytes = 8;

/** Appends to a file in large pieces. */
class Appender {
  readonly #file: FileHandle;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  size = 0;

  constructor(file: FileHandle) {
    this.#file = file;
  }

  async append(bytes: Buffer): Promise<void> {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    this.size += bytes.length;
    if (this.#pendingBytes >= blockBytes) await this.flush();
  }

  async flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    await this.#file.appendFile(bytes);
  }
}

/** Texts by number. */
export class StringTable {
  readonly #texts: FileHandle;
  readonly #ends: FileHandle;
  readonly #textsAppender: Appender;
  readonly #endsAppender: Appender;
  readonly #pages = new LRUCache<string, Buffer>({ max: maxPages });
  #count = 0;

  private constructor(texts: FileHandle, ends: FileHandle) {
    this.#texts = texts;
    this.#ends = ends;
    this.#textsAppender = new Appender(texts);
    this.#endsAppender = new Appender(ends);
  }

  /** Creates an empty table. @param directory for its files, which the caller deletes */
  static async create(directory: string): Promise<StringTable> {
    const texts = await open(path.join(directory, 'texts'), 'wx+');
    return new StringTable(texts, await open(path.join(directory, 'ends'), 'wx+'));
  }

  /** Adds the next text. */
  async add(text: string): Promise<void> {
    await this.#textsAppender.append(Buffer.from(text));
    const end = Buffer.alloc(positionBytes);
    end.writeDoubleLE(this.#textsAppender.size);
    await this.#endsAppender.append(end);
    this.#count++;
  }

  /** Ends adding. Texts can be read from then on. */
  async finish(): Promise<void> {
    await this.#textsAppender.flush();
    await this.#endsAppender.flush();
  }

  /** The text with a number; undefined for none. */
  async get(number: number): Promise<string | undefined> {
    if (!Number.isInteger(number) || number < 0 || number >= this.#count) return undefined;
    const from = number === 0 ? 0 : await this.#readEnd(number - 1);
    const bytes = await this.#read(this.#texts, 'texts', from, await this.#readEnd(number));
    return bytes.toString();
  }

  async #readEnd(number: number): Promise<number> {
    const at = number * positionBytes;
    return (await this.#read(this.#ends, 'ends', at, at + positionBytes)).readDoubleLE();
  }

  async #read(file: FileHandle, name: string, from: number, to: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let at = from; at < to; ) {
      const page = Math.floor(at / pageBytes);
      const bytes = await this.#readPage(file, name, page);
      const start = at - page * pageBytes;
      const part = bytes.subarray(start, Math.min(bytes.length, start + to - at));
      if (part.length === 0) break;
      parts.push(part);
      at += part.length;
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  }

  async #readPage(file: FileHandle, name: string, page: number): Promise<Buffer> {
    const key = `${name} ${page}`;
    const cached = this.#pages.get(key);
    if (cached) return cached;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pageBytes), 0, pageBytes, page * pageBytes);
    const bytes = buffer.subarray(0, bytesRead);
    this.#pages.set(key, bytes);
    return bytes;
  }

  /** Closes the files. */
  async close(): Promise<void> {
    await this.#texts.close();
    await this.#ends.close();
  }
}
