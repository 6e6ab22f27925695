/** Stores files in a bucket of an S3-compatible store, whose writes are atomic. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Settings } from '../config/s3-settings.ts';
import { type ByteRange, type FileStore, type ListedFile, withHandledErrors } from './file-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { errorCodeIn, readXml, S3Client, type S3ClientOptions, type S3Response } from './s3-client.ts';

/** Size of a part of a multipart upload; no more of a file than one part is held in memory. The minimum of S3 is 5 MiB. */
const partBytes = 8 * 1_048_576;
/** How often a download is resumed after a broken connection, if there was progress since the last time. */
const resumeOptions = { maxTimes: 3, delayMs: 300 };

/** Prefix of the test files of `checkAccess`. */
const probePrefix = '.probe/';

const notFoundError = () => Object.assign(new Error('There is no such file.'), { code: 'ENOENT' });

/** Splits content into parts of one size; the last may be smaller. */
async function* splitIntoParts(content: Uint8Array | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let buffered: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of content instanceof Uint8Array ? [content] : content) {
    while (length + chunk.length >= partBytes) {
      const missingBytes = partBytes - length;
      yield Buffer.concat([...buffered, chunk.subarray(0, missingBytes)]);
      chunk = chunk.subarray(missingBytes);
      buffered = [];
      length = 0;
    }
    if (chunk.length > 0) buffered.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield Buffer.concat(buffered);
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

/** First byte of a download, last byte if a range was requested, and the response if it has started. */
interface PartialDownload {
  response?: S3Response;
  firstByte: number;
  lastByte: string;
}

const toReadable = (chunks: AsyncIterable<Buffer>) =>
  withHandledErrors(Readable.from(chunks, { objectMode: false, highWaterMark: 128 * 1024 }));

interface XmlEntry {
  Key?: unknown;
  UploadId?: unknown;
  Initiated?: unknown;
  LastModified?: unknown;
}

/** A file store in a bucket. */
export class S3FileStore implements FileStore {
  readonly kind = 'bucket';
  readonly #client: S3Client;
  readonly #prefix: string;

  constructor(settings: S3Settings, options?: S3ClientOptions) {
    this.#client = new S3Client(settings, options);
    this.#prefix = settings.prefix;
  }

  #key(name: string): string {
    if (name === '' || name.split('/').some((part) => part === '' || part === '.' || part === '..'))
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

  async #writeParts(
    key: string,
    firstParts: readonly Buffer[],
    otherParts: AsyncIterable<Buffer>,
  ): Promise<void> {
    const response = await readXml(await this.#client.send('POST', key, { query: { uploads: '' } }));
    const { UploadId } = (response['InitiateMultipartUploadResult'] ?? {}) as XmlEntry;
    const uploadId = asText(UploadId);
    try {
      const etags: string[] = [];
      let size = 0;
      const sendPart = async (part: Buffer) => {
        const query = { partNumber: String(etags.length + 1), uploadId };
        const { headers, body } = await this.#client.send('PUT', key, { query, body: part });
        await body.dump();
        etags.push(asText(headers['etag']));
        size += part.length;
      };
      for (const part of firstParts) await sendPart(part);
      for await (const part of otherParts) await sendPart(part);
      await this.#completeUpload(key, uploadId, etags, size);
    } catch (error) {
      // If this fails too, `removeUnfinished` removes the parts later.
      await this.#abortUpload(key, uploadId).catch(() => undefined);
      throw error;
    }
  }

  /** Joins the parts. A slow store may answer 200 first and report an error in the body. */
  async #completeUpload(
    key: string,
    uploadId: string,
    etags: readonly string[],
    size: number,
  ): Promise<void> {
    const parts = etags.map(
      (etag, index) =>
        `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`,
    );
    const xml = `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${parts.join('')}</CompleteMultipartUpload>`;
    const response = await this.#client.send('POST', key, {
      query: { uploadId },
      headers: { 'content-type': 'application/xml' },
      body: Buffer.from(xml),
      expectedStatuses: [404],
    });
    const errorCode = errorCodeIn(await readXml(response));
    // An earlier attempt whose response was lost may have succeeded.
    if (errorCode !== undefined && (await this.#sizeOf(key)) !== size)
      throw new FileStoreError('POST', {
        status: response.statusCode === 404 ? 404 : 500,
        reason: errorCode,
      });
  }

  async #abortUpload(key: string, uploadId: string): Promise<void> {
    const { body } = await this.#client.send('DELETE', key, { query: { uploadId }, expectedStatuses: [404] });
    await body.dump();
  }

  read(name: string, range?: ByteRange): Readable {
    const part = range && { firstByte: range.start, lastByte: String(range.end) };
    return toReadable(this.#readResuming(this.#key(name), part));
  }

  /**
   * Reads a file and resumes after a broken connection, as long as it is the same file.
   * @param download a range, or a download that has started
   */
  async *#readResuming(key: string, download?: PartialDownload): AsyncGenerator<Buffer> {
    let position = download?.firstByte ?? 0;
    let response = download?.response;
    let etag = asText(response?.headers['etag']);
    for (let failures = 0, lastFailureAt = -1; ; failures++) {
      response ??= await this.#requestFrom(key, position, download?.lastByte ?? '', etag);
      etag = asText(response.headers['etag']);
      try {
        for await (const chunk of response.body) {
          position += (chunk as Buffer).length;
          yield chunk as Buffer;
        }
        return;
      } catch (error) {
        if (failures >= resumeOptions.maxTimes || etag === '' || lastFailureAt === position)
          throw new FileStoreError('GET', { reason: 'the connection broke' }, error);
        lastFailureAt = position;
        response = undefined;
        await wait(resumeOptions.delayMs);
      }
    }
  }

  /** Requests a file from a byte on. @throws FileStoreError; an error with the code `ENOENT` when it was replaced or removed */
  async #requestFrom(key: string, start: number, end: string, etag: string): Promise<S3Response> {
    const isFullRange = start === 0 && end === '';
    const response = await this.#client.send('GET', key, {
      headers: {
        ...(isFullRange ? {} : { range: `bytes=${start}-${end}` }),
        ...(etag === '' ? {} : { 'if-match': etag }),
      },
      expectedStatuses: [404, 412],
    });
    const { statusCode, body } = response;
    if (statusCode < 400 && (isFullRange || statusCode === 206)) return response;
    await body.dump();
    if (statusCode >= 400) throw notFoundError();
    throw new FileStoreError('GET', { status: statusCode, reason: 'no range' });
  }

  /**
   * Requests a file on behalf of a client.
   * @param headers `range`, `if-none-match` and `if-modified-since` of the client
   * @returns status 200, 206, 304 or 416, with the body if there is one; undefined when there is no such file
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
    const [, start, end] = /^bytes (\d+)-(\d+)\//.exec(asText(responseHeaders['content-range'])) ?? [];
    // A response with several ranges cannot be resumed.
    const isSingleRange = statusCode === 200 || end !== undefined;
    const download = { response, firstByte: Number(start ?? 0), lastByte: end ?? '' };
    return {
      statusCode,
      headers: responseHeaders,
      body: isSingleRange ? toReadable(this.#readResuming(key, download)) : body,
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

  /** Lists one page of keys. @param isPing without retries, and also while the store is known to be unresponsive */
  async #listPage(
    token: string,
    maxKeys: number,
    isPing = false,
  ): Promise<{ files: ListedFile[]; next: string }> {
    const response = await this.#client.send('GET', '', {
      query: {
        'list-type': '2',
        'max-keys': String(maxKeys),
        'encoding-type': 'url',
        prefix: this.#prefix,
        ...(token === '' ? {} : { 'continuation-token': token }),
      },
      ...(isPing ? { isPing, retryWithinMs: 0 } : {}),
    });
    const { ListBucketResult: page } = await readXml(response);
    if (typeof page !== 'object' || page === null)
      throw new FileStoreError('GET', { reason: 'invalid list' });
    const { Contents, IsTruncated, NextContinuationToken } = page as Record<string, unknown>;
    const entries = (Contents ?? []) as XmlEntry[];
    const files = entries.map(({ Key, LastModified }) => ({
      name: decodeURIComponent(asText(Key).replaceAll('+', ' ')).slice(this.#prefix.length),
      written: Date.parse(asText(LastModified)),
    }));
    return { files, next: IsTruncated === 'true' ? asText(NextContinuationToken) : '' };
  }

  async *listWithTimes(): AsyncGenerator<ListedFile> {
    let token = '';
    do {
      const { files, next } = await this.#listPage(token, 1000);
      for (const file of files) if (file.name !== '') yield file;
      token = next;
    } while (token !== '');
  }

  async *list(): AsyncGenerator<string> {
    for await (const { name } of this.listWithTimes()) if (!name.startsWith(probePrefix)) yield name;
  }

  async removeUnfinished(minAgeSeconds: number): Promise<void> {
    const response = await this.#client.send('GET', '', { query: { uploads: '', prefix: this.#prefix } });
    const { ListMultipartUploadsResult: page } = await readXml(response);
    for (const { Key, UploadId, Initiated } of ((page as { Upload?: unknown })?.Upload ?? []) as XmlEntry[])
      if (Date.now() - Date.parse(asText(Initiated)) > minAgeSeconds * 1000)
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
    if ((await this.size(name)) !== 5)
      throw new FileStoreError('HEAD', { reason: 'the size is not what was written' });
    await this.remove(name);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
