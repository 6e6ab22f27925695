/** Simulates X, a Mastodon server and feeds, with the same validation of requests. */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A post on X. */
export interface XPost {
  id: string;
  text: string;
  username?: string;
  created?: string;
  retweet?: boolean;
  bbox?: [number, number, number, number];
}

/** A post on Mastodon. */
export interface Toot {
  id: string;
  content: string;
  acct?: string;
  visibility?: string;
  tags?: string[];
}

/** A running server. */
export interface SocialServer {
  url: string;
  /** Oldest first. */
  xPosts: XPost[];
  toots: Toot[];
  /** Feeds by path. */
  feeds: Map<string, { body: string | Buffer; type?: string }>;
  requests: { path: string; query: URLSearchParams; status: number }[];
  /** The response to the next request, instead of the normal one. */
  nextResponse: { status: number; headers?: Record<string, string> } | undefined;
  close: () => Promise<void>;
}

/** The only valid credentials for X. */
export const xCredentials = {
  consumer_key: 'ck',
  consumer_secret: 'cs/1',
  oauth_access_token: 'at',
  oauth_access_token_secret: 'as+2',
};
/** The only valid access token for Mastodon. */
export const mastodonToken = 'a-token';

const encodeRfc3986 = (text: string) =>
  [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[A-Za-z0-9\-._~]/.test(letter)
        ? letter
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** Verifies an OAuth 1.0 signature with these credentials (RFC 5849, 3.4). */
function isSignatureValid(request: IncomingMessage, address: URL): boolean {
  const header = request.headers.authorization ?? '';
  if (!header.startsWith('OAuth ')) return false;
  const oauthParameters = new Map(
    header
      .slice(6)
      .split(', ')
      .map((it): [string, string] => {
        const at = it.indexOf('=');
        return [it.slice(0, at), decodeURIComponent(it.slice(at + 2, -1))];
      }),
  );
  const signature = oauthParameters.get('oauth_signature');
  oauthParameters.delete('oauth_signature');
  const isRecent = Math.abs(Number(oauthParameters.get('oauth_timestamp')) - Date.now() / 1000) < 300;
  const isOurs =
    oauthParameters.get('oauth_consumer_key') === xCredentials.consumer_key &&
    oauthParameters.get('oauth_token') === xCredentials.oauth_access_token;
  // The raw query: a plus sign is a plus sign.
  const query = (request.url ?? '').split('?')[1] ?? '';
  const queryParameters = query
    .split('&')
    .map((pair) => pair.split('=').map(decodeURIComponent))
    .map(([name = '', value = '']): [string, string] => [name, value]);
  const pairs = [...oauthParameters, ...queryParameters]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .sort();
  const base = ['GET', `${address.origin}${address.pathname}`, pairs.join('&')].map(encodeRfc3986).join('&');
  const key = `${encodeRfc3986(xCredentials.consumer_secret)}&${encodeRfc3986(xCredentials.oauth_access_token_secret)}`;
  return isRecent && isOurs && createHmac('sha1', key).update(base).digest('base64') === signature;
}

export async function startSocialServer(): Promise<SocialServer> {
  const [x, toots]: [XPost[], Toot[]] = [[], []];
  const feeds: SocialServer['feeds'] = new Map();
  const requests: SocialServer['requests'] = [];
  let plannedResponse: SocialServer['nextResponse'];

  /** The page token is the number of earlier posts. */
  function searchX(query: URLSearchParams) {
    const since = BigInt(query.get('since_id') ?? 0);
    const from = Number(query.get('next_token')?.slice(1) ?? 0);
    const size = Number(query.get('max_results'));
    const matches = x.filter((it) => BigInt(it.id) > since).reverse();
    const page = matches.slice(from, from + size);
    const users = page.map((it) => ({
      id: `u-${it.username ?? 'ines'}`,
      username: it.username ?? 'ines',
      name: 'N',
    }));
    return {
      data: page.map((it) => ({
        id: it.id,
        text: it.text,
        author_id: `u-${it.username ?? 'ines'}`,
        created_at: it.created ?? '2019-12-03T08:41:17.000Z',
        ...(it.retweet ? { referenced_tweets: [{ type: 'retweeted', id: '1' }] } : {}),
        ...(it.bbox ? { geo: { place_id: `p${it.id}` } } : {}),
      })),
      includes: {
        users,
        places: page.flatMap((it) =>
          it.bbox ? [{ id: `p${it.id}`, geo: { type: 'Feature', bbox: it.bbox } }] : [],
        ),
      },
      meta: {
        result_count: page.length,
        ...(page[0] ? { newest_id: page[0].id } : {}),
        ...(from + size < matches.length ? { next_token: `p${from + size}` } : {}),
      },
    };
  }

  const statusOf = ({ id, content, acct = 'ines', visibility = 'public' }: Toot) => ({
    id,
    uri: `https://social.example.org/users/${acct}/statuses/${id}`,
    url: `https://social.example.org/@${acct}/${id}`,
    created_at: '2019-12-03T08:41:17.000Z',
    content,
    spoiler_text: '',
    visibility,
    reblog: null,
    account: { id: '1', acct, username: acct },
  });

  /** With `min_id` the oldest posts after it, otherwise the newest; newest first in both cases. */
  function pageOf(matches: Toot[], query: URLSearchParams) {
    const limit = Number(query.get('limit'));
    const after = query.get('min_id');
    const page = after
      ? matches.filter((it) => BigInt(it.id) > BigInt(after)).slice(0, limit)
      : matches.slice(-limit);
    return page.reverse().map(statusOf);
  }

  function answer(request: IncomingMessage, reply: ServerResponse, address: URL): unknown {
    const { pathname, searchParams: query } = address;
    const json = (status: number, body: unknown) =>
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (plannedResponse) {
      reply.writeHead(plannedResponse.status, plannedResponse.headers).end();
      plannedResponse = undefined;
      return undefined;
    }
    if (pathname === '/2/tweets/search/recent') {
      if (!isSignatureValid(request, address)) return json(401, { title: 'Unauthorized' });
      const text = query.get('query') ?? '';
      const size = Number(query.get('max_results'));
      if (text === '' || text.length > 512 || size < 10 || size > 100)
        return json(400, { title: 'Invalid Request' });
      return json(200, searchX(query));
    }
    const tag = /^\/api\/v1\/timelines\/tag\/(.+)$/.exec(pathname)?.[1];
    if (tag)
      return json(
        200,
        pageOf(
          toots.filter((it) => it.tags?.includes(decodeURIComponent(tag))),
          query,
        ),
      );
    if (pathname === '/api/v2/search') {
      if (request.headers.authorization !== `Bearer ${mastodonToken}`)
        return json(401, { error: 'The access token is invalid' });
      const searchText = (query.get('q') ?? '').toLowerCase();
      const matches = toots.filter((it) => it.content.toLowerCase().includes(searchText));
      return json(200, { accounts: [], statuses: pageOf(matches, query), hashtags: [] });
    }
    const feed = feeds.get(pathname);
    if (!feed) return reply.writeHead(404).end();
    const etag = `"${createHash('sha1').update(feed.body).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) return reply.writeHead(304, { etag }).end();
    return reply.writeHead(200, { 'content-type': feed.type ?? 'application/rss+xml', etag }).end(feed.body);
  }

  const server = createServer((request, reply) => {
    const address = new URL(request.url ?? '/', `http://${request.headers.host}`);
    reply.on('finish', () =>
      requests.push({ path: address.pathname, query: address.searchParams, status: reply.statusCode }),
    );
    answer(request, reply, address);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    xPosts: x,
    toots,
    feeds,
    requests,
    get nextResponse() {
      return plannedResponse;
    },
    set nextResponse(answer) {
      plannedResponse = answer;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
