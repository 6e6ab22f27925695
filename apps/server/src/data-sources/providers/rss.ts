/** Feeds in RSS, Atom or JSON, at any address: each entry once, however often its text is changed. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { askFeed, FeedFault, listed, quietUntil, seconds } from '../feeds/asked.ts';
import { type FeedEntry, readFeed } from '../feeds/read-feed.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

/** Seconds between two looks at a feed, unless its server wants more. */
const pause = 300;

const Feed = z.object({
  /** What its server called its last answer. */
  etag: z.string().optional(),
  modified: z.string().optional(),
  /** Entries that were in it. */
  seen: z.array(z.string()),
  /** Seconds since 1970. */
  due: z.number(),
});
const State = z.object({ feeds: z.record(z.string(), Feed) });
type Feed = z.infer<typeof Feed>;

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);
const single = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Some feeds number their entries; only addresses and the like are theirs alone. */
const idOf = (id: string, feed: string) => (/^[a-z][a-z0-9+.-]*:/i.test(id) ? id : `${feed}#${id}`);

function messageOf({ id, title, text, link, date, location }: FeedEntry, feed: string): IncomingMessage {
  return {
    type: 'twitter',
    from: new URL(feed).host,
    title: title || null,
    message: [text, link].filter(Boolean).join('\n\n') || title,
    id: idOf(id, feed),
    ...(date && { datetime: date }),
    ...(location && { location }),
  };
}

/** @returns what is new and where to go on; a feed whose server is silent or wants to be left alone stays as it was */
async function look(
  feed: string,
  known: Feed | undefined,
  {
    terms,
    ...tools
  }: Parameters<typeof askFeed>[2] & { fetcher: Parameters<typeof askFeed>[0]; terms: string[] },
): Promise<{ messages: IncomingMessage[]; state: Feed }> {
  const { etag, modified, seen = [] } = known ?? {};
  const headers = {
    accept:
      'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, */*;q=0.5',
    ...(etag && { 'if-none-match': etag }),
    ...(modified && { 'if-modified-since': modified }),
  };
  const answer = await askFeed(tools.fetcher, feed, { headers, signal: tools.signal });
  const due = quietUntil(answer) ?? seconds() + pause;
  if (answer.status === 304 || answer.status === 429 || answer.status === 503)
    return { messages: [], state: { seen, ...known, due } };
  if (answer.status === 401 || answer.status === 403) throw new FeedFault('login');
  if (answer.status !== 200) throw new FeedFault(answer.status >= 500 ? 'unreachable' : 'refused');
  const entries = readFeed(answer.body, single(answer.headers['content-type']));
  const before = new Set(seen);
  const wanted = (entry: FeedEntry) => {
    const said = `${entry.title}\n${entry.text}`.toLowerCase();
    return terms.length === 0 || terms.some((term) => said.includes(term));
  };
  const news = entries.filter((entry) => !before.has(digest(entry.id)) && wanted(entry));
  const [nextEtag, nextModified] = [single(answer.headers['etag']), single(answer.headers['last-modified'])];
  return {
    // The oldest first.
    messages: news.reverse().map((it) => messageOf(it, feed)),
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
    const { feeds } = State.safeParse(before).data ?? { feeds: {} };
    const terms = listed(search_terms).map((it) => it.toLowerCase());
    const messages: IncomingMessage[] = [];
    const next: Record<string, Feed> = {};
    const faults: FeedFault[] = [];
    const asked = listed(feed_urls);
    for (const feed of asked) {
      const known = feeds[feed];
      if (known) next[feed] = known;
      if (known && seconds() < known.due) continue;
      try {
        const looked = await look(feed, known, { fetcher, signal, terms });
        messages.push(...looked.messages);
        next[feed] = looked.state;
      } catch (error) {
        if (!(error instanceof FeedFault)) throw error;
        faults.push(error);
        next[feed] = { seen: [], ...known, due: seconds() + pause };
      }
    }
    const [first] = faults;
    if (first && faults.length === asked.length) throw first;
    if (first) warn(`A feed could not be read: ${first.code}`);
    return { messages, state: { feeds: next } };
  },
};
