import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GuardedFetch } from '../../kernel/security/guarded-fetch.ts';
import {
  mastodonToken,
  type SocialServer,
  startSocialServer,
  xCredentials,
} from '../../testing/servers/social-server.ts';
import type { PollResult, ProviderTools } from '../provider.ts';
import { mastodon } from '../providers/mastodon.ts';
import { rss } from '../providers/rss.ts';
import { buildSearches, twitter } from '../providers/twitter.ts';
import { backoffUntil, FeedError, nowInSeconds, parseList } from './fetch-feed.ts';
import { oauthHeader } from './oauth-header.ts';

let server: SocialServer;
const fetcher = new GuardedFetch(['127.0.0.0/8']);
const warnings: string[] = [];
const tools: ProviderTools = {
  fetcher,
  signal: new AbortController().signal,
  warn: (line) => warnings.push(line),
  publicUrl: undefined,
};
beforeAll(async () => {
  server = await startSocialServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.xPosts.length = server.toots.length = server.requests.length = warnings.length = 0;
  server.nextResponse = undefined;
  server.feeds.clear();
});

type Poll = (state: unknown) => Promise<PollResult> | undefined;
/** Polls until there are no more messages. */
async function pollUntilDone(poll: Poll, initialState: unknown = null) {
  const counts: number[] = [];
  const messages: PollResult['messages'][number][] = [];
  let state = initialState;
  for (let hasMore = true; hasMore; ) {
    // States are stored as JSON.
    const run = await poll(JSON.parse(JSON.stringify(state)));
    if (!run) throw new Error('nothing to poll');
    counts.push(run.messages.length);
    messages.push(...run.messages);
    state = run.state;
    hasMore = run.hasMore ?? false;
  }
  return { counts, messages, state, texts: messages.map(({ message }) => message) };
}
const errorCodeOf = (work: Promise<unknown> | undefined) =>
  (work ?? Promise.resolve()).then(
    () => 'none',
    (error: unknown) => (error instanceof FeedError ? error.code : error),
  );

