/** What other domains may use of targeted surveys. */
export { findUnasked, takeReply } from './take-reply.ts';
