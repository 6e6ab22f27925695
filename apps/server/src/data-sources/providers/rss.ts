/** Feeds in RSS, Atom or JSON, at any address: each entry once, however often its text is changed. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { backoffUntil, FeedError, fetchFeed, nowInSeconds, parseList } from '../feeds/fetch-feed.ts';
import { type FeedEntry, parseFeedEntries } from '../feeds/parse-feed.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

/** Seconds between two looks at a feed, unless its server wants more. */
const pollIntervalSeconds = 300;

const FeedState = z.object({
  /** What its server called its last answer. */
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** Entries that were in it. */
  seen: z.array(z.string()),
  /** Seconds since 1970. */
  due: z.number(),
});
const RssState = z.object({ feeds: z.record(z.string(), FeedState) });
type FeedState = z.infer<typeof FeedState>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const firstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Some feeds number their entries; only addresses and the like are theirs alone. */
const entryIdOf = (id: string, feed: string) => (/^[a-z][a-z0-9+.-]*:/i.test(id) ? id : `${feed}#${id}`);

function toMessage({ id, title, text, link, date, location }: FeedEntry, feed: string): IncomingMessage {
  return {
    type: 'twitter',
    from: new URL(feed).host,
    title: title || null,
    message: [text, link].filter(Boolean).join('\n\n') || title,
    id: entryIdOf(id, feed),
    ...(date && { datetime: date }),
    ...(location && { location }),
  };
}

/** @returns what is new and where to go on; a feed whose server is silent or wants to be left alone stays as it was */
async function fetchNewEntries(
  feed: string,
  previousState: FeedState | undefined,
  {
    terms,
    ...tools
  }: Parameters<typeof fetchFeed>[2] & { fetcher: Parameters<typeof fetchFeed>[0]; terms: string[] },
): Promise<{ messages: IncomingMessage[]; state: FeedState }> {
  const { etag, modified, seen = [] } = previousState ?? {};
  const headers = {
    accept:
      'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    ...(etag && { 'if-none-match': etag }),
    ...(modified && { 'if-modified-since': modified }),
  };
  const answer = await fetchFeed(tools.fetcher, feed, { headers, signal: tools.signal });
  const due = backoffUntil(answer) ?? nowInSeconds() + pollIntervalSeconds;
  if (answer.status === 304 || answer.status === 429 || answer.status === 503)
    return { messages: [], state: { seen, ...previousState, due } };
  if (answer.status === 401 || answer.status === 403) throw new FeedError('login');
  if (answer.status !== 200) throw new FeedError(answer.status >= 500 ? 'unreachable' : 'refused');
  const entries = parseFeedEntries(answer.body, firstValue(answer.headers['content-type']));
  const before = new Set(seen);
  const matchesTerms = (entry: FeedEntry) => {
    const entryText = `${entry.title}\n${entry.text}`.toLowerCase();
    return terms.length === 0 || terms.some((term) => entryText.includes(term));
  };
  const news = entries.filter((entry) => !before.has(digest(entry.id)) && matchesTerms(entry));
  const [nextEtag, nextModified] = [
    firstValue(answer.headers['etag']),
    firstValue(answer.headers['last-modified']),
  ];
  return {
    // The oldest first.
    messages: news.reverse().map((it) => toMessage(it, feed)),
    state: {
      ...(nextEtag && { etag: nextEtag }),
      ...(nextModified && { modified: nextModified }),
      seen: [...new Set(entries.map((it) => digest(it.id)))],
      due,
    },
  };
}

export const rss: Provider<'rss'> = {
  id: 'rss',
  async poll({ feed_urls, search_terms }, before, { fetcher, signal, warn }) {
    const { feeds } = RssState.safeParse(before).data ?? { feeds: {} };
    const terms = parseList(search_terms).map((it) => it.toLowerCase());
    const messages: IncomingMessage[] = [];
    const next: Record<string, FeedState> = {};
    const faults: FeedError[] = [];
    const feedUrls = parseList(feed_urls);
    for (const feed of feedUrls) {
      const previousState = feeds[feed];
      if (previousState) next[feed] = previousState;
      if (previousState && nowInSeconds() < previousState.due) continue;
      try {
        const result = await fetchNewEntries(feed, previousState, { fetcher, signal, terms });
        messages.push(...result.messages);
        next[feed] = result.state;
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        faults.push(error);
        next[feed] = { seen: [], ...previousState, due: nowInSeconds() + pollIntervalSeconds };
      }
    }
    const [first] = faults;
    if (first && faults.length === feedUrls.length) throw first;
    if (first) warn(`A feed could not be read: ${first.code}`);
    return { messages, state: { feeds: next } };
  },
};