describe('X', () => {
  const settings = () => ({
    ...xCredentials,
    intro_step1: '',
    intro_step2: '',
    twitter_search_terms: 'flood, bridge closed',
    url: server.url,
  });
  const poll: Poll = (state) => twitter.poll?.(settings(), state, tools);
  const idAt = (at: number) => String(1_200_000_000_000_000_000n + BigInt(at));
  const add = (at: number, more: object = {}) =>
    server.xPosts.push({ id: idAt(at), text: `Flood ${at}`, ...more });

  test('signs requests as in its documentation', () => {
    const address = new URL('https://api.twitter.com/1.1/statuses/update.json?include_entities=true');
    address.searchParams.set('status', 'Hello Ladies + Gentlemen, a signed OAuth request!');
    const keys = {
      consumerKey: 'xvz1evFS4wEEPTGEFPHBog',
      consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
      token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
      tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
    };
    const moment = { timestamp: 1_318_622_958, nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg' };
    expect(oauthHeader('POST', address, keys, moment)).toContain(
      'oauth_signature="hCtSmYh%2BiHYCEqBWrE7C7hYmtUk%3D"',
    );
  });

  test('returns each tweet once, as a link, without retweets', async () => {
    add(1);
    add(2, { retweet: true });
    add(3, { username: 'omar', bbox: [10, 50, 12, 52], created: '2026-01-02T03:04:05.000Z' });
    const first = await pollUntilDone(poll);
    expect(first.messages).toEqual([
      expect.objectContaining({
        message: `https://twitter.com/statuses/${idAt(1)}`,
        from: 'ines',
        id: idAt(1),
      }),
      {
        type: 'twitter',
        from: 'omar',
        message: `https://twitter.com/statuses/${idAt(3)}`,
        id: idAt(3),
        datetime: new Date('2026-01-02T03:04:05Z'),
        location: { lat: 51, lon: 11 },
      },
    ]);
    expect(server.requests[0]?.query.get('query')).toBe('(flood OR "bridge closed") -is:retweet');
    const second = await pollUntilDone(poll, first.state);
    expect(second.texts).toEqual([]);
    add(4);
    expect((await pollUntilDone(poll, second.state)).messages.map(({ id }) => id)).toEqual([idAt(4)]);
  });

  test('reads fifty per run, and loses none when there are more', async () => {
    add(1);
    const { state } = await pollUntilDone(poll);
    for (let at = 2; at <= 131; at++) add(at);
    const burst = await pollUntilDone(poll, state);
    expect(burst.counts).toEqual([50, 50, 30]);
    expect(new Set(burst.messages.map(({ id }) => id)).size).toBe(130);
    expect((await pollUntilDone(poll, burst.state)).texts).toEqual([]);
  });

  test('is requested at most 180 times in 900 seconds, and not during a requested backoff', async () => {
    let { state } = await pollUntilDone(poll);
    for (let at = 0; at < 200; at++) ({ state } = await pollUntilDone(poll, state));
    expect(server.requests).toHaveLength(180);
    server.nextResponse = { status: 429, headers: { 'x-rate-limit-reset': String(nowInSeconds() + 60) } };
    ({ state } = await pollUntilDone(poll));
    add(1);
    const requestCount = server.requests.length;
    expect((await pollUntilDone(poll, state)).texts).toEqual([]);
    expect([server.requests.length - requestCount, warnings.length]).toEqual([0, 1]);
    expect(
      (await pollUntilDone(poll, { ...(state as object), quiet: nowInSeconds() - 1 })).texts,
    ).toHaveLength(1);
  });

  test('reports wrong keys', async () => {
    const wrong = twitter.poll?.({ ...settings(), consumer_secret: 'other' }, null, tools);
    expect(await errorCodeOf(wrong)).toBe('login');
  });

  test('splits many terms into several searches', () => {
    const terms = Array.from({ length: 60 }, (_, at) => `a long term ${at}`);
    const searches = buildSearches(terms.join(','));
    expect(searches.length).toBeGreaterThan(1);
    expect(searches.every((search) => search.length <= 512)).toBe(true);
    for (const term of terms) expect(searches.join(' ')).toContain(`"${term}"`);
  });
});

describe('Mastodon', () => {
  const settings = (more: object = {}) => ({
    url: server.url,
    search_terms: '#flood, bridge',
    access_token: mastodonToken,
    ...more,
  });
  const poll: Poll = (state) => mastodon.poll?.(settings(), state, tools);

  test('returns posts by tag and by search once, as text', async () => {
    server.toots.push(
      {
        id: '9',
        content: '<p>The <b>bridge</b> is gone<br>Run</p>',
        tags: ['flood'],
        acct: 'omar@far.example',
      },
      { id: '10', content: '<p>Water <a href="https://example.org/a">here</a></p>', tags: ['flood'] },
      { id: '11', content: '<p>My bridge, between us</p>', visibility: 'private' },
    );
    const first = await pollUntilDone(poll);
    expect(first.messages).toEqual([
      {
        type: 'twitter',
        from: 'omar@far.example',
        title: null,
        message: 'The bridge is gone\nRun\n\nhttps://social.example.org/@omar@far.example/9',
        id: 'https://social.example.org/users/omar@far.example/statuses/9',
        datetime: new Date('2019-12-03T08:41:17Z'),
      },
      expect.objectContaining({ from: `ines@${new URL(server.url).host}` }),
    ]);
    expect(first.texts[1]).toContain('https://example.org/a');
    expect((await pollUntilDone(poll, first.state)).texts).toEqual([]);
    for (let at = 20; at < 110; at++)
      server.toots.push({ id: String(at), content: `<p>${at}</p>`, tags: ['flood'] });
    const burst = await pollUntilDone(poll, first.state);
    expect(burst.counts).toEqual([40, 40, 10]);
    expect(new Set(burst.texts).size).toBe(90);
  });

  test('waits as requested; a refused term does not affect the others', async () => {
    server.toots.push({ id: '9', content: '<p>Bridge</p>', tags: ['flood'] });
    const without = settings({ access_token: '' });
    const first = await mastodon.poll?.(without, null, tools);
    expect(first?.messages).toHaveLength(1);
    expect(await errorCodeOf(mastodon.poll?.({ ...without, search_terms: 'bridge' }, null, tools))).toBe(
      'login',
    );
    server.nextResponse = {
      status: 429,
      headers: { 'x-ratelimit-reset': new Date(Date.now() + 60_000).toISOString() },
    };
    const { state } = await pollUntilDone(poll);
    const requestCount = server.requests.length;
    await pollUntilDone(poll, state);
    expect(server.requests.length).toBe(requestCount);
  });
});

describe('a feed', () => {
  const settings = (more: object = {}) => ({
    feed_urls: `${server.url}/news, ${server.url}/atom`,
    search_terms: '',
    ...more,
  });
  const poll: Poll = (state) => rss.poll?.(settings(), state, tools);
  const withoutPause = (state: unknown) => {
    const { feeds } = state as { feeds: Record<string, object> };
    return {
      feeds: Object.fromEntries(Object.entries(feeds).map(([key, feed]) => [key, { ...feed, due: 0 }])),
    };
  };
  const item = (at: number) =>
    `<item><title>Flood &amp; rain ${at}</title><link>https://news.example.org/${at}</link><guid isPermaLink="false">${at}</guid>
     <description><![CDATA[<p>Water in <i>street ${at}</i></p><script>alert(1)</script>]]></description>
     <pubDate>Tue, 03 Dec 2019 08:41:17 GMT</pubDate><georss:point>45.5 -71.25</georss:point></item>`;
  const news = (...items: number[]) =>
    `<?xml version="1.0" encoding="ISO-8859-1"?><rss version="2.0" xmlns:georss="http://www.georss.org/georss"><channel><title>Añews</title>${items.map(item).join('')}</channel></rss>`;
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><id>urn:f</id><updated>2019-12-03T08:41:17Z</updated>
    <entry><id>urn:uuid:1</id><title>Café</title><link href="https://atom.example.org/1"/><updated>2019-12-03T08:41:17Z</updated>
    <content type="html">&lt;p&gt;Closed&lt;/p&gt;</content></entry></feed>`;

  test('returns each entry once, as text, from RSS and Atom', async () => {
    server.feeds.set('/news', { body: Buffer.from(news(2, 1), 'latin1') });
    server.feeds.set('/atom', { body: atom, type: 'application/atom+xml' });
    const first = await pollUntilDone(poll);
    expect(first.messages.map(({ title }) => title)).toEqual(['Flood & rain 1', 'Flood & rain 2', 'Café']);
    expect(first.messages[0]).toEqual({
      type: 'twitter',
      from: new URL(server.url).host,
      title: 'Flood & rain 1',
      message: 'Water in street 1\n\nhttps://news.example.org/1',
      id: `${server.url}/news#1`,
      datetime: new Date('2019-12-03T08:41:17Z'),
      location: { lat: 45.5, lon: -71.25 },
    });
    expect(first.messages[2]).toMatchObject({
      id: 'urn:uuid:1',
      message: 'Closed\n\nhttps://atom.example.org/1',
    });
    // No requests within the poll interval, then conditional ones.
    await pollUntilDone(poll, first.state);
    expect(server.requests).toHaveLength(2);
    server.feeds.set('/news', { body: news(3, 2, 1) });
    const second = await pollUntilDone(poll, withoutPause(first.state));
    expect([second.messages.map(({ title }) => title), server.requests.map(({ status }) => status)]).toEqual([
      ['Flood & rain 3'],
      [200, 200, 200, 304],
    ]);
  });

  test('can be filtered by terms; a broken feed does not affect the others', async () => {
    server.feeds.set('/news', { body: news(12, 7) });
    server.feeds.set('/atom', { body: '<html><body>Log in' });
    const first = await rss.poll?.(settings({ search_terms: 'STREET 7, fire' }), null, tools);
    expect(first?.messages.map(({ title }) => title)).toEqual(['Flood & rain 7']);
    expect(warnings).toEqual(['A feed could not be read: unreadable']);
    server.feeds.delete('/news');
    expect(await errorCodeOf(rss.poll?.(settings(), null, tools))).toBe('refused');
    const guarded = { ...tools, fetcher: new GuardedFetch() };
    expect(await errorCodeOf(rss.poll?.(settings(), null, guarded))).toBe('address');
  });
});

test('the backoff time is read from several headers', () => {
  const until = (status: number, headers: Record<string, string>) =>
    (backoffUntil({ status, headers }) ?? Number.NaN) - nowInSeconds();
  expect(until(200, { 'retry-after': '9' })).toBeNaN();
  expect(until(429, { 'retry-after': '120' })).toBeCloseTo(120, -1);
  expect(until(503, { 'retry-after': new Date(Date.now() + 120_000).toUTCString() })).toBeCloseTo(120, -1);
  expect(until(429, {})).toBeCloseTo(900, -1);
  expect(until(429, { 'retry-after': '99999999' })).toBeCloseTo(86_400, -1);
  expect(parseList(' #a, b c ,,#a\nd،e')).toEqual(['#a', 'b c', 'd', 'e']);
});
