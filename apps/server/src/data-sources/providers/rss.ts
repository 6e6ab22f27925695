/** Feeds in RSS, Atom or JSON format. Each entry is imported once, even if its text is changed later. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { backoffUntil, FeedError, fetchFeed, nowInSeconds, parseList } from '../feeds/fetch-feed.ts';
import { type FeedEntry, parseFeedEntries } from '../feeds/parse-feed.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

/** Minimum time between two polls of a feed, unless its server requests a longer one. */
const pollIntervalSeconds = 300;

const FeedState = z.object({
  /** Validators of the last response, for conditional requests. */
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** Digests of the ids of entries in the last response. */
  seen: z.array(z.string()),
  /** Time of the next poll, in seconds since 1970. */
  due: z.number(),
});
const RssState = z.object({ feeds: z.record(z.string(), FeedState) });
type FeedState = z.infer<typeof FeedState>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const firstValue = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** A globally unique id: the entry's if it is a URI, else combined with the feed's URL, since some feeds number their entries. */
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

/** @returns new entries and the next state; without entries if nothing changed or the server asks to wait @throws FeedError */
async function fetchNewEntries(
  feed: string,
  previousState: FeedState | undefined,
  {
    terms,
    ...tools
  }: Parameters<typeof fetchFeed>[2] & { fetcher: Parameters<typeof fetchFeed>[0]; terms: string[] },
): Promise<{ messages: IncomingMessage[]; state: FeedState }> {
  const { etag, modified, seen: seenDigests = [] } = previousState ?? {};
  const headers = {
    accept:
      'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    ...(etag && { 'if-none-match': etag }),
    ...(modified && { 'if-modified-since': modified }),
  };
  const response = await fetchFeed(tools.fetcher, feed, { headers, signal: tools.signal });
  const due = backoffUntil(response) ?? nowInSeconds() + pollIntervalSeconds;
  if (response.status === 304 || response.status === 429 || response.status === 503)
    return { messages: [], state: { seen: seenDigests, ...previousState, due } };
  if (response.status === 401 || response.status === 403) throw new FeedError('login');
  if (response.status !== 200) throw new FeedError(response.status >= 500 ? 'unreachable' : 'refused');
  const entries = parseFeedEntries(response.body, firstValue(response.headers['content-type']));
  const before = new Set(seenDigests);
  const matchesTerms = (entry: FeedEntry) => {
    const entryText = `${entry.title}\n${entry.text}`.toLowerCase();
    return terms.length === 0 || terms.some((term) => entryText.includes(term));
  };
  const newEntries = entries.filter((entry) => !before.has(digest(entry.id)) && matchesTerms(entry));
  const [nextEtag, nextModified] = [
    firstValue(response.headers['etag']),
    firstValue(response.headers['last-modified']),
  ];
  return {
    // Oldest first.
    messages: newEntries.reverse().map((entry) => toMessage(entry, feed)),
    state: {
      ...(nextEtag && { etag: nextEtag }),
      ...(nextModified && { modified: nextModified }),
      seen: [...new Set(entries.map((entry) => digest(entry.id)))],
      due,
    },
  };
}

/** The provider of feeds. */
export const rss: Provider<'rss'> = {
  id: 'rss',
  async poll({ feed_urls, search_terms }, before, { fetcher, signal, warn }) {
    const { feeds } = RssState.safeParse(before).data ?? { feeds: {} };
    const terms = parseList(search_terms).map((term) => term.toLowerCase());
    const messages: IncomingMessage[] = [];
    const nextStates: Record<string, FeedState> = {};
    const errors: FeedError[] = [];
    const feedUrls = parseList(feed_urls);
    for (const feed of feedUrls) {
      const previousState = feeds[feed];
      if (previousState) nextStates[feed] = previousState;
      if (previousState && nowInSeconds() < previousState.due) continue;
      try {
        const result = await fetchNewEntries(feed, previousState, { fetcher, signal, terms });
        messages.push(...result.messages);
        nextStates[feed] = result.state;
      } catch (error) {
        if (!(error instanceof FeedError)) throw error;
        errors.push(error);
        nextStates[feed] = { seen: [], ...previousState, due: nowInSeconds() + pollIntervalSeconds };
      }
    }
    const [firstError] = errors;
    if (firstError && errors.length === feedUrls.length) throw firstError;
    if (firstError) warn(`A feed could not be read: ${firstError.code}`);
    return { messages, state: { feeds: nextStates } };
  },
};
