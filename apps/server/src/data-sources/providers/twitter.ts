/** X, which was Twitter: what its recent search finds (API v2; API v3 §2.24: 50 results a run, 180 requests in 900 seconds). */
import { z } from 'zod';
import { backoffUntil, fetchFeed, nowInSeconds, parseJsonResponse, parseList } from '../feeds/fetch-feed.ts';
import { oauthHeader } from '../feeds/oauth-header.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

const pageSize = 50;
const requestBudget = { requests: 180, seconds: 900 };
/** Letters of a search, as most accounts may make them. */
const maxQueryLength = 512;
const excludeRetweets = ' -is:retweet';

/** How far one search got: all up to `since` came; `next` is the page to go on with, and `newest` where that began. */
const SearchState = z.object({
  since: z.string().optional(),
  next: z.string().optional(),
  newest: z.string().optional(),
});
const TwitterState = z.object({
  searches: z.record(z.string(), SearchState),
  turn: z.number(),
  /** Requests since `from`, in seconds since 1970. */
  window: z.object({ from: z.number(), used: z.number() }),
  quiet: z.number(),
});
type TwitterState = z.infer<typeof TwitterState>;
const initialState: TwitterState = { searches: {}, turn: 0, window: { from: 0, used: 0 }, quiet: 0 };

const Point = z.object({ coordinates: z.tuple([z.number(), z.number()]) });
const SearchResponse = z.object({
  data: z
    .array(
      z.object({
        id: z.string().regex(/^\d{1,20}$/),
        author_id: z.string().optional(),
        created_at: z.string().optional(),
        referenced_tweets: z.array(z.object({ type: z.string() })).optional(),
        geo: z.object({ coordinates: Point.optional(), place_id: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  includes: z
    .object({
      users: z.array(z.object({ id: z.string(), username: z.string() })).optional(),
      places: z
        .array(
          z.object({ id: z.string(), geo: z.object({ bbox: z.array(z.number()).length(4) }).optional() }),
        )
        .optional(),
    })
    .optional(),
  meta: z.object({ newest_id: z.string().optional(), next_token: z.string().optional() }).optional(),
});
type SearchResponse = z.infer<typeof SearchResponse>;

/** `flood`, `"bridge closed"`; what has operators of its own is left alone. */
const quoteTerm = (term: string) => (/\s/.test(term) && !/["()]|:\S/.test(term) ? `"${term}"` : term);

/** As few searches as hold all terms. */
export function buildSearches(terms: string): string[] {
  const groups: string[][] = [];
  for (const term of parseList(terms).map(quoteTerm)) {
    const last = groups.at(-1);
    const length = [...(last ?? []), term].join(' OR ').length + 2 + excludeRetweets.length;
    if (last && length <= maxQueryLength) last.push(term);
    else groups.push([term]);
  }
  return groups.map((group) => `(${group.join(' OR ')})${excludeRetweets}`);
}

/** The exact place, or the middle of the one that was named. */
function locationOf(geo: NonNullable<SearchResponse['data']>[number]['geo'], { includes }: SearchResponse) {
  const exact = geo?.coordinates?.coordinates;
  if (exact) return { lat: exact[1], lon: exact[0] };
  const box = includes?.places?.find((it) => it.id === geo?.place_id)?.geo?.bbox;
  if (!box) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = box;
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

/** The oldest first. */
function toMessages(found: SearchResponse): IncomingMessage[] {
  const names = new Map(found.includes?.users?.map((it) => [it.id, it.username]));
  const own = (found.data ?? []).filter(
    (it) => !it.referenced_tweets?.some(({ type }) => type === 'retweeted'),
  );
  return own.reverse().map((it) => {
    const location = locationOf(it.geo, found);
    const created = new Date(it.created_at ?? '');
    return {
      type: 'twitter',
      from: names.get(it.author_id ?? '') ?? it.author_id ?? 'unknown',
      message: `https://twitter.com/statuses/${it.id}`,
      id: it.id,
      ...(Number.isNaN(created.getTime()) ? {} : { datetime: created }),
      ...(location && { location }),
    };
  });
}

const advanceSearch = (
  { next, newest }: z.infer<typeof SearchState>,
  { meta }: SearchResponse,
  since: string | undefined,
) => {
  const top = newest ?? meta?.newest_id;
  if (meta?.next_token) return { since, next: meta.next_token, newest: top };
  // The last page of what was new: next time what came after its first.
  return { since: (next ? top : meta?.newest_id) ?? since };
};

export const twitter: Provider<'twitter'> = {
  id: 'twitter',
  async poll(settings, before, { fetcher, signal, warn }) {
    const state = TwitterState.safeParse(before).data ?? initialState;
    const now = nowInSeconds();
    const isOver = now - state.window.from >= requestBudget.seconds;
    const window = isOver ? { from: now, used: 0 } : state.window;
    const searches = buildSearches(settings.twitter_search_terms);
    const search = searches[state.turn % Math.max(searches.length, 1)];
    if (search === undefined || now < state.quiet || window.used >= requestBudget.requests)
      return { messages: [], state };
    const previousSearch = state.searches[search] ?? {};
    const address = new URL('/2/tweets/search/recent', settings.url || 'https://api.x.com');
    const queryParams: Record<string, string | undefined> = {
      query: search,
      max_results: String(pageSize),
      'tweet.fields': 'created_at,author_id,geo,referenced_tweets',
      expansions: 'author_id,geo.place_id',
      'user.fields': 'username',
      'place.fields': 'geo',
      since_id: previousSearch.since,
      next_token: previousSearch.next,
    };
    for (const [name, value] of Object.entries(queryParams)) if (value) address.searchParams.set(name, value);
    const authorization = oauthHeader('GET', address, {
      consumerKey: settings.consumer_key,
      consumerSecret: settings.consumer_secret,
      token: settings.oauth_access_token,
      tokenSecret: settings.oauth_access_token_secret,
    });
    // Spaces as `+` would be signed as one thing and read as another.
    const answer = await fetchFeed(fetcher, address.href.replaceAll('+', '%20'), {
      headers: { authorization },
      signal,
    });
    const kept = Object.fromEntries(searches.map((it) => [it, state.searches[it] ?? {}]));
    const used = { from: window.from, used: window.used + 1 };
    const next = { searches: kept, turn: (state.turn + 1) % searches.length, window: used, quiet: 0 };
    const quiet = backoffUntil(answer);
    if (quiet !== undefined) {
      warn('X wants to be left alone for a while');
      return { messages: [], state: { ...next, turn: state.turn, quiet } };
    }
    // A place to go on at that is more than a week old is none any more.
    if (answer.status === 400 && previousSearch.since !== undefined)
      return { messages: [], state: { ...next, turn: state.turn, searches: { ...kept, [search]: {} } } };
    const found = SearchResponse.parse(parseJsonResponse(answer));
    const progress = advanceSearch(previousSearch, found, previousSearch.since);
    const hasPages = found.meta?.next_token !== undefined;
    return {
      messages: toMessages(found),
      state: { ...next, turn: hasPages ? state.turn : next.turn, searches: { ...kept, [search]: progress } },
      hasMore: hasPages || next.turn !== 0,
    };
  },
};
