/** The signature that X wants from an application that asks for its owner (OAuth 1.0a, RFC 5849, HMAC-SHA1). */
import { createHmac, randomBytes } from 'node:crypto';

export interface OAuthKeys {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
}

/** RFC 3986: more is escaped than `encodeURIComponent` does. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);

const encodeAndSort = (pairs: readonly (readonly [string, string])[]) =>
  [...pairs]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));

/**
 * The value of an `Authorization` header.
 * @param moment seconds since 1970, and a word that is used once: for tests
 */
export function oauthHeader(
  method: string,
  address: URL,
  { consumerKey, consumerSecret, token, tokenSecret }: OAuthKeys,
  moment = { timestamp: Math.floor(Date.now() / 1000), nonce: randomBytes(16).toString('hex') },
): string {
  const own: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', moment.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(moment.timestamp)],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ];
  const parameters = encodeAndSort([...own, ...address.searchParams])
    .map((pair) => pair.join('='))
    .join('&');
  const base = [method, `${address.origin}${address.pathname}`, parameters].map(percentEncode).join('&');
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  const signature = createHmac('sha1', key).update(base).digest('base64');
  const shown = encodeAndSort([...own, ['oauth_signature', signature]]);
  return `OAuth ${shown.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
