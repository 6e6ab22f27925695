/** Comparing secrets so that the time it takes tells nothing of them. */
import { createHash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Whether what was sent is the secret. An empty secret is none, and nothing equals it. */
export const isSecretEqual = (secret: string, sent: string | undefined): boolean =>
  secret !== '' && sent !== undefined && timingSafeEqual(sha256(secret), sha256(sent));

/** The path that a gateway calls, with the secret at its end where one is set. */
export const appendSecret = (path: string, secret: string): string =>
  secret === '' ? path : `${path}/${encodeURIComponent(secret)}`;
