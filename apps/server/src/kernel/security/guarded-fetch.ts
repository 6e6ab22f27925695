/**
 * Requests to addresses that somebody could choose: webhooks, the exchange, feeds. They reach the public internet and nothing
 * else, unless the operator allows more: not this machine, not the network behind it, not the addresses by which clouds hand
 * out keys. What is checked is the address that is connected to, after the name was looked up, for each redirect anew; a name
 * that answers differently the second time gains nothing.
 */
import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, errors, request } from 'undici';

/**
 * `address`: it is no address that may be asked. `unreachable`: nothing answers there. `timeout`: it took too long. `size`:
 * it says too much. `redirect`: it leads on and on, or where it may not.
 */
export type GuardedFetchErrorCode = 'address' | 'unreachable' | 'timeout' | 'size' | 'redirect';

/** A request that could not be made or read. Its message has no part of the address, so that it may be logged and shown. */
export class GuardedFetchError extends Error {
  readonly code: GuardedFetchErrorCode;

  constructor(code: GuardedFetchErrorCode, options?: ErrorOptions) {
    super(`guarded fetch: ${code}`, options);
    this.code = code;
  }
}

export interface GuardedRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** A stream is made anew for each attempt, and never sent on to where a redirect leads. */
  body?: string | Uint8Array | (() => Readable);
  /** Milliseconds for all of it, redirects included; 10 000 unless said otherwise. */
  timeoutMs?: number;
  /** Bytes of the answer; a megabyte unless said otherwise. */
  maxBytes?: number;
  /** How often it may lead elsewhere; never unless said otherwise. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** Where the answer came from in the end. */
  url: string;
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Networks as an operator writes them: `10.0.0.0/8`, `192.168.1.20`, `fd00::/8`; undefined when it is none.
 */
