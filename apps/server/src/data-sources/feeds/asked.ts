/** Asking a feed's server: what it may cost, when it wants to be left alone, and what it says instead of an answer. */
import { type GuardedAnswer, type GuardedFetch, GuardedFetchError } from '../../kernel/guarded-fetch.ts';

/**
 * `login`: the keys are not right. `unreachable`, `timeout`, `address`, `size`, `redirect`: as with every request.
 * `refused`: it does not want to be asked that. `unreadable`: what it says is no feed.
 */
export type FeedFaultCode = 'login' | 'refused' | 'unreadable' | GuardedFetchError['code'];

/** A feed could not be asked. Its message has no address in it. */
export class FeedFault extends Error {
  readonly code: FeedFaultCode;

  constructor(code: FeedFaultCode, options?: ErrorOptions) {
    super(`feed: ${code}`, options);
    this.code = code;
  }
}

/** Seconds since 1970. */
export const seconds = (): number => Math.floor(Date.now() / 1000);

/** Seconds to wait after a server that says to wait does not say how long, and the longest that one is obeyed. */
const usualWait = 900;
const longestWait = 86_400;

const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Until when a server wants to be left alone, in seconds since 1970; undefined when it does not. */
export function quietUntil({
  status,
  headers,
}: Pick<GuardedAnswer, 'status' | 'headers'>): number | undefined {
  if (status !== 429 && status !== 503) return undefined;
  const after = single(headers['retry-after']);
  const reset = single(headers['x-rate-limit-reset']) ?? single(headers['x-ratelimit-reset']);
  const now = seconds();
  const said = (text: string | undefined, isDuration: boolean) => {
    if (text === undefined) return undefined;
    if (/^\d+$/.test(text)) return isDuration ? now + Number(text) : Number(text);
    const date = Date.parse(text);
    return Number.isNaN(date) ? undefined : Math.ceil(date / 1000);
  };
  const until = said(after, true) ?? said(reset, false) ?? now + usualWait;
  return Math.min(Math.max(until, now + 1), now + longestWait);
}

interface Asked {
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Bytes of an answer. */
const most = 5 * 1024 * 1024;

/** @throws FeedFault when no answer came */
export async function askFeed(
  fetcher: GuardedFetch,
  address: string,
  { headers = {}, signal }: Asked,
): Promise<GuardedAnswer> {
  const polite = { 'user-agent': 'Waypost', ...headers };
  try {
    return await fetcher.fetch(address, { headers: polite, signal, most, redirects: 5, timeout: 20_000 });
  } catch (error) {
    if (error instanceof GuardedFetchError) throw new FeedFault(error.code);
    throw error;
  }
}

/** What an interface answered. @throws FeedFault when that is no answer */
export function jsonOf({ status, body }: GuardedAnswer): unknown {
  if (status === 401 || status === 403) throw new FeedFault('login');
  if (status >= 500) throw new FeedFault('unreachable');
  if (status !== 200) throw new FeedFault('refused');
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new FeedFault('unreadable');
  }
}

/** Words as they are typed: separated by commas or lines, each once. */
export const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n،、，]/)
      .map((it) => it.trim())
      .filter((it) => it !== ''),
  ),
];
