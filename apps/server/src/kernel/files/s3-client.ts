/**
 * Sends signed requests to a bucket of an S3-compatible store, with timeouts and retries. The operator chooses its URL, like that
 * of the database, so it needs no guarded fetch; it often is in a private network.
 */
import { createHash } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { Agent, type Dispatcher, request } from 'undici';
import type { S3Settings } from '../config/s3-settings.ts';
import { FileStoreError } from './file-store-error.ts';

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
/** A response. @property parsedBody the XML body, once it has been read */
export type S3Response = Dispatcher.ResponseData & { parsedBody?: Record<string, unknown> };

interface S3Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses besides 2xx that are returned instead of thrown; the caller reads or dumps their bodies. */
  expectedStatuses?: readonly number[];
  /** Time after which no retry starts; `retryWithinMs` of the client by default. */
  retryWithinMs?: number;
  /** A ping is sent also while the store is known to be unresponsive. */
  isPing?: boolean;
}

const defaultTimeouts = {
  connectMs: 5000,
  /** Until the response begins, waiting for a connection included, in addition to the time for sending the body. */
  responseMs: 20_000,
  /** Minimum rate at which a body is sent: bytes per millisecond. */
  minBytesPerMs: 100,
  /** Between two chunks of a response. */
  idleMs: 20_000,
  /** No retry starts after this time. */
  retryWithinMs: 10_000,
  /** Interval of the requests that are tried at an unresponsive store; all others fail at once. */
  silentRetryMs: 5000,
};
/** Timeouts, and a DNS lookup for tests. */
export type S3ClientOptions = Partial<typeof defaultTimeouts> & { lookup?: LookupFunction };

/** Size from which a ping is sent before the body. */
const largeBodyBytes = 1_048_576;
/** Delays before the second and the third attempt. */
const retryDelaysMs = [150, 600];
const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** Error code for every request to a missing bucket. */
const noSuchBucket = 'NoSuchBucket';
/** Size limit of a response that is read into memory. */
const maxResponseBytes = 4_194_304;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'Upload',
});

/** Percent-encodes a key for a URL path, except for slashes. */
const encodePath = (name: string) =>
  encodeURIComponent(name)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of a network error. Its message is not used, since it may contain an address. */
function codeOf(error: unknown): string {
  for (
    let cause = error;
    typeof cause === 'object' && cause !== null;
    cause = (cause as { cause?: unknown }).cause
  ) {
    const { code, errors } = cause as { code?: unknown; errors?: unknown };
    if (typeof code === 'string') return code;
    if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  }
  return error instanceof Error ? error.name : 'failed';
}

/** Codes of timeouts. */
const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/**
 * Parses an XML response; an empty object when it is no XML.
 * @throws FileStoreError when the connection breaks
 */
