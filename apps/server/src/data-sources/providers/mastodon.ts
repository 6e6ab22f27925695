/** Mastodon, and servers that speak as it does: posts under #tags, and with an access token those that a search finds. */
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

/** Posts that a server gives at once. */
const pageSize = 40;

const MastodonState = z.object({
  /** The newest post of each term. */
  last: z.record(z.string(), z.string()),
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
  z.object({ statuses: z.array(Status) }).transform((it) => it.statuses),
]);

/** Numbers grow longer; other servers' words are all as long. */
const isNewer = (a: string, b: string) => (a.length === b.length ? a > b : a.length > b.length);

function buildTimelineUrl(base: string, term: string, last: string | undefined): URL {
  const isTag = /^#[\p{L}\p{N}_]+$/u.test(term);
  const address = new URL(
    isTag ? `/api/v1/timelines/tag/${encodeURIComponent(term.slice(1))}` : '/api/v2/search',
    base,
  );
  const queryParams = {
    limit: String(pageSize),
    ...(isTag ? {} : { q: term, type: 'statuses' }),
    ...(last && { min_id: last }),
  };
  for (const [name, value] of Object.entries(queryParams)) address.searchParams.set(name, value);
  return address;
}

/** Only what everybody may read: a search also finds what was written to the owner of the token alone. */
const isPublicStatus = ({ visibility = 'public', reblog }: Status) =>
  (visibility === 'public' || visibility === 'unlisted') && !reblog;

function toMessage(
  { uri, url, created_at, content, spoiler_text, account }: Status,
  host: string,
): IncomingMessage {
  const text = htmlToText(content, { isAnswer: false, isForwarded: true }).trim();
  const created = new Date(created_at);
  return {
    type: 'twitter',
    from: account.acct.includes('@') ? account.acct : `${account.acct}@${host}`,
    title: spoiler_text?.trim() ? spoiler_text : null,
    message: [text, url ?? uri].filter((it) => it !== '').join('\n\n'),
    id: uri,
    ...(Number.isNaN(created.getTime()) ? {} : { datetime: created }),
  };
}

export const mastodon: Provider<'mastodon'> = {
  id: 'mastodon',
  async poll({ url: base, search_terms, access_token }, before, { fetcher, signal, warn }) {
    const state = MastodonState.safeParse(before).data ?? { last: {}, quiet: 0 };
    if (nowInSeconds() < state.quiet) return { messages: [], state };
    const { host } = new URL(base);
    const headers: Record<string, string> = access_token ? { authorization: `Bearer ${access_token}` } : {};
    const terms = parseList(search_terms);
    const last: Record<string, string> = {};
    const found = new Map<string, Status>();
    let more = false;
    let backoffEnd = 0;
    let refused: FeedError | undefined;
    for (const term of terms) {
      const lastSeenId = state.last[term];
      if (lastSeenId !== undefined) last[term] = lastSeenId;
      if (backoffEnd > 0) continue;
      const answer = await fetchFeed(fetcher, buildTimelineUrl(base, term, lastSeenId).href, {
        headers,
        signal,
      });
      backoffEnd = backoffUntil(answer) ?? 0;
      if (backoffEnd > 0) {
        warn('A Mastodon server wants to be left alone for a while');
        continue;
      }
      try {
        const statuses = SearchResponse.parse(parseJsonResponse(answer));
        for (const status of statuses) {
          if (isPublicStatus(status)) found.set(status.uri, status);
          if (last[term] === undefined || isNewer(status.id, last[term])) last[term] = status.id;
        }
        more ||= lastSeenId !== undefined && statuses.length >= pageSize;
      } catch (error) {
        // One term that is not answered, such as words without a token, leaves the others alone.
        refused = error instanceof FeedError ? error : new FeedError('unreadable');
      }
    }
    if (refused && found.size === 0) throw refused;
    const messages = [...found.values()]
      .sort((a, b) => (isNewer(a.id, b.id) ? 1 : -1))
      .map((it) => toMessage(it, host));
    return { messages, state: { last, quiet: backoffEnd }, hasMore: more && backoffEnd === 0 };
  },
};
