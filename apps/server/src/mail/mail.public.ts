/** What other domains may use of mail. */
export { mailFigures } from './mail.sql.ts';
export type { MailDoor, Outbox } from './outbox.ts';
