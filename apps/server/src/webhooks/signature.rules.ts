/** Request signatures of webhooks and of the endpoint that their receivers call (API v3 §5.5). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base64 of the HMAC-SHA256 of the URL followed by the body. */
export const signRequest = (secret: string, url: string, body: string): string =>
  createHmac('sha256', secret)
    .update(url + body)
    .digest('base64');

/** Compares in constant time. */
export function isSignatureEqual(actual: string, expected: string): boolean {
  const [actualBytes, expectedBytes] = [Buffer.from(actual), Buffer.from(expected)];
  return actualBytes.length === expectedBytes.length && timingSafeEqual(actualBytes, expectedBytes);
}
