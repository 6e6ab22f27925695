/** Comparing secrets so that the time it takes tells nothing of them. */
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Whether what was sent is the secret. An empty secret is none, and nothing equals it. */
export const isSame = (secret: string, sent: string | undefined): boolean =>
  secret !== '' && sent !== undefined && timingSafeEqual(digest(secret), digest(sent));
