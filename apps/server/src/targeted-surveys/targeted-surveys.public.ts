/** What other domains may use of targeted surveys. */
export { takeReply } from './take-reply.ts';