export function parseNetwork(text: string): Network | undefined {
  try {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.process(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    return undefined;
  }
}

/** What a server sends along when it asks for somebody, and must not hand to another. */
const credentialHeaders = new Set(['authorization', 'cookie', 'x-ckan-api-key', 'proxy-authorization']);

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

class AddressRefusedError extends Error {}

export class GuardedFetch {
  readonly #allowedNetworks: readonly Network[];
  readonly #agent: Agent;

  /** @param allow networks that may be asked beside the public internet, as in `parseNetwork` */
  constructor(allow: readonly string[] = []) {
    this.#allowedNetworks = allow.flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [network] : [];
    });
    this.#agent = new Agent({
      connect: { lookup: this.#lookup, timeout: 5000 },
      connections: 16,
      keepAliveTimeout: 1000,
    });
  }

  /** Ends the connections that are kept open. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  /** Public, or allowed. An IPv4 address inside an IPv6 one is taken for what it is. */
  isAllowedAddress(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    const isAllowed = this.#allowedNetworks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
    return isAllowed || address.range() === 'unicast';
  }

  /** Looks a name up and hands over only what may be connected to; one bad address among good ones spoils them all. */
  #lookup: LookupFunction = (name, options, done) => {
    lookUpName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0);
      if (found.length === 0 || !found.every(({ address }) => this.isAllowedAddress(address)))
        return done(new AddressRefusedError(), '', 0);
      if (options.all) return done(null, found);
      const [first] = found;
      return done(null, first?.address ?? '', first?.family ?? 0);
    });
  };

  /**
   * The number that a raw connection to a machine is to be made to: that one, not the name, which may answer otherwise later.
   * @param host a name or a number
   * @throws GuardedFetchError `address` for a closed network, `unreachable` for a name that nobody knows
   */
  async resolveHost(host: string): Promise<string> {
    const bare = host.trim().replace(/^\[|\]$/g, '');
    if (bare === '') throw new GuardedFetchError('address');
    return new Promise((resolve, reject) => {
      this.#lookup(bare, { all: false }, (error, address) => {
        if (error)
          reject(
            isAddressRefused(error) ? new GuardedFetchError('address') : new GuardedFetchError('unreachable'),
          );
        else resolve(address as string);
      });
    });
  }

  /** @throws GuardedFetchError `address` for what is no plain web address, or one that names a closed network outright */
  #checkUrl(text: string): URL {
    if (!URL.canParse(text)) throw new GuardedFetchError('address');
    const url = new URL(text);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    if (!isWeb || url.username !== '' || url.password !== '') throw new GuardedFetchError('address');
    // Numbers never reach the lookup. `http://2130706433` and `http://0x7f.1` are plain numbers by now.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host) && !this.isAllowedAddress(host)) throw new GuardedFetchError('address');
    return url;
  }

  /**
   * Asks.
   * @throws GuardedFetchError; an answer of any status is none
   */
  async fetch(address: string, options: GuardedRequest = {}): Promise<GuardedResponse> {
    const { timeoutMs: timeout = 10_000, maxRedirects: redirects = 0, signal } = options;
    const timer = AbortSignal.timeout(timeout);
    const ends = signal ? AbortSignal.any([timer, signal]) : timer;
    try {
      return await this.#follow(this.#checkUrl(address), options, redirects, ends);
    } catch (error) {
      signal?.throwIfAborted();
      throw timer.aborted ? new GuardedFetchError('timeout', { cause: error }) : toGuardedFetchError(error);
    }
  }

  async #follow(
    url: URL,
    options: GuardedRequest,
    redirectsLeft: number,
    signal: AbortSignal,
  ): Promise<GuardedResponse> {
    const { method = 'GET', headers = {}, body, timeoutMs: timeout = 10_000, maxBytes = 1_048_576 } = options;
    const response = await request(url, {
      dispatcher: this.#agent,
      method,
      headers,
      body: typeof body === 'function' ? body() : (body ?? null),
      headersTimeout: timeout,
      bodyTimeout: timeout,
      signal,
    });
    const { statusCode: status, headers: responseHeaders } = response;
    const to = responseHeaders['location'];
    if (redirectsLeft === 0 || !isRedirect(status) || typeof to !== 'string')
      return {
        status,
        headers: responseHeaders,
        body: await readUpTo(response.body, maxBytes),
        url: url.href,
      };
    await response.body.dump();
    return this.#follow(...this.#nextRequest(url, to, status, options), redirectsLeft - 1, signal);
  }

  /** Where a redirect leads, and what is asked there. What was meant for one server is not told another. */
  #nextRequest(from: URL, to: string, status: number, options: GuardedRequest): [URL, GuardedRequest] {
    if (!URL.canParse(to, from.href)) throw new GuardedFetchError('redirect');
    const url = this.#checkUrl(new URL(to, from.href).href);
    if (from.protocol === 'https:' && url.protocol !== 'https:') throw new GuardedFetchError('redirect');
    const isOther = url.origin !== from.origin;
    const kept = Object.entries(options.headers ?? {}).filter(
      ([name]) => !isOther || !credentialHeaders.has(name.toLowerCase()),
    );
    const staysSame = status === 307 || status === 308;
    if (!staysSame) {
      const { body: _, ...rest } = options;
      const headers = kept.filter(([name]) => !/^content-/i.test(name));
      return [url, { ...rest, method: 'GET', headers: Object.fromEntries(headers) }];
    }
    if (options.body !== undefined && isOther) throw new GuardedFetchError('redirect');
    return [url, { ...options, headers: Object.fromEntries(kept) }];
  }
}

async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    const bytes = piece as Buffer;
    size += bytes.length;
    // What is left of it is not waited for: leaving the loop ends the connection.
    if (size > maxBytes) throw new GuardedFetchError('size');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces);
}

/** Errors come wrapped: of several addresses, of a connection, of a lookup. */
function isAddressRefused(error: unknown): boolean {
  if (error instanceof AddressRefusedError) return true;
  if (error instanceof AggregateError) return error.errors.some(isAddressRefused);
  return error instanceof Error && error.cause !== undefined && isAddressRefused(error.cause);
}

function toGuardedFetchError(error: unknown): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error;
  if (isAddressRefused(error)) return new GuardedFetchError('address');
  const isSlow =
    error instanceof errors.ConnectTimeoutError ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError;
  return new GuardedFetchError(isSlow ? 'timeout' : 'unreachable', { cause: error });
}
