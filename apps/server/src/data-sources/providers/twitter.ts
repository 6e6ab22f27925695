/** X (Twitter): results of its recent search (X API v2), 50 per run, at most 180 requests in 900 seconds (API v3 §2.24). */
import { z } from 'zod';
import { backoffUntil, fetchFeed, nowInSeconds, parseJsonResponse, parseList } from '../feeds/fetch-feed.ts';
import { oauthHeader } from '../feeds/oauth-header.ts';
import type { IncomingMessage, Provider } from '../provider.ts';

const pageSize = 50;
const requestBudget = { requests: 180, seconds: 900 };
/** Maximum length of a query for most accounts. */
const maxQueryLength = 512;
const excludeRetweets = ' -is:retweet';

/** Position of a search: everything up to `since` was read; `next` is the token of the next page, `newest` the first id of its first page. */
const SearchState = z.object({
  since: z.string().optional(),
  next: z.string().optional(),
  newest: z.string().optional(),
});
const TwitterState = z.object({
  searches: z.record(z.string(), SearchState),
  /** Index of the next search. */
  turn: z.number(),
  /** Number of requests since `from` (seconds since 1970). */
  window: z.object({ from: z.number(), used: z.number() }),
  /** No requests before this time, in seconds since 1970. */
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

/** Quotes phrases; terms with search operators stay as they are. */
const quoteTerm = (term: string) => (/\s/.test(term) && !/["()]|:\S/.test(term) ? `"${term}"` : term);

/** Combines terms into as few queries as possible. */
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

/** The exact location, or the centre of the tagged place. */
function locationOf(geo: NonNullable<SearchResponse['data']>[number]['geo'], { includes }: SearchResponse) {
  const exact = geo?.coordinates?.coordinates;
  if (exact) return { lat: exact[1], lon: exact[0] };
  const box = includes?.places?.find((place) => place.id === geo?.place_id)?.geo?.bbox;
  if (!box) return undefined;
  const [west = 0, south = 0, east = 0, north = 0] = box;
  return { lat: (south + north) / 2, lon: (west + east) / 2 };
}

/** Messages of a page, oldest first, without retweets. */
function toMessages(page: SearchResponse): IncomingMessage[] {
  const nameById = new Map(page.includes?.users?.map((user) => [user.id, user.username]));
  const originals = (page.data ?? []).filter(
    (tweet) => !tweet.referenced_tweets?.some(({ type }) => type === 'retweeted'),
  );
  return originals.reverse().map((tweet) => {
    const location = locationOf(tweet.geo, page);
    const created = new Date(tweet.created_at ?? '');
    return {
      type: 'twitter',
      from: nameById.get(tweet.author_id ?? '') ?? tweet.author_id ?? 'unknown',
      message: `https://twitter.com/statuses/${tweet.id}`,
      id: tweet.id,
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
  const newestId = newest ?? meta?.newest_id;
  if (meta?.next_token) return { since, next: meta.next_token, newest: newestId };
  // This was the last page: the next run starts after the newest tweet of the first page.
  return { since: (next ? newestId : meta?.newest_id) ?? since };
};

/** The X (Twitter) provider. */
export const twitter: Provider<'twitter'> = {
  id: 'twitter',
  async poll(settings, before, { fetcher, signal, warn }) {
    const state = TwitterState.safeParse(before).data ?? initialState;
    const now = nowInSeconds();
    const isWindowOver = now - state.window.from >= requestBudget.seconds;
    const window = isWindowOver ? { from: now, used: 0 } : state.window;
    const searches = buildSearches(settings.twitter_search_terms);
    const search = searches[state.turn % Math.max(searches.length, 1)];
    if (search === undefined || now < state.quiet || window.used >= requestBudget.requests)
      return { messages: [], state };
    const previousSearch = state.searches[search] ?? {};
    const url = new URL('/2/tweets/search/recent', settings.url || 'https://api.x.com');
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
    for (const [name, value] of Object.entries(queryParams)) if (value) url.searchParams.set(name, value);
    const authorization = oauthHeader('GET', url, {
      consumerKey: settings.consumer_key,
      consumerSecret: settings.consumer_secret,
      token: settings.oauth_access_token,
      tokenSecret: settings.oauth_access_token_secret,
    });
    // The signature covers spaces as `%20`, so they must not be sent as `+`.
    const response = await fetchFeed(fetcher, url.href.replaceAll('+', '%20'), {
      headers: { authorization },
      signal,
    });
    const searchStates = Object.fromEntries(searches.map((query) => [query, state.searches[query] ?? {}]));
    const nextWindow = { from: window.from, used: window.used + 1 };
    const nextState = {
      searches: searchStates,
      turn: (state.turn + 1) % searches.length,
      window: nextWindow,
      quiet: 0,
    };
    const quiet = backoffUntil(response);
    if (quiet !== undefined) {
      warn('X asks to wait before the next request');
      return { messages: [], state: { ...nextState, turn: state.turn, quiet } };
    }
    // `since_id` is rejected when it is older than a week: start again without it.
    if (response.status === 400 && previousSearch.since !== undefined)
      return {
        messages: [],
        state: { ...nextState, turn: state.turn, searches: { ...searchStates, [search]: {} } },
      };
    const page = SearchResponse.parse(parseJsonResponse(response));
    const progress = advanceSearch(previousSearch, page, previousSearch.since);
    const hasNextPage = page.meta?.next_token !== undefined;
    return {
      messages: toMessages(page),
      state: {
        ...nextState,
        turn: hasNextPage ? state.turn : nextState.turn,
        searches: { ...searchStates, [search]: progress },
      },
      hasMore: hasNextPage || nextState.turn !== 0,
    };
  },
};
