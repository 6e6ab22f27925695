/** What other domains may use of mail. */
export { readOutboxCounts as mailFigures } from './outbox.sql.ts';
export type { MailTransport as MailDoor, Outbox } from './outbox.ts';
