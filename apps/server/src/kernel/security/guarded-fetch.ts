/**
 * Requests to URLs that users can choose: webhooks, CKAN servers, feeds (protection against SSRF). They reach only the public
 * internet, unless the operator allows more networks: not this machine, not its private network, not the metadata services of
 * clouds. The check applies to the IP address that is connected to, after the DNS lookup and for each redirect, so that DNS
 * rebinding has no effect.
 */
import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { Agent, type Dispatcher, request } from 'undici';
import {
  AddressRefusedError,
  GuardedFetchError,
  isAddressRefused,
  toGuardedFetchError,
} from './guarded-fetch-error.ts';

export { GuardedFetchError };

/** Options of a request. */
export interface GuardedRequest {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers?: Readonly<Record<string, string>>;
  /** A function creates a new stream for each attempt. A body is never sent to another origin by a redirect. */
  body?: string | Uint8Array | (() => Readable);
  /** For the whole request, redirects included; 10 000 by default. */
  timeoutMs?: number;
  /** Size limit of the response; 1 MiB by default. */
  maxBytes?: number;
  /** Redirects to follow; 0 by default. */
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** A response of any status. */
export interface GuardedResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** The final URL after redirects. */
  url: string;
}

/** A download that has begun; leaving the loop over its body closes the connection. */
export interface GuardedDownload extends Omit<GuardedResponse, 'body'> {
  body: AsyncGenerator<Buffer>;
}

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/**
 * Parses a network: `10.0.0.0/8`, `192.168.1.20`, `fd00::/8`; undefined for anything else.
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

/** The first 96 bits of IPv4-compatible addresses such as `::127.0.0.1`. `::` and `::1` are not among them. */
const ipv4Compatible = ipaddr.IPv6.parseCIDR('::/96');

/** Parses an IP address; IPv4-mapped and IPv4-compatible IPv6 addresses as IPv4. */
function toPlainAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6) || address.range() !== 'unicast' || !address.match(ipv4Compatible))
    return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/**
 * Public addresses at which a cloud answers its own machines: what Azure calls the WireServer, with their settings
 * (https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16). Those of other clouds are link-local
 * (169.254.169.254), shared (100.100.100.200), reserved (192.0.0.192) or unique local addresses (fd00:ec2::254), which are not public.
 */
const cloudServiceAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/** The host of a URL for the DNS: without the brackets of an IPv6 address and the dot of the root. */
const toPlainHost = (host: string) => host.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');

/** Headers with credentials, which must not be sent to another origin. */
const credentialHeaders = new Set(['authorization', 'cookie', 'x-ckan-api-key', 'proxy-authorization']);

/** How long somebody who saves a URL waits for the DNS. */
const addressCheckTimeoutMs = 2000;

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Sends requests to public or allowed addresses. */
export class GuardedFetch {
  readonly #allowedNetworks: readonly Network[];
  readonly #agent: Agent;

