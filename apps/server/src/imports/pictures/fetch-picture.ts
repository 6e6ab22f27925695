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
const maxWaitSeconds = 60;
const usualWaitSeconds = 5;
/** A server that failed so often in a row is not asked again: each try may take the whole time limit. */
const maxFailuresInRow = 5;

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

/** Fetches the pictures of one import. */
export class PictureFetcher {
  readonly #fetcher: GuardedFetch;
  readonly #signal: AbortSignal;
  /** Failures in a row by host. */
  readonly #failures = new Map<string, number>();

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
    if (this.#failuresOf(url) >= maxFailuresInRow) return { rule: 'pictureUnreachable' };
    const response = await this.#request(url);
    const hasFailed = 'rule' in response ? response.rule === 'pictureUnreachable' : response.status >= 500;
    this.#failures.set(url.host, hasFailed ? this.#failuresOf(url) + 1 : 0);
    if ('rule' in response) return response;
    if (response.status !== 200) return { rule: 'pictureRefused', params: { status: response.status } };
    return { name: fileNameOf(url), bytes: response.body, isTooLarge: false };
  }

  #failuresOf({ host }: URL): number {
    return this.#failures.get(host) ?? 0;
  }

  async #request(url: URL): Promise<GuardedResponse | PictureFault> {
    const signal = this.#signal;
    const options = { headers, signal, timeoutMs, maxBytes: limits.mediaBytes, maxRedirects: 5 };
    for (let tries = 1; ; tries++) {
      const response = await this.#fetcher.fetch(url.href, options).catch(toFault);
      if ('rule' in response || tries === maxTries || !asksToWait(response)) return response;
      await wait(secondsToWait(response) * 1000, undefined, { signal });
    }
  }
}
