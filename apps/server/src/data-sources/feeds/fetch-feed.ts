/** HTTP requests to feeds: size and time limits, backoff, and error codes. */
import {
  type GuardedFetch,
  GuardedFetchError,
  type GuardedResponse,
} from '../../kernel/security/guarded-fetch.ts';

/**
 * `login`: wrong keys. `refused`: the server rejected the request. `unreadable`: the response is not a feed. The others are those of
 * `GuardedFetch`.
 */
export type FeedErrorCode = 'login' | 'refused' | 'unreadable' | GuardedFetchError['code'];

/** A feed could not be fetched. The error message contains no URL. */
export class FeedError extends Error {
  readonly code: FeedErrorCode;

  constructor(code: FeedErrorCode, options?: ErrorOptions) {
    super(`feed: ${code}`, options);
    this.code = code;
  }
}

/** The current time in seconds since 1970. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Wait after 429 or 503 without a stated time, and the maximum wait. */
const defaultBackoffSeconds = 900;
const maxBackoffSeconds = 86_400;

const firstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** The time before which a server wants no further requests, in seconds since 1970; undefined if it states none. */
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

/** Maximum size of a response. */
const maxBytes = 5 * 1024 * 1024;

/** Fetches a feed. @throws FeedError if there is no response */
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
    if (error instanceof GuardedFetchError) throw new FeedError(error.code, { cause: error });
    throw error;
  }
}

/** Parses a JSON response. @throws FeedError for error statuses and invalid JSON */
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

/** Splits a list typed by an administrator at commas (of several scripts) and line breaks, without duplicates. */
export const parseList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n،、，]/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  ),
];