export async function readXml(response: S3Response): Promise<Record<string, unknown>> {
  if (response.parsedBody) return response.parsedBody;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body) {
      chunks.push(chunk as Buffer);
      length += (chunk as Buffer).length;
      if (length > maxResponseBytes) break;
    }
  } catch (error) {
    throw new FileStoreError('response', { reason: codeOf(error) }, error);
  }
  try {
    return parser.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The S3 error code of a response, such as `NoSuchKey`. */
export function errorCodeIn(parsedXml: Record<string, unknown>): string | undefined {
  const { Code } = (parsedXml['Error'] ?? {}) as { Code?: unknown };
  return typeof Code === 'string' && /^\w{1,60}$/.test(Code) ? Code : undefined;
}

/** Sends requests to one bucket. */
export class S3Client {
  readonly #settings: S3Settings;
  readonly #timeouts: typeof defaultTimeouts;
  readonly #baseUrl: string;
  readonly #agent: Agent;
  /** Query of a cheap request: lists one key. */
  readonly #pingQuery: Record<string, string>;
  /** Cache of signing keys. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  /** When the last response began. */
  #lastResponseAt = 0;
  /** When the next request may be tried at an unresponsive store; undefined while it responds. */
  #nextTryAt: number | undefined;

  constructor(settings: S3Settings, { lookup, ...timeouts }: S3ClientOptions = {}) {
    this.#settings = settings;
    this.#timeouts = { ...defaultTimeouts, ...timeouts };
    this.#pingQuery = { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix };
    this.#agent = new Agent({
      connect: { timeout: this.#timeouts.connectMs, ...(lookup ? { lookup } : {}) },
      // Each request has a timeout of its own.
      headersTimeout: 0,
      bodyTimeout: this.#timeouts.idleMs,
      connections: 64,
    });
    const { endpoint, bucket, style } = settings;
    const url = new URL(endpoint);
    this.#baseUrl =
      style === 'path'
        ? `${endpoint}/${bucket}`
        : `${url.protocol}//${bucket}.${url.host}${url.pathname.replace(/\/$/, '')}`;
  }

  async #sendOnce(
    method: Method,
    key: string,
    { query, headers = {}, body }: S3Request,
  ): Promise<S3Response> {
    const { region, accessKeyId, secretAccessKey } = this.#settings;
    const search = query ? `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : '';
    const signer = new AwsV4Signer({
      method,
      url: `${this.#baseUrl}/${encodePath(key)}${search}`,
      headers: {
        ...headers,
        'x-amz-content-sha256': createHash('sha256')
          .update(body ?? '')
          .digest('hex'),
      },
      accessKeyId,
      secretAccessKey,
      service: 's3',
      region,
      cache: this.#signingKeys,
    });
    const signed = await signer.sign();
    const timeout = new AbortController();
    const abort = () => timeout.abort(Object.assign(new Error('no response'), { code: 'ETIMEDOUT' }));
    const { responseMs, minBytesPerMs } = this.#timeouts;
    const timer = setTimeout(abort, responseMs + (body?.length ?? 0) / minBytesPerMs);
    try {
      return await request(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        body: body ?? null,
        dispatcher: this.#agent,
        signal: timeout.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Checks whether the bucket itself is missing: a response to HEAD has no error code. */
  async #missingBucketError(): Promise<FileStoreError | undefined> {
    const response = await this.#try('GET', '', { query: this.#pingQuery });
    if (response instanceof FileStoreError) return response.reason === noSuchBucket ? response : undefined;
    await response.body.dump();
    return undefined;
  }

  /** Makes one attempt. @returns a response of an expected status, or the error */
  async #try(method: Method, key: string, s3Request: S3Request): Promise<S3Response | FileStoreError> {
    let response: S3Response;
    try {
      response = await this.#sendOnce(method, key, s3Request);
    } catch (error) {
      return new FileStoreError(method, { reason: codeOf(error) }, error);
    }
    this.#lastResponseAt = Date.now();
    this.#nextTryAt = undefined;
    const { statusCode: status } = response;
    const isExpected = s3Request.expectedStatuses?.includes(status) ?? false;
    if ((status >= 200 && status < 300) || (isExpected && status !== 404)) return response;
    if (isExpected && method === 'HEAD') return (await this.#missingBucketError()) ?? response;
    // The connection may break here too.
    const parsedBody = await readXml(response).catch(() => ({}));
    const reason = errorCodeIn(parsedBody);
    if (isExpected && reason !== noSuchBucket) return { ...response, parsedBody };
    return new FileStoreError(method, { status, reason: reason ?? 'refused' });
  }

  /** @throws FileStoreError while the store is known to be unresponsive, except for one request per `silentRetryMs` */
  #rejectWhileSilent(method: Method): void {
    if (this.#nextTryAt === undefined) return;
    if (Date.now() < this.#nextTryAt) throw new FileStoreError(method, { reason: 'silent' });
    this.#nextTryAt = Date.now() + this.#timeouts.silentRetryMs;
  }

  /**
   * Sends a request, up to three times for temporary errors of the store or the network. All requests are safe to repeat: the
   * name of a file is written once, parts are identified by their number.
   * @param key with the prefix; empty for the bucket itself
   * @throws FileStoreError
   */
  async send(method: Method, key: string, s3Request: S3Request = {}): Promise<S3Response> {
    if (s3Request.isPing !== true) this.#rejectWhileSilent(method);
    if (
      (s3Request.body?.length ?? 0) >= largeBodyBytes &&
      Date.now() - this.#lastResponseAt > this.#timeouts.silentRetryMs
    )
      await (await this.send('GET', '', { query: this.#pingQuery, isPing: true })).body.dump();
    const startedAt = Date.now();
    for (let attempt = 0; ; attempt++) {
      const response = await this.#try(method, key, s3Request);
      if (!(response instanceof FileStoreError)) return response;
      const delayMs = retryDelaysMs[attempt];
      const isTransient = response.status === undefined || transientStatuses.has(response.status);
      if (
        !isTransient ||
        delayMs === undefined ||
        Date.now() - startedAt > (s3Request.retryWithinMs ?? this.#timeouts.retryWithinMs)
      ) {
        // A store that has answered other requests meanwhile was only slow.
        if (timeoutCodes.has(response.reason) && this.#lastResponseAt < startedAt)
          this.#nextTryAt = Date.now() + this.#timeouts.silentRetryMs;
        throw response;
      }
      await wait(delayMs);
    }
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
