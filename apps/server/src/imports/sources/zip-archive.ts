/** Reads the files of a ZIP archive, whose unpacked size is bounded before anything is unpacked. */
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { decodeText } from '../csv/encoding.ts';
import { ImportRefusal } from './import-refusal.ts';

/** Files in an archive: a workbook has some dozens. */
const maxEntries = 5000;

/** An open archive. */
export class ZipArchive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #maxBytes: number;
  readonly #readEntries = new Set<Entry>();
  #unpackedBytes = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, maxBytes: number) {
    this.#zip = zip;
    this.#entries = entries;
    this.#maxBytes = maxBytes;
  }

  /** Opens an archive. @param maxBytes unpacked, of all files that are read @throws ImportRefusal when it is no archive */
  static async open(path: string, maxBytes: number): Promise<ZipArchive> {
    const zip = await openPromise(path, { autoClose: false }).catch(() => {
      throw new ImportRefusal('importBroken');
    });
    const entries = new Map<string, Entry>();
    try {
      for await (const entry of zip.eachEntry()) {
        if (entries.size >= maxEntries) throw new ImportRefusal('importBroken');
        entries.set(entry.fileName.toLowerCase(), entry);
      }
    } catch (error) {
      zip.close();
      throw error instanceof ImportRefusal ? error : new ImportRefusal('importBroken');
    }
    return new ZipArchive(zip, entries, maxBytes);
  }

  /** Whether any of its files has a password. */
  get isEncrypted(): boolean {
    return [...this.#entries.values()].some((entry) => entry.isEncrypted());
  }

  /** Whether it has a file. Names are compared without case, as the programs do that write them. */
  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** The files whose names end so, in lower case. What macOS adds is no file of its own. */
  list(ending: string): string[] {
    return [...this.#entries.keys()].filter(
      (name) => name.endsWith(ending) && !/(?:^|\/)(?:__macosx\/|\._)/.test(name),
    );
  }

  /** The bytes of a file, as a stream. @throws ImportRefusal when it is missing, damaged, or too large unpacked */
  async *readBytes(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) throw new ImportRefusal('importBroken');
    if (entry.isEncrypted()) throw new ImportRefusal('importPassword');
    // A file that is read again is unpacked again, not to more.
    if (!this.#readEntries.has(entry)) this.#unpackedBytes += entry.uncompressedSize;
    this.#readEntries.add(entry);
    if (this.#unpackedBytes > this.#maxBytes)
      throw new ImportRefusal('importTooLarge', { max: this.#maxBytes });
    try {
      // The stream fails when there is more than the declared size.
      for await (const chunk of await this.#zip.openReadStreamPromise(entry)) yield chunk as Buffer;
    } catch (error) {
      throw error instanceof ImportRefusal ? error : new ImportRefusal('importBroken');
    }
  }

  /** The text of a file of a workbook, as a stream. @throws ImportRefusal as `readBytes` */
  readText(name: string): AsyncGenerator<string> {
    return decodeText(this.readBytes(name), 'utf-8');
  }

  /** Closes the file. */
  close(): void {
    this.#zip.close();
  }
}
