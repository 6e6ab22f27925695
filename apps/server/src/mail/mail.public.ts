/** The part of the mail domain that other domains may import. */
export { readOutboxCounts } from './held-mail.ts';
export type { MailTransport, Outbox } from './outbox.ts';
