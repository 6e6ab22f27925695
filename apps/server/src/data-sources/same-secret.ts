/** Comparing secrets so that the time it takes tells nothing of them. */
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether what was sent is the secret. An empty secret is none, and nothing equals it. */
export const isSame = (secret: string, sent: string | undefined): boolean =>
  secret !== '' && sent !== undefined && timingSafeEqual(digest(secret), digest(sent));

/** The path that a gateway calls, with the secret at its end where one is set. */
export const withSecret = (path: string, secret: string): string =>
  secret === '' ? path : `${path}/${encodeURIComponent(secret)}`;