  /** @param allowedNetworks networks besides the public internet, as in `parseNetwork` */
  constructor(allowedNetworks: readonly string[] = []) {
    this.#allowedNetworks = allowedNetworks.flatMap((text) => {
      const network = parseNetwork(text);
      return network ? [network] : [];
    });
    this.#agent = new Agent({
      connect: { lookup: this.#lookup, timeout: 5000 },
      connections: 16,
      keepAliveTimeout: 1000,
    });
  }

  /** Closes the open connections. */
  close(): Promise<void> {
    return this.#agent.close();
  }

  /** Whether an IP address is public or in an allowed network. An IPv6 address that contains an IPv4 address counts as that. */
  isAllowedAddress(text: string): boolean {
    if (!ipaddr.isValid(text)) return false;
    const address = toPlainAddress(text);
    const isAllowed = this.#allowedNetworks.some(
      ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
    );
    return isAllowed || (address.range() === 'unicast' && !cloudServiceAddresses.has(address.toString()));
  }

  /** DNS lookup that fails unless all addresses of the name are allowed. */
  #lookup: LookupFunction = (name, options, done) => {
    lookUpName(toPlainHost(name), { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      if (addresses.length === 0 || !addresses.every(({ address }) => this.isAllowedAddress(address)))
        return done(new AddressRefusedError(), '', 0);
      if (options.all) return done(null, addresses);
      const [first] = addresses;
      return done(null, first?.address ?? '', first?.family ?? 0);
    });
  };

  /**
   * Resolves a host for a raw connection. Connect to the returned address: the name may resolve to another one later.
   * @param host a name or an IP address
   * @throws GuardedFetchError `address` for a network that is not allowed, `unreachable` for an unknown name
   */
  async resolveHost(host: string): Promise<string> {
    const name = toPlainHost(host.trim());
    if (name === '') throw new GuardedFetchError('address');
    return new Promise((resolve, reject) => {
      this.#lookup(name, { all: false }, (error, address) => {
        if (error)
          reject(
            isAddressRefused(error)
              ? new GuardedFetchError('address')
              : new GuardedFetchError('unreachable', { cause: error }),
          );
        else resolve(address as string);
      });
    });
  }

  /**
   * Whether a URL leads to a network that is not allowed, before it is stored. A name that cannot be resolved now is accepted: each
   * request checks the address again.
   */
  isRefusedUrl(url: string): Promise<boolean> {
    return this.#isRefused(() => this.#checkUrl(url).hostname);
  }

  /** The same for the host of a raw connection, such as a mail server. */
  isRefusedHost(host: string): Promise<boolean> {
    return this.#isRefused(() => host);
  }

  async #isRefused(getHost: () => string): Promise<boolean> {
    try {
      const timer = wait(addressCheckTimeoutMs, undefined, { ref: false });
      await Promise.race([this.resolveHost(getHost()), timer]);
      return false;
    } catch (error) {
      return error instanceof GuardedFetchError && error.code === 'address';
    }
  }

  /** @throws GuardedFetchError `address` for a URL that is not plain HTTP(S), or whose host is an IP address that is not allowed */
  #checkUrl(text: string): URL {
    if (!URL.canParse(text)) throw new GuardedFetchError('address');
    const url = new URL(text);
    const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
    if (!isWeb || url.username !== '' || url.password !== '') throw new GuardedFetchError('address');
    // IP addresses skip the DNS lookup. `URL` has normalized forms such as `http://2130706433` and `http://0x7f.1`.
    const host = toPlainHost(url.hostname);
    if (ipaddr.isValid(host) && !this.isAllowedAddress(host)) throw new GuardedFetchError('address');
    return url;
  }

  /**
   * Sends a request.
   * @throws GuardedFetchError; not for an HTTP error status
   */
  async fetch(url: string, options: GuardedRequest = {}): Promise<GuardedResponse> {
    const { timeoutMs = 10_000, maxRedirects = 0, signal } = options;
    const timer = AbortSignal.timeout(timeoutMs);
    const combinedSignal = signal ? AbortSignal.any([timer, signal]) : timer;
    try {
      const { body, ...response } = await this.#open(
        this.#checkUrl(url),
        options,
        maxRedirects,
        combinedSignal,
      );
      return { ...response, body: await readUpTo(body, options.maxBytes ?? 1_048_576) };
    } catch (error) {
      signal?.throwIfAborted();
      throw timer.aborted ? new GuardedFetchError('timeout', { cause: error }) : toGuardedFetchError(error);
    }
  }

  /**
   * Opens a download, which may take any time and be of any size: the caller counts its bytes.
   * @param options `timeoutMs` limits how long the server may send nothing, and in that time of waiting it must send `minBytes`
   * @throws GuardedFetchError; not for an HTTP error status. Reading the body throws the same errors.
   */
  async download(
    url: string,
    options: Pick<GuardedRequest, 'maxRedirects'> & {
      timeoutMs: number;
      minBytes: number;
      signal: AbortSignal;
    },
  ): Promise<GuardedDownload> {
    const { maxRedirects = 0, signal } = options;
    const { body, ...response } = await this.#open(this.#checkUrl(url), options, maxRedirects, signal).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        throw toGuardedFetchError(error);
      },
    );
    return { ...response, body: readChunks(body, options) };
  }

  /** Sends a request and follows redirects. */
  async #open(
    url: URL,
    options: GuardedRequest,
    redirectsLeft: number,
    signal: AbortSignal,
  ): Promise<Omit<GuardedResponse, 'body'> & { body: Dispatcher.ResponseData['body'] }> {
    const { method = 'GET', headers = {}, body, timeoutMs = 10_000 } = options;
    const response = await request(url, {
      dispatcher: this.#agent,
      method,
      headers,
      body: typeof body === 'function' ? body() : (body ?? null),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal,
    });
    const { statusCode: status, headers: responseHeaders } = response;
    const location = responseHeaders['location'];
    if (redirectsLeft === 0 || !isRedirect(status) || typeof location !== 'string')
      return { status, headers: responseHeaders, body: response.body, url: url.href };
    await response.body.dump();
    return this.#open(...this.#nextRequest(url, location, status, options), redirectsLeft - 1, signal);
  }

  /** The request that a redirect leads to. Credentials and bodies are not sent to another origin. */
  #nextRequest(from: URL, location: string, status: number, options: GuardedRequest): [URL, GuardedRequest] {
    if (!URL.canParse(location, from.href)) throw new GuardedFetchError('redirect');
    const url = this.#checkUrl(new URL(location, from.href).href);
    if (from.protocol === 'https:' && url.protocol !== 'https:') throw new GuardedFetchError('redirect');
    const isOtherOrigin = url.origin !== from.origin;
    const allowedHeaders = Object.entries(options.headers ?? {}).filter(
      ([name]) => !isOtherOrigin || !credentialHeaders.has(name.toLowerCase()),
    );
    const keepsMethod = status === 307 || status === 308;
    if (!keepsMethod) {
      const { body: _, ...rest } = options;
      const headers = allowedHeaders.filter(([name]) => !/^content-/i.test(name));
      return [url, { ...rest, method: 'GET', headers: Object.fromEntries(headers) }];
    }
    if (options.body !== undefined && isOtherOrigin) throw new GuardedFetchError('redirect');
    return [url, { ...options, headers: Object.fromEntries(allowedHeaders) }];
  }
}

async function* readChunks(
  body: Dispatcher.ResponseData['body'],
  { signal, timeoutMs, minBytes }: { signal: AbortSignal; timeoutMs: number; minBytes: number },
): AsyncGenerator<Buffer> {
  try {
    // The time in which the reader of the chunks is busy does not count.
    let waitedMs = 0;
    let size = 0;
    let waitsSince = performance.now();
    for await (const chunk of body) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      waitedMs += performance.now() - waitsSince;
      if (waitedMs > timeoutMs) {
        if (size < minBytes) throw new GuardedFetchError('timeout');
        waitedMs = 0;
        size = 0;
      }
      yield bytes;
      waitsSince = performance.now();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toGuardedFetchError(error);
  }
}

async function readUpTo(body: Dispatcher.ResponseData['body'], maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    // Leaving the loop closes the connection, so the rest is not received.
    if (size > maxBytes) throw new GuardedFetchError('size');
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
