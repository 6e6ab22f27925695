/**
 * Requests to a bucket of an S3-compatible store: signed, bounded in time, tried again where that may help. The address is the
 * operator's, who chooses it as they choose the database's: it needs no guarded fetch, and is often one of a private network.
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
/** @property said what its body says, where that has been read */
export type S3Response = Dispatcher.ResponseData & { said?: Record<string, unknown> };

interface S3Request {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses beside 2xx that are answers and no faults; the caller reads or dumps their bodies. */
  expectedStatuses?: readonly number[];
  /** Milliseconds after which nothing is tried any more; as usual unless said. */
  retryWithinMs?: number;
  /** Asks also while the store is known to be silent: for a look. */
  isPing?: boolean;
}

/** Milliseconds. */
const defaultTimeouts = {
  connect: 5000,
  /** Until an answer begins, the time for a free line included, beside what the body takes to be sent. */
  answer: 20_000,
  /** Not milliseconds, but bytes in one that are sent at the slowest. */
  slowest: 100,
  /** Between two pieces of an answer. */
  silence: 20_000,
  /** No further try begins after so long. */
  trying: 10_000,
  /** Between two requests that are let through to a store that says nothing: all others are refused at once. */
  rest: 5000,
};
/** How long a store may take, and who knows its address; what is usual unless said. */
export type S3ClientOptions = Partial<typeof defaultTimeouts> & { lookup?: LookupFunction };

/** Bytes from which on it is worth asking beforehand whether the store is there. */
const largeBodyBytes = 1_048_576;
/** Milliseconds before the second try and the third. */
const retryDelaysMs = [150, 600];
const transientStatuses = new Set([408, 429, 500, 502, 503, 504]);
/** What stores answer for everything in a bucket that is not there. */
const noSuchBucket = 'NoSuchBucket';
/** Bytes of an answer that is read whole. */
const maxResponseBytes = 4_194_304;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'Upload',
});

/** As a path of an address wants it, but for the slashes. */
const encodePath = (name: string) =>
  encodeURIComponent(name)
    .replaceAll('%2F', '/')
    .replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);

/** The network's name for what happened, without words of its own that might repeat an address. */
function codeOf(error: unknown): string {
  for (let it = error; typeof it === 'object' && it !== null; it = (it as { cause?: unknown }).cause) {
    const { code, errors } = it as { code?: unknown; errors?: unknown };
    if (typeof code === 'string') return code;
    if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  }
  return error instanceof Error ? error.name : 'failed';
}

/** What was waited for too long, by the network's names. */
const timeoutCodes = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/**
 * What an answer in XML says; an empty object for one that is none.
 * @throws FileStoreError when it breaks off
 */
export async function readXml(response: S3Response): Promise<Record<string, unknown>> {
  if (response.said) return response.said;
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of response.body) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length > maxResponseBytes) break;
    }
  } catch (error) {
    throw new FileStoreError('answer', { reason: codeOf(error) }, error);
  }
  try {
    return parser.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The store's name for its fault, such as `NoSuchKey`. */
export function errorCodeIn(parsedXml: Record<string, unknown>): string | undefined {
  const { Code } = (parsedXml['Error'] ?? {}) as { Code?: unknown };
  return typeof Code === 'string' && /^\w{1,60}$/.test(Code) ? Code : undefined;
}

export class S3Client {
  readonly #settings: S3Settings;
  readonly #timeouts: typeof defaultTimeouts;
  readonly #baseUrl: string;
  readonly #agent: Agent;
  /** A question that costs the store little. */
  readonly #pingQuery: Record<string, string>;
  /** Signing keys of the day. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  /** When an answer last began. */
  #lastResponseAt = 0;
  /** When the next request is let through to a store that says nothing; undefined while it speaks. */
  #nextTryAt: number | undefined;

  constructor(settings: S3Settings, { lookup, ...bounds }: S3ClientOptions = {}) {
    this.#settings = settings;
    this.#timeouts = { ...defaultTimeouts, ...bounds };
    this.#pingQuery = { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix };
    this.#agent = new Agent({
      connect: { timeout: this.#timeouts.connect, ...(lookup ? { lookup } : {}) },
      // Requests have a patience of their own.
      headersTimeout: 0,
      bodyTimeout: this.#timeouts.silence,
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
    const { region, accessKeyId: keyId, secretAccessKey: secret } = this.#settings;
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
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region,
      cache: this.#signingKeys,
    });
    const signed = await signer.sign();
    const timeout = new AbortController();
    const giveUp = () => timeout.abort(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    const { answer: response, slowest } = this.#timeouts;
    const timer = setTimeout(giveUp, response + (body?.length ?? 0) / slowest);
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

  /** Whether the bucket itself is gone: an answer to HEAD does not say of what there is none. */
  async #missingBucketError(): Promise<FileStoreError | undefined> {
    const response = await this.#try('GET', '', { query: this.#pingQuery });
    if (response instanceof FileStoreError) return response.reason === noSuchBucket ? response : undefined;
    await response.body.dump();
    return undefined;
  }

  /** @returns an answer that is borne, or what is wrong */
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
    const isBorne = s3Request.expectedStatuses?.includes(status) ?? false;
    if ((status >= 200 && status < 300) || (isBorne && status !== 404)) return response;
    if (isBorne && method === 'HEAD') return (await this.#missingBucketError()) ?? response;
    // The line may break here, too.
    const said = await readXml(response).catch(() => ({}));
    const reason = errorCodeIn(said);
    if (isBorne && reason !== noSuchBucket) return { ...response, said };
    return new FileStoreError(method, { status, reason: reason ?? 'refused' });
  }

  /** @throws FileStoreError while the store is known to be silent, but for one request now and then */
  #rejectWhileSilent(method: Method): void {
    if (this.#nextTryAt === undefined) return;
    if (Date.now() < this.#nextTryAt) throw new FileStoreError(method, { reason: 'silent' });
    this.#nextTryAt = Date.now() + this.#timeouts.rest;
  }

  /**
   * Sends a request, three times where the store or the line fails in passing. Each may be sent twice: the name of a file is
   * written once, parts and their joining are known by their number.
   * @param key whole, with the prefix; empty for the bucket itself
   * @throws FileStoreError
   */
  async send(method: Method, key: string, s3Request: S3Request = {}): Promise<S3Response> {
    if (s3Request.isPing !== true) this.#rejectWhileSilent(method);
    if (
      (s3Request.body?.length ?? 0) >= largeBodyBytes &&
      Date.now() - this.#lastResponseAt > this.#timeouts.rest
    )
      await (await this.send('GET', '', { query: this.#pingQuery, isPing: true })).body.dump();
    const began = Date.now();
    for (let attempt = 0; ; attempt++) {
      const response = await this.#try(method, key, s3Request);
      if (!(response instanceof FileStoreError)) return response;
      const pause = retryDelaysMs[attempt];
      const mayPass = response.status === undefined || transientStatuses.has(response.status);
      if (
        !mayPass ||
        pause === undefined ||
        Date.now() - began > (s3Request.retryWithinMs ?? this.#timeouts.trying)
      ) {
        // One that has answered others meanwhile was only slow.
        if (timeoutCodes.has(response.reason) && this.#lastResponseAt < began)
          this.#nextTryAt = Date.now() + this.#timeouts.rest;
        throw response;
      }
      await wait(pause);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
