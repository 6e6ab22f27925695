/** Mastodon and servers with a compatible API: posts by #tag, and with an access token posts found by search. */
import { z } from 'zod';
import {
  backoffUntil,
  FeedError,
  fetchFeed,
  nowInSeconds,
  parseJsonResponse,
  parseList,
} from '../feeds/fetch-feed.ts';
import { htmlToText } from '../mail/html-to-text.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

/** Posts per request. */
const pageSize = 40;

const MastodonState = z.object({
  /** Id of the newest post by search term. */
  last: z.record(z.string(), z.string()),
  /** No requests before this time, in seconds since 1970. */
  quiet: z.number(),
});

const Status = z.object({
  id: z.string().min(1),
  uri: z.string().min(1),
  url: z.string().nullish(),
  created_at: z.string(),
  content: z.string(),
  spoiler_text: z.string().nullish(),
  visibility: z.string().optional(),
  reblog: z.unknown(),
  account: z.object({ acct: z.string().min(1) }),
});
type Status = z.infer<typeof Status>;
const SearchResponse = z.union([
  z.array(Status),
  z.object({ statuses: z.array(Status) }).transform((response) => response.statuses),
]);

/** Compares ids: numeric ids grow in length; ids of other servers have a fixed length. */
const isNewer = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

function buildTimelineUrl(base: string, term: string, last: string | undefined): URL {
  const isTag = /^#[\p{L}\p{N}_]+$/u.test(term);
  const url = new URL(
    isTag ? `/api/v1/timelines/tag/${encodeURIComponent(term.slice(1))}` : '/api/v2/search',
    base,
  );
  const queryParams = {
    limit: String(pageSize),
    ...(isTag ? {} : { q: term, type: 'statuses' }),
    ...(last && { min_id: last }),
  };
  for (const [name, value] of Object.entries(queryParams)) url.searchParams.set(name, value);
  return url;
}

/** Only public posts, no boosts: a search also finds private messages to the token's owner. */
const isPublicStatus = ({ visibility = 'public', reblog }: Status) =>
  (visibility === 'public' || visibility === 'unlisted') && !reblog;

function toMessage(
  { uri, url, created_at, content, spoiler_text, account }: Status,
  host: string,
): IncomingMessage {
  const text = htmlToText(content).trim();
  const created = new Date(created_at);
  return {
    type: 'twitter',
    from: account.acct.includes('@') ? account.acct : `${account.acct}@${host}`,
    title: spoiler_text?.trim() ? spoiler_text : null,
    message: [text, url ?? uri].filter((part) => part !== '').join('\n\n'),
    id: uri,
    ...(Number.isNaN(created.getTime()) ? {} : { datetime: created }),
  };
}

/** The Mastodon provider. */
export const mastodon: Provider<'mastodon'> = {
  id: 'mastodon',
  async poll({ url: base, search_terms, access_token }, before, { fetcher, signal, warn }) {
    const state = MastodonState.safeParse(before).data ?? { last: {}, quiet: 0 };
    if (nowInSeconds() < state.quiet) return { messages: [], state };
    const { host } = new URL(base);
    const headers: Record<string, string> = access_token ? { authorization: `Bearer ${access_token}` } : {};
    const terms = parseList(search_terms);
    const last: Record<string, string> = {};
    const statusesByUri = new Map<string, Status>();
    let hasFullPage = false;
    let backoffEnd = 0;
    let lastError: FeedError | undefined;
    for (const term of terms) {
      const lastSeenId = state.last[term];
      if (lastSeenId !== undefined) last[term] = lastSeenId;
      if (backoffEnd > 0) continue;
      const response = await fetchFeed(fetcher, buildTimelineUrl(base, term, lastSeenId).href, {
        headers,
        signal,
      });
      backoffEnd = backoffUntil(response) ?? 0;
      if (backoffEnd > 0) {
        warn('A Mastodon server asks to wait before the next request');
        continue;
      }
      try {
        const statuses = SearchResponse.parse(parseJsonResponse(response));
        for (const status of statuses) {
          if (isPublicStatus(status)) statusesByUri.set(status.uri, status);
          if (last[term] === undefined || isNewer(status.id, last[term])) last[term] = status.id;
        }
        hasFullPage ||= lastSeenId !== undefined && statuses.length >= pageSize;
      } catch (error) {
        // A failing term, such as a search without a token, does not affect the others.
        lastError = error instanceof FeedError ? error : new FeedError('unreadable');
      }
    }
    if (lastError && statusesByUri.size === 0) throw lastError;
    const messages = [...statusesByUri.values()]
      .sort((a, b) => (isNewer(a.id, b.id) ? 1 : -1))
      .map((status) => toMessage(status, host));
    return { messages, state: { last, quiet: backoffEnd }, hasMore: hasFullPage && backoffEnd === 0 };
  },
};
