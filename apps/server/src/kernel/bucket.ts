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
import { StoreFault } from './store-fault.ts';
import type { BucketSettings } from './store-settings.ts';

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
/** @property said what its body says, where that has been read */
export type BucketAnswer = Dispatcher.ResponseData & { said?: Record<string, unknown> };

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses beside 2xx that are answers and no faults; the caller reads or dumps their bodies. */
  bears?: readonly number[];
  /** Milliseconds after which nothing is tried any more; as usual unless said. */
  within?: number;
  /** Asks also while the store is known to be silent: for a look. */
  isLook?: boolean;
}

/** Milliseconds. */
const usualBounds = {
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
export type BucketOptions = Partial<typeof usualBounds> & { lookup?: LookupFunction };

/** Bytes from which on it is worth asking beforehand whether the store is there. */
const large = 1_048_576;
/** Milliseconds before the second try and the third. */
const pauses = [150, 600];
const passing = new Set([408, 429, 500, 502, 503, 504]);
/** What stores answer for everything in a bucket that is not there. */
const noBucket = 'NoSuchBucket';
/** Bytes of an answer that is read whole. */
const mostText = 4_194_304;

const parser = new XMLParser({
  ignoreAttributes: true,
  parseTagValue: false,
  isArray: (name) => name === 'Contents' || name === 'Upload',
});

/** As a path of an address wants it, but for the slashes. */
const escaped = (name: string) =>
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
const late = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT']);

/**
 * What an answer in XML says; an empty object for one that is none.
 * @throws StoreFault when it breaks off
 */
export async function readXml(answer: BucketAnswer): Promise<Record<string, unknown>> {
  if (answer.said) return answer.said;
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of answer.body) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length > mostText) break;
    }
  } catch (error) {
    throw new StoreFault('answer', { reason: codeOf(error) }, error);
  }
  try {
    return parser.parse(Buffer.concat(pieces).toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The store's name for its fault, such as `NoSuchKey`. */
export function faultIn(said: Record<string, unknown>): string | undefined {
  const { Code } = (said['Error'] ?? {}) as { Code?: unknown };
  return typeof Code === 'string' && /^\w{1,60}$/.test(Code) ? Code : undefined;
}

export class Bucket {
  readonly #settings: BucketSettings;
  readonly #bounds: typeof usualBounds;
  readonly #root: string;
  readonly #agent: Agent;
  /** A question that costs the store little. */
  readonly #look: Record<string, string>;
  /** Signing keys of the day. */
  readonly #cache = new Map<string, ArrayBuffer>();
  /** When an answer last began. */
  #heard = 0;
  /** When the next request is let through to a store that says nothing; undefined while it speaks. */
  #nextTry: number | undefined;

  constructor(settings: BucketSettings, { lookup, ...bounds }: BucketOptions = {}) {
    this.#settings = settings;
    this.#bounds = { ...usualBounds, ...bounds };
    this.#look = { 'list-type': '2', 'max-keys': '1', prefix: settings.prefix };
    this.#agent = new Agent({
      connect: { timeout: this.#bounds.connect, ...(lookup ? { lookup } : {}) },
      // Requests have a patience of their own.
      headersTimeout: 0,
      bodyTimeout: this.#bounds.silence,
      connections: 64,
    });
    const { endpoint, bucket, style } = settings;
    const url = new URL(endpoint);
    this.#root =
      style === 'path'
        ? `${endpoint}/${bucket}`
        : `${url.protocol}//${bucket}.${url.host}${url.pathname.replace(/\/$/, '')}`;
  }

  async #once(method: Method, key: string, { query, headers = {}, body }: Asked): Promise<BucketAnswer> {
    const { region, keyId, secret } = this.#settings;
    const search = query ? `?${new URLSearchParams(query).toString().replaceAll('+', '%20')}` : '';
    const signer = new AwsV4Signer({
      method,
      url: `${this.#root}/${escaped(key)}${search}`,
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
      cache: this.#cache,
    });
    const signed = await signer.sign();
    const patience = new AbortController();
    const giveUp = () => patience.abort(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' }));
    const { answer, slowest } = this.#bounds;
    const timer = setTimeout(giveUp, answer + (body?.length ?? 0) / slowest);
    try {
      return await request(signed.url, {
        method,
        headers: Object.fromEntries(signed.headers),
        body: body ?? null,
        dispatcher: this.#agent,
        signal: patience.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Whether the bucket itself is gone: an answer to HEAD does not say of what there is none. */
  async #bucketFault(): Promise<StoreFault | undefined> {
    const answer = await this.#try('GET', '', { query: this.#look });
    if (answer instanceof StoreFault) return answer.reason === noBucket ? answer : undefined;
    await answer.body.dump();
    return undefined;
  }

  /** @returns an answer that is borne, or what is wrong */
  async #try(method: Method, key: string, asked: Asked): Promise<BucketAnswer | StoreFault> {
    let answer: BucketAnswer;
    try {
      answer = await this.#once(method, key, asked);
    } catch (error) {
      return new StoreFault(method, { reason: codeOf(error) }, error);
    }
    this.#heard = Date.now();
    this.#nextTry = undefined;
    const { statusCode: status } = answer;
    const isBorne = asked.bears?.includes(status) ?? false;
    if ((status >= 200 && status < 300) || (isBorne && status !== 404)) return answer;
    if (isBorne && method === 'HEAD') return (await this.#bucketFault()) ?? answer;
    // The line may break here, too.
    const said = await readXml(answer).catch(() => ({}));
    const reason = faultIn(said);
    if (isBorne && reason !== noBucket) return { ...answer, said };
    return new StoreFault(method, { status, reason: reason ?? 'refused' });
  }

  /** @throws StoreFault while the store is known to be silent, but for one request now and then */
  #passSilence(method: Method): void {
    if (this.#nextTry === undefined) return;
    if (Date.now() < this.#nextTry) throw new StoreFault(method, { reason: 'silent' });
    this.#nextTry = Date.now() + this.#bounds.rest;
  }

  /**
   * Sends a request, three times where the store or the line fails in passing. Each may be sent twice: the name of a file is
   * written once, parts and their joining are known by their number.
   * @param key whole, with the prefix; empty for the bucket itself
   * @throws StoreFault
   */
  async ask(method: Method, key: string, asked: Asked = {}): Promise<BucketAnswer> {
    if (asked.isLook !== true) this.#passSilence(method);
    if ((asked.body?.length ?? 0) >= large && Date.now() - this.#heard > this.#bounds.rest)
      await (await this.ask('GET', '', { query: this.#look, isLook: true })).body.dump();
    const began = Date.now();
    for (let turn = 0; ; turn++) {
      const answer = await this.#try(method, key, asked);
      if (!(answer instanceof StoreFault)) return answer;
      const pause = pauses[turn];
      const mayPass = answer.status === undefined || passing.has(answer.status);
      if (!mayPass || pause === undefined || Date.now() - began > (asked.within ?? this.#bounds.trying)) {
        // One that has answered others meanwhile was only slow.
        if (late.has(answer.reason) && this.#heard < began) this.#nextTry = Date.now() + this.#bounds.rest;
        throw answer;
      }
      await wait(pause);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
