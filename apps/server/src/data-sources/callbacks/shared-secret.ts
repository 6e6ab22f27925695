/** Shared secrets of gateways. */
import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Compares in constant time. An empty secret never matches. */
export const isSecretEqual = (secret: string, received: string | undefined): boolean =>
  secret !== '' && received !== undefined && timingSafeEqual(sha256(secret), sha256(received));

/** The callback path of a gateway, with the secret at its end if one is set. */
export const appendSecret = (path: string, secret: string): string =>
  secret === '' ? path : `${path}/${encodeURIComponent(secret)}`;
