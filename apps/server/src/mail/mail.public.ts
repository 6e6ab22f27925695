/** What other domains may use of mail. */
export type { Outbox } from './outbox.ts';
