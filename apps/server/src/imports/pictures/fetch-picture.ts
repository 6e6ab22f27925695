/** Fetches pictures from web addresses in files. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits } from '@waypost/contract/common/limits';
import type { Upload } from '../../kernel/http/multipart.ts';
import {
  type GuardedFetch,
  GuardedFetchError,
  type GuardedResponse,
} from '../../kernel/security/guarded-fetch.ts';
import type { PictureFault } from './picture-fault.ts';

/** For one picture, redirects included. */
const timeoutMs = 30_000;
const headers = { accept: 'image/*', 'user-agent': 'Waypost' };
/** Tries of an address whose server asks to wait, and how long it may ask for. */
const maxTries = 3;
const maxWaitSeconds = 30;
const usualWaitSeconds = 5;
/**
 * Failures in a row after which a server is not asked again, and milliseconds that failed requests of one server, and of all, may take: a
 * server that does not answer would hold the import for days.
 */
const maxFailuresInRow = 5;
const maxFailedMs = { host: 120_000, all: 1_800_000 };

/** Whether the server, and not the picture, is the reason of a failure. */
const isFailureOfServer = (status: number): boolean => status >= 500 || status === 429;

const asksToWait = ({ status }: GuardedResponse): boolean => status === 429 || status === 503;

function secondsToWait({ headers: { 'retry-after': after } }: GuardedResponse): number {
  const seconds = typeof after === 'string' && /^\d{1,6}$/.test(after) ? Number(after) : usualWaitSeconds;
  return Math.min(seconds, maxWaitSeconds);
}

/** The name of the file that a web address ends with; empty if it has none. */
function fileNameOf(url: URL): string {
  const name = path.posix.basename(url.pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** The fault of a request that got no response. @throws other errors */
function toFault(error: unknown): PictureFault {
  if (!(error instanceof GuardedFetchError)) throw error;
  switch (error.code) {
    case 'size':
      return { rule: 'fileSize', params: { max: limits.mediaBytes } };
    case 'address':
    case 'redirect':
      return { rule: 'pictureAddress' };
    default:
      return { rule: 'pictureUnreachable' };
  }
}

/** What the failed requests to a server, or to all of them, amount to. */
interface Failures {
  inRow: number;
  ms: number;
}

/** Fetches the pictures of one import. */
export class PictureFetcher {
  readonly #fetcher: GuardedFetch;
  readonly #signal: AbortSignal;
  readonly #failuresByHost = new Map<string, Failures>();
  #failedMs = 0;

  /** @param signal aborted when the import is to stop */
  constructor(fetcher: GuardedFetch, signal: AbortSignal) {
    this.#fetcher = fetcher;
    this.#signal = signal;
  }

  /**
   * Fetches a file, which need not be a picture.
   * @throws when the import is to stop
   */
  async fetch(address: string): Promise<Upload | PictureFault> {
    const url = new URL(address);
    if (this.#isGivenUp(url)) return { rule: 'pictureUnreachable' };
    const start = performance.now();
    const response = await this.#request(url);
    const hasFailed =
      'rule' in response ? response.rule === 'pictureUnreachable' : isFailureOfServer(response.status);
    this.#count(url, hasFailed, performance.now() - start);
    if ('rule' in response) return response;
    if (response.status !== 200) return { rule: 'pictureRefused', params: { status: response.status } };
    return { name: fileNameOf(url), bytes: response.body, isTooLarge: false };
  }

  #failuresOf({ hostname }: URL): Failures {
    return this.#failuresByHost.get(hostname) ?? { inRow: 0, ms: 0 };
  }

  #isGivenUp(url: URL): boolean {
    const { inRow, ms } = this.#failuresOf(url);
    return inRow >= maxFailuresInRow || ms > maxFailedMs.host || this.#failedMs > maxFailedMs.all;
  }

  #count(url: URL, hasFailed: boolean, ms: number): void {
    const before = this.#failuresOf(url);
    const failedMs = hasFailed ? ms : 0;
    this.#failedMs += failedMs;
    const inRow = hasFailed ? before.inRow + 1 : 0;
    this.#failuresByHost.set(url.hostname, { inRow, ms: before.ms + failedMs });
  }

  async #request(url: URL): Promise<GuardedResponse | PictureFault> {
    const signal = this.#signal;
    const options = { headers, signal, timeoutMs, maxBytes: limits.mediaBytes, maxRedirects: 5 };
    for (let tries = 1; ; tries++) {
      const response = await this.#fetcher.fetch(url.href, options).catch(toFault);
      if ('rule' in response || tries === maxTries || !asksToWait(response)) return response;
      if (this.#isGivenUp(url)) return response;
      await wait(secondsToWait(response) * 1000, undefined, { signal });
    }
  }
}
