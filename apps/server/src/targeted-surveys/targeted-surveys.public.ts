/** What other domains may use of targeted surveys. */
export { findUnsolicited as findUnasked, handleReply as takeReply } from './handle-reply.ts';
