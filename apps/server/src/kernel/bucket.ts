/**
 * Requests to a bucket of an S3-compatible store: signed, bounded in time, tried again where that may help. The address is the
 * operator's, who chooses it as they choose the database's: it needs no guarded fetch, and is often one of a private network.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { Agent, type Dispatcher, request } from 'undici';
import { StoreFault } from './store-fault.ts';
import type { BucketSettings } from './store-settings.ts';

type Method = 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
export type BucketAnswer = Dispatcher.ResponseData;

interface Asked {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses beside 2xx that are answers and no faults; the caller reads or dumps their bodies. */
  bears?: readonly number[];
  /** Milliseconds after which nothing is tried any more; as usual unless said. */
  within?: number;
}

/** Milliseconds. */
const bounds = {
  connect: 5000,
  /** Until an answer begins, beside what its body takes to be sent. */
  answer: 20_000,
  /** Between two pieces of an answer. */
  silence: 30_000,
  /** No further try begins after so long. */
  trying: 10_000,
};
/** Bytes in a millisecond that are sent at the slowest. */
const slowest = 50;
/** Milliseconds before the second try and the third. */
const pauses = [150, 600];
const passing = new Set([408, 429, 500, 502, 503, 504]);
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

/** What an answer in XML says; an empty object for one that is none. */
export async function readXml(answer: BucketAnswer): Promise<Record<string, unknown>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of answer.body) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > mostText) break;
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
  readonly #root: string;
  readonly #agent = new Agent({
    connect: { timeout: bounds.connect },
    bodyTimeout: bounds.silence,
    connections: 64,
  });
  /** Signing keys of the day. */
  readonly #cache = new Map<string, ArrayBuffer>();

  constructor(settings: BucketSettings) {
    this.#settings = settings;
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
    return request(signed.url, {
      method,
      headers: Object.fromEntries(signed.headers),
      body: body ?? null,
      dispatcher: this.#agent,
      headersTimeout: bounds.answer + (body?.length ?? 0) / slowest,
    });
  }

  /** @returns an answer that is borne, or what is wrong */
  async #try(method: Method, key: string, asked: Asked): Promise<BucketAnswer | StoreFault> {
    let answer: BucketAnswer;
    try {
      answer = await this.#once(method, key, asked);
    } catch (error) {
      return new StoreFault(method, { reason: codeOf(error) }, error);
    }
    const { statusCode: status } = answer;
    if ((status >= 200 && status < 300) || asked.bears?.includes(status)) return answer;
    // The line may break here, too.
    const said = await readXml(answer).catch(() => ({}));
    return new StoreFault(method, { status, reason: faultIn(said) ?? 'refused' });
  }

  /**
   * Sends a request, three times where the store or the line fails in passing.
   * @param key whole, with the prefix; empty for the bucket itself
   * @throws StoreFault
   */
  async ask(method: Method, key: string, asked: Asked = {}): Promise<BucketAnswer> {
    const began = Date.now();
    for (let turn = 0; ; turn++) {
      const answer = await this.#try(method, key, asked);
      if (!(answer instanceof StoreFault)) return answer;
      const pause = pauses[turn];
      const mayPass = answer.status === undefined || passing.has(answer.status);
      if (!mayPass || pause === undefined || Date.now() - began > (asked.within ?? bounds.trying))
        throw answer;
      await wait(pause);
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}
