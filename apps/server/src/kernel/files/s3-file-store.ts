/** Files in a bucket of an S3-compatible store. What is written is there whole or not at all: the store sees to it. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Settings } from '../config/s3-settings.ts';
import type { FileStore } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { errorCodeIn, readXml, S3Client, type S3ClientOptions, type S3Response } from './s3-client.ts';

/** Bytes of a part; a larger file goes part by part, and no more of it than that is ever held. The least is 5 MiB. */
const partBytes = 8 * 1_048_576;
/** Times that a file goes on being read after its line broke, if anything came since the last time; milliseconds before. */
const resumeOptions = { times: 3, after: 300 };

/** Where it is tried whether files can be written: none of anybody's. */
const probePrefix = '.probe/';

const notFoundError = () => Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });

/** A content in pieces of one size, but for the last. */
async function* splitIntoParts(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let length = 0;
  for await (let piece of content instanceof Uint8Array ? [content] : content) {
    while (length + piece.length >= partBytes) {
      const rest = partBytes - length;
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

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** A file that is on its way. */
interface PartialDownload {
  response: S3Response;
  firstByte: number;
  lastByte: string;
}

const toReadable = (pieces: AsyncIterable<Buffer>) =>
  Readable.from(pieces, { objectMode: false, highWaterMark: 128 * 1024 });

interface XmlEntry {
  Key?: unknown;
  UploadId?: unknown;
  Initiated?: unknown;
}

export class S3FileStore implements FileStore {
  readonly kind = 'bucket';
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(settings: S3Settings, options?: S3ClientOptions) {
    this.#client = new S3Client(settings, options);
    this.#prefix = settings.prefix;
  }

  #key(name: string): string {
    if (name === '' || name.split('/').some((it) => it === '' || it === '.' || it === '..'))
      throw new Error(`outside the store: ${name}`);
    return this.#prefix + name;
  }

  async write(name: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void> {
    const key = this.#key(name);
    const parts = splitIntoParts(content);
    try {
      const first = (await parts.next()).value as Buffer | undefined;
      const second = first && ((await parts.next()).value as Buffer | undefined);
      if (!second)
        await (await this.#client.send('PUT', key, { body: first ?? Buffer.alloc(0) })).body.dump();
      else await this.#writeParts(key, [first, second], parts);
    } finally {
      await parts.return(undefined);
    }
  }

  async #writeParts(key: string, begun: readonly Buffer[], rest: AsyncIterable<Buffer>): Promise<void> {
    const response = await readXml(await this.#client.send('POST', key, { query: { uploads: '' } }));
    const { UploadId } = (response['InitiateMultipartUploadResult'] ?? {}) as XmlEntry;
    const uploadId = asText(UploadId);
    try {
      const tags: string[] = [];
      let size = 0;
      const send = async (part: Buffer) => {
        const query = { partNumber: String(tags.length + 1), uploadId };
        const { headers, body } = await this.#client.send('PUT', key, { query, body: part });
        await body.dump();
        tags.push(asText(headers['etag']));
        size += part.length;
      };
      for (const part of begun) await send(part);
      for await (const part of rest) await send(part);
      await this.#completeUpload(key, uploadId, tags, size);
    } catch (error) {
      // What is left is swept up later where this fails, too.
      await this.#abortUpload(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Makes one file of the parts. A store that takes its time may say 200 first and then that it failed. */
  async #completeUpload(key: string, uploadId: string, tags: readonly string[], size: number): Promise<void> {
    const parts = tags.map(
      (tag, at) =>
        `<Part><PartNumber>${at + 1}</PartNumber><ETag>${tag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const response = await this.#client.send('POST', key, {
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(xml),
      expectedStatuses: [404],
    });
    const fault = errorCodeIn(await readXml(response));
    // A try whose answer was lost may have done it.
    if (fault !== undefined && (await this.#sizeOf(key)) !== size)
      throw new FileStoreError('POST', { status: response.statusCode === 404 ? 404 : 500, reason: fault });
  }

  async #abortUpload(key: string, uploadId: string): Promise<void> {
    const { body } = await this.#client.send('DELETE', key, { query: { uploadId }, expectedStatuses: [404] });
    await body.dump();
  }

  read(name: string): Readable {
    return toReadable(this.#readResuming(this.#key(name)));
  }

  /**
   * Goes on where the line broke, as long as it is the same file.
   * @param begun a piece of it that is on its way: its first byte, and its last as far as one was asked for
   */
  async *#readResuming(key: string, begun?: PartialDownload): AsyncGenerator<Buffer> {
    let at = begun?.firstByte ?? 0;
    let response = begun?.response;
    let tag = asText(response?.headers['etag']);
    for (let broken = 0, since = -1; ; broken++) {
      response ??= await this.#requestFrom(key, at, begun?.lastByte ?? '', tag);
      tag = asText(response.headers['etag']);
      try {
        for await (const piece of response.body) {
          at += (piece as Buffer).length;
          yield piece as Buffer;
        }
        return;
      } catch (error) {
        if (broken >= resumeOptions.times || tag === '' || since === at)
          throw new FileStoreError('GET', { reason: 'the line broke' }, error);
        since = at;
        response = undefined;
        await wait(resumeOptions.after);
      }
    }
  }

  /** A file from a byte on. @throws FileStoreError; an error with the code `ENOENT` when it is another by now, or gone */
  async #requestFrom(key: string, at: number, end: string, tag: string): Promise<S3Response> {
    const isWhole = at === 0 && end === '';
    const response = await this.#client.send('GET', key, {
      headers: {
        ...(isWhole ? {} : { range: `bytes=${at}-${end}` }),
        ...(tag === '' ? {} : { 'if-match': tag }),
      },
      expectedStatuses: [404, 412],
    });
    const { statusCode, body } = response;
    if (statusCode < 400 && (isWhole || statusCode === 206)) return response;
    await body.dump();
    if (statusCode >= 400) throw notFoundError();
    throw new FileStoreError('GET', { status: statusCode, reason: 'no range' });
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
  ): Promise<(Pick<S3Response, 'statusCode' | 'headers'> & { body: Readable | undefined }) | undefined> {
    const key = this.#key(name);
    const response = await this.#client.send(method, key, { headers, expectedStatuses: [304, 404, 416] });
    const { statusCode, headers: responseHeaders, body } = response;
    if (method === 'HEAD' || statusCode >= 300) {
      await body.dump();
      return statusCode === 404 ? undefined : { statusCode, headers: responseHeaders, body: undefined };
    }
    const [, at, end] = /^bytes (\d+)-(\d+)\//.exec(asText(responseHeaders['content-range'])) ?? [];
    // Several pieces at once cannot be gone on with.
    const isOne = statusCode === 200 || end !== undefined;
    const begun = { response, firstByte: Number(at ?? 0), lastByte: end ?? '' };
    return {
      statusCode,
      headers: responseHeaders,
      body: isOne ? toReadable(this.#readResuming(key, begun)) : body,
    };
  }

  async #sizeOf(key: string): Promise<number | undefined> {
    const { statusCode, headers, body } = await this.#client.send('HEAD', key, { expectedStatuses: [404] });
    await body.dump();
    return statusCode === 404 ? undefined : Number(headers['content-length']);
  }

  async size(name: string): Promise<number | undefined> {
    return this.#sizeOf(this.#key(name));
  }

  /** @param isPing once, and also while the store is known to be silent */
  async #listPage(token: string, most: number, isPing = false): Promise<{ keys: string[]; next: string }> {
    const response = await this.#client.send('GET', '', {
      query: {
        'list-type': '2',
        'max-keys': String(most),
        'encoding-type': 'url',
        prefix: this.#prefix,
        ...(token === '' ? {} : { 'continuation-token': token }),
      },
      ...(isPing ? { isPing, retryWithinMs: 0 } : {}),
    });
    const { ListBucketResult: page } = await readXml(response);
    if (typeof page !== 'object' || page === null) throw new FileStoreError('GET', { reason: 'no list' });
    const { Contents, IsTruncated, NextContinuationToken } = page as Record<string, unknown>;
    const entries = (Contents ?? []) as XmlEntry[];
    const keys = entries.map(({ Key }) => decodeURIComponent(asText(Key).replaceAll('+', ' ')));
    return { keys, next: IsTruncated === 'true' ? asText(NextContinuationToken) : '' };
  }

  async *list(): AsyncGenerator<string> {
    let token = '';
    do {
      const { keys, next } = await this.#listPage(token, 1000);
      const names = keys.map((key) => key.slice(this.#prefix.length));
      for (const name of names) if (name !== '' && !name.startsWith(probePrefix)) yield name;
      token = next;
    } while (token !== '');
  }

  async removeUnfinished(seconds: number): Promise<void> {
    const response = await this.#client.send('GET', '', { query: { uploads: '', prefix: this.#prefix } });
    const { ListMultipartUploadsResult: page } = await readXml(response);
    for (const { Key, UploadId, Initiated } of ((page as { Upload?: unknown })?.Upload ?? []) as XmlEntry[])
      if (Date.now() - Date.parse(asText(Initiated)) > seconds * 1000)
        await this.#abortUpload(asText(Key), asText(UploadId));
  }

  async remove(name: string): Promise<void> {
    const { body } = await this.#client.send('DELETE', this.#key(name), { expectedStatuses: [404] });
    await body.dump();
  }

  async ping(): Promise<void> {
    await this.#listPage('', 1, true);
  }

  async checkAccess(): Promise<void> {
    await this.#listPage('', 1);
    const name = `${probePrefix}${randomUUID()}`;
    await this.write(name, Buffer.from('probe'));
    if ((await this.size(name)) !== 5) throw new FileStoreError('HEAD', { reason: 'not what was written' });
    await this.remove(name);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
