/** Files in a bucket of an S3-compatible store. What is written is there whole or not at all: the store sees to it. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Bucket, type BucketAnswer, type BucketOptions, faultIn, readXml } from './bucket.ts';
import type { FileStore } from './file-store.ts';
import { StoreFault } from './store-fault.ts';
import type { BucketSettings } from './store-settings.ts';

/** Bytes of a part; a larger file goes part by part, and no more of it than that is ever held. The least is 5 MiB. */
const partSize = 8 * 1_048_576;
/** Times that a file goes on being read after its line broke, if anything came since the last time; milliseconds before. */
const resumed = { times: 3, after: 300 };

/** Where it is tried whether files can be written: none of anybody's. */
const probes = '.probe/';

const missing = () => Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });

/** A content in pieces of one size, but for the last. */
async function* inParts(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (let piece of content instanceof Uint8Array ? [content] : content) {
    while (length + piece.length >= partSize) {
      const rest = partSize - length;
      yield Buffer.concat([...held, piece.subarray(0, rest)]);
      piece = piece.subarray(rest);
      held = [];
      length = 0;
    }
    if (piece.length > 0) held.push(piece);
    length += piece.length;
  }
  if (length > 0) yield Buffer.concat(held);
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** A file that is on its way. */
interface Begun {
  answer: BucketAnswer;
  at: number;
  end: string;
}

const flowing = (pieces: AsyncIterable<Buffer>) =>
  Readable.from(pieces, { objectMode: false, highWaterMark: 128 * 1024 });

interface Entry {
  Key?: unknown;
  UploadId?: unknown;
  Initiated?: unknown;
}

export class BucketStore implements FileStore {
  readonly kind = 'bucket';
  readonly #bucket: Bucket;
  readonly #prefix: string;

  constructor(settings: BucketSettings, options?: BucketOptions) {
    this.#bucket = new Bucket(settings, options);
    this.#prefix = settings.prefix;
  }

  #key(name: string): string {
    if (name === '' || name.split('/').some((it) => it === '' || it === '.' || it === '..'))
      throw new Error(`outside the store: ${name}`);
    return this.#prefix + name;
  }

  async write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#key(name);
    const parts = inParts(content);
    try {
      const first = (await parts.next()).value as Buffer | undefined;
      const second = first && ((await parts.next()).value as Buffer | undefined);
      if (!second) await (await this.#bucket.ask('PUT', key, { body: first ?? Buffer.alloc(0) })).body.dump();
      else await this.#writeParts(key, [first, second], parts);
    } finally {
      await parts.return(undefined);
    }
  }

  async #writeParts(key: string, begun: readonly Buffer[], rest: AsyncIterable<Buffer>): Promise<void> {
    const answer = await readXml(await this.#bucket.ask('POST', key, { query: { uploads: '' } }));
    const { UploadId } = (answer['InitiateMultipartUploadResult'] ?? {}) as Entry;
    const uploadId = text(UploadId);
    try {
      const tags: string[] = [];
      let size = 0;
      const send = async (part: Buffer) => {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const { headers, body } = await this.#bucket.ask('PUT', key, { query, body: part });
        await body.dump();
        tags.push(text(headers['etag']));
        size += part.length;
      };
      for (const part of begun) await send(part);
      for await (const part of rest) await send(part);
      await this.#join(key, uploadId, tags, size);
    } catch (error) {
      // What is left is swept up later where this fails, too.
      await this.#giveUp(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Makes one file of the parts. A store that takes its time may say 200 first and then that it failed. */
  async #join(key: string, uploadId: string, tags: readonly string[], size: number): Promise<void> {
    const parts = tags.map(
      (tag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const answer = await this.#bucket.ask('POST', key, {
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(xml),
      bears: [404],
    });
    const fault = faultIn(await readXml(answer));
    // A try whose answer was lost may have done it.
    if (fault !== undefined && (await this.#sizeOf(key)) !== size)
      throw new StoreFault('POST', { status: answer.statusCode === 404 ? 404 : 500, reason: fault });
  }

  async #giveUp(key: string, uploadId: string): Promise<void> {
    const { body } = await this.#bucket.ask('DELETE', key, { query: { uploadId }, bears: [404] });
    await body.dump();
  }

  read(name: string): Readable {
    return flowing(this.#pieces(this.#key(name)));
  }

  /**
   * Goes on where the line broke, as long as it is the same file.
   * @param begun a piece of it that is on its way: its first byte, and its last as far as one was asked for
   */
  async *#pieces(key: string, begun?: Begun): AsyncGenerator<Buffer> {
    let at = begun?.at ?? 0;
    let answer = begun?.answer;
    let tag = text(answer?.headers['etag']);
    for (let broken = 0, since = -1; ; broken++) {
      answer ??= await this.#from(key, at, begun?.end ?? '', tag);
      tag = text(answer.headers['etag']);
      try {
        for await (const piece of answer.body) {
          at += (piece as Buffer).length;
          yield piece as Buffer;
        }
        return;
      } catch (error) {
        if (broken >= resumed.times || tag === '' || since === at)
          throw new StoreFault('GET', { reason: 'the line broke' }, error);
        since = at;
        answer = undefined;
        await wait(resumed.after);
      }
    }
  }

  /** A file from a byte on. @throws StoreFault; an error with the code `ENOENT` when it is another by now, or gone */
  async #from(key: string, at: number, end: string, tag: string): Promise<BucketAnswer> {
    const isWhole = at === 0 && end === '';
    const answer = await this.#bucket.ask('GET', key, {
      headers: {
        ...(isWhole ? {} : { range: `bytes=${at}-${end}` }),
        ...(tag === '' ? {} : { 'if-match': tag }),
      },
      bears: [404, 412],
    });
    const { statusCode, body } = answer;
    if (statusCode < 400 && (isWhole || statusCode === 206)) return answer;
    await body.dump();
    if (statusCode >= 400) throw missing();
    throw new StoreFault('GET', { status: statusCode, reason: 'no range' });
  }

  /**
   * A file as a caller asked for it, for handing on.
   * @param headers `range`, `if-none-match` and `if-modified-since`
   * @returns 200, 206, 304 or 416, with a body where it has one to hand on; undefined when there is no such file
   */
  async fetch(
    method: 'GET' | 'HEAD',
    name: string,
    headers: Record<string, string>,
  ): Promise<(Pick<BucketAnswer, 'statusCode' | 'headers'> & { body: Readable | undefined }) | undefined> {
    const key = this.#key(name);
    const answer = await this.#bucket.ask(method, key, { headers, bears: [304, 404, 416] });
    const { statusCode, headers: told, body } = answer;
    if (method === 'HEAD' || statusCode >= 300) {
      await body.dump();
      return statusCode === 404 ? undefined : { statusCode, headers: told, body: undefined };
    }
    const [, at, end] = /^bytes (\d+)-(\d+)\//.exec(text(told['content-range'])) ?? [];
    // Several pieces at once cannot be gone on with.
    const isOne = statusCode === 200 || end !== undefined;
    const begun = { answer, at: Number(at ?? 0), end: end ?? '' };
    return { statusCode, headers: told, body: isOne ? flowing(this.#pieces(key, begun)) : body };
  }

  async #sizeOf(key: string): Promise<number | undefined> {
    const { statusCode, headers, body } = await this.#bucket.ask('HEAD', key, { bears: [404] });
    await body.dump();
    return statusCode === 404 ? undefined : Number(headers['content-length']);
  }

  async size(name: string): Promise<number | undefined> {
    return this.#sizeOf(this.#key(name));
  }

  /** @param isLook once, and also while the store is known to be silent */
  async #page(token: string, most: number, isLook = false): Promise<{ keys: string[]; next: string }> {
    const answer = await this.#bucket.ask('GET', '', {
      query: {
        'list-type': '2',
        'max-keys': String(most),
        'encoding-type': 'url',
        prefix: this.#prefix,
        ...(token === '' ? {} : { 'continuation-token': token }),
      },
      ...(isLook ? { isLook, within: 0 } : {}),
    });
    const { ListBucketResult: page } = await readXml(answer);
    if (typeof page !== 'object' || page === null) throw new StoreFault('GET', { reason: 'no list' });
    const { Contents, IsTruncated, NextContinuationToken } = page as Record<string, unknown>;
    const entries = (Contents ?? []) as Entry[];
    const keys = entries.map(({ Key }) => decodeURIComponent(text(Key).replaceAll('+', ' ')));
    return { keys, next: IsTruncated === 'true' ? text(NextContinuationToken) : '' };
  }

  async *list(): AsyncGenerator<string> {
    let token = '';
    do {
      const { keys, next } = await this.#page(token, 1000);
      const names = keys.map((key) => key.slice(this.#prefix.length));
      for (const name of names) if (name !== '' && !name.startsWith(probes)) yield name;
      token = next;
    } while (token !== '');
  }

  async sweep(seconds: number): Promise<void> {
    const answer = await this.#bucket.ask('GET', '', { query: { uploads: '', prefix: this.#prefix } });
    const { ListMultipartUploadsResult: page } = await readXml(answer);
    for (const { Key, UploadId, Initiated } of ((page as { Upload?: unknown })?.Upload ?? []) as Entry[])
      if (Date.now() - Date.parse(text(Initiated)) > seconds * 1000)
        await this.#giveUp(text(Key), text(UploadId));
  }

  async remove(name: string): Promise<void> {
    const { body } = await this.#bucket.ask('DELETE', this.#key(name), { bears: [404] });
    await body.dump();
  }

  async reach(): Promise<void> {
    await this.#page('', 1, true);
  }

  async probe(): Promise<void> {
    await this.#page('', 1);
    const name = `${probes}${randomUUID()}`;
    await this.write(name, Buffer.from('probe'));
    if ((await this.size(name)) !== 5) throw new StoreFault('HEAD', { reason: 'not what was written' });
    await this.remove(name);
  }

  close(): Promise<void> {
    return this.#bucket.close();
  }
}
