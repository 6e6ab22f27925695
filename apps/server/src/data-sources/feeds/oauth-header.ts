/** OAuth 1.0a signatures (RFC 5849, HMAC-SHA1) for requests to X. */
import { createHmac, randomBytes } from 'node:crypto';

/** Keys of the application and of its owner. */
export interface OAuthKeys {
  consumerKey: string;
  consumerSecret: string;
  token: string;
  tokenSecret: string;
}

/** Percent-encodes by RFC 3986, which escapes more than `encodeURIComponent`. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const encodeAndSort = (pairs: readonly (readonly [string, string])[]) =>
  [...pairs]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1));

/**
 * The value of an `Authorization` header.
 * @param moment seconds since 1970 and a nonce; set by tests only
 */
export function oauthHeader(
  method: string,
  url: URL,
  { consumerKey, consumerSecret, token, tokenSecret }: OAuthKeys,
  moment = { timestamp: Math.floor(Date.now() / 1000), nonce: randomBytes(16).toString('hex') },
): string {
  const oauthParameters: [string, string][] = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', moment.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(moment.timestamp)],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ];
  const parameters = encodeAndSort([...oauthParameters, ...url.searchParams])
    .map((pair) => pair.join('='))
    .join('&');
  const signatureBase = [method, `${url.origin}${url.pathname}`, parameters].map(percentEncode).join('&');
  const key = `${percentEncode(consumerSecret)}&${percentEncode(tokenSecret)}`;
  const signature = createHmac('sha1', key).update(signatureBase).digest('base64');
  const headerParameters = encodeAndSort([...oauthParameters, ['oauth_signature', signature]]);
  return `OAuth ${headerParameters.map(([name, value]) => `${name}="${value}"`).join(', ')}`;
}
