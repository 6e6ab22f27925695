/** Asking a feed's server: what it may cost, when it wants to be left alone, and what it says instead of an answer. */
import {
  type GuardedFetch,
  GuardedFetchError,
  type GuardedResponse,
} from '../../kernel/security/guarded-fetch.ts';

/**
 * `login`: the keys are not right. `unreachable`, `timeout`, `address`, `size`, `redirect`: as with every request.
 * `refused`: it does not want to be asked that. `unreadable`: what it says is no feed.
 */
export type FeedErrorCode = 'login' | 'refused' | 'unreadable' | GuardedFetchError['code'];

/** A feed could not be asked. Its message has no address in it. */
export class FeedError extends Error {
  readonly code: FeedErrorCode;

  constructor(code: FeedErrorCode, options?: ErrorOptions) {
    super(`feed: ${code}`, options);
    this.code = code;
  }
}

/** Seconds since 1970. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Seconds to wait after a server that says to wait does not say how long, and the longest that one is obeyed. */
const defaultBackoffSeconds = 900;
const maxBackoffSeconds = 86_400;

const firstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Until when a server wants to be left alone, in seconds since 1970; undefined when it does not. */
export function backoffUntil({
  status,
  headers,
}: Pick<GuardedResponse, 'status' | 'headers'>): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const after = firstValue(headers['retry-after']);
  const reset = firstValue(headers['x-rate-limit-reset']) ?? firstValue(headers['x-ratelimit-reset']);
  const now = nowInSeconds();
  const parseTime = (text: string | undefined, isDuration: boolean) => {
    if (text === undefined) return undefined;
    if (/^\d+$/.test(text)) return isDuration ? now + Number(text) : Number(text);
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.ceil(date / 1000);
  };
  const until = parseTime(after, true) ?? parseTime(reset, false) ?? now + defaultBackoffSeconds;
  return Math.min(Math.max(until, now + 1), now + maxBackoffSeconds);
}

interface FetchFeedOptions {
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Bytes of an answer. */
const maxBytes = 5 * 1024 * 1024;

/** @throws FeedError when no answer came */
export async function fetchFeed(
  fetcher: GuardedFetch,
  url: string,
  { headers = {}, signal }: FetchFeedOptions,
): Promise<GuardedResponse> {
  const allHeaders = { 'user-agent': 'Waypost', ...headers };
  try {
    return await fetcher.fetch(url, {
      headers: allHeaders,
      signal,
      maxBytes,
      maxRedirects: 5,
      timeoutMs: 20_000,
    });
  } catch (error) {
    if (error instanceof GuardedFetchError) throw new FeedError(error.code);
    throw error;
  }
}

/** What an interface answered. @throws FeedError when that is no answer */
export function parseJsonResponse({ status, body }: GuardedResponse): unknown {
  if (status === 401 || status === 403) throw new FeedError('login');
  if (status >= 500) throw new FeedError('unreachable');
  if (status !== 200) throw new FeedError('refused');
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new FeedError('unreadable');
  }
}

/** Words as they are typed: separated by commas or lines, each once. */
export const parseList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n،、，]/)
      .map((it) => it.trim())
      .filter((it) => it !== ''),
  ),
];
