/** What other domains may use of mail. */
export type { MailDoor, Outbox } from './outbox.ts';
