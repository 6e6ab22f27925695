/** Signatures over a request, as the wire has them for everything about webhooks (API v3 §5.5). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Base64 of the raw HMAC-SHA256 of an address followed by a body. */
export const signRequest = (secret: string, address: string, body: string): string =>
  createHmac('sha256', secret)
    .update(address + body)
    .digest('base64');

/** Compares in the same time whatever is sent. */
export function isSignatureEqual(actual: string, expected: string): boolean {
  const [one, other] = [Buffer.from(actual), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
